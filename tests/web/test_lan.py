"""Which address goes into the QR code, on fake lists of interfaces."""

import socket
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address
from types import SimpleNamespace
from typing import Literal

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.web import lan
from umpire.web.lan import Address, is_loopback_host, rank, url


def ranked(interfaces: Mapping[str, Sequence[str]], default_ip: str | None = None) -> list[tuple[str, str]]:
    """Rank with every interface up, and keep what the umpire is shown."""
    return [(a.ip, a.why) for a in rank(interfaces, interfaces.keys(), default_ip)]


@pytest.mark.parametrize("virtual", ["vboxnet0", "VirtualBox Host-Only Network", "Ethernet 2"])
@pytest.mark.parametrize("default_ip", ["192.168.1.20", None])
def test_wifi_beats_virtualbox(virtual: str, default_ip: str | None) -> None:
    assert ranked({virtual: ["192.168.56.1"], "Wi-Fi": ["192.168.1.20"]}, default_ip) == [
        ("192.168.1.20", lan.WHY_PRIVATE),
        ("192.168.56.1", lan.WHY_VIRTUAL),
    ]


def test_self_assigned_alone_is_kept_and_explained() -> None:
    found = ranked({"lo": ["127.0.0.1"], "wlan0": ["169.254.7.9"]})
    assert found == [("169.254.7.9", "self-assigned: this network gave no address")]


def test_self_assigned_comes_last_even_with_default_route() -> None:
    found = ranked({"en0": ["169.254.7.9"], "utun3": ["10.8.0.2"]}, default_ip="169.254.7.9")
    assert [ip for ip, _ in found] == ["10.8.0.2", "169.254.7.9"]


@pytest.mark.parametrize(
    ("name", "ip"),
    [
        ("utun4", "10.8.0.2"),
        ("tun0", "192.168.200.2"),
        ("wg0", "10.66.0.2"),
        ("ppp0", "10.1.1.1"),
        ("ztabcdefgh", "10.147.17.5"),
        ("tailscale0", "100.101.102.103"),
        ("Ethernet 3", "100.101.102.103"),
        ("OpenVPN Wintun", "10.9.0.6"),
        ("Contoso VPN", "10.9.0.6"),
    ],
)
def test_wifi_beats_vpn_that_took_the_default_route(name: str, ip: str) -> None:
    assert ranked({name: [ip], "en0": ["192.168.1.20"]}, default_ip=ip) == [
        ("192.168.1.20", lan.WHY_PRIVATE),
        (ip, lan.WHY_VPN),
    ]


@pytest.mark.parametrize(
    ("name", "ip"),
    [
        ("docker0", "172.17.0.1"),
        ("br-0a1b2c3d4e5f", "172.18.0.1"),
        ("veth12ab34c", "10.0.3.1"),
        ("virbr0", "192.168.122.1"),
        ("vmnet8", "192.168.80.1"),
        ("eth9", "172.17.0.1"),
        ("vEthernet (WSL)", "172.30.16.1"),
        ("vEthernet (Default Switch)", "172.24.0.1"),
        ("VMware Network Adapter VMnet1", "192.168.80.1"),
        ("WSL (Hyper-V firewall)", "172.30.16.1"),
        ("Npcap Loopback Adapter", "10.5.5.5"),
    ],
)
def test_wifi_without_a_route_beats_virtual_network(name: str, ip: str) -> None:
    assert ranked({name: [ip], "wlan0": ["192.168.1.20"]}) == [
        ("192.168.1.20", lan.WHY_PRIVATE),
        (ip, lan.WHY_VIRTUAL),
    ]


def test_name_is_matched_where_it_means_something() -> None:
    # "Gastun" ends in "tun" and "Werkbr-Netz" contains "br-": neither is a program's network.
    found = ranked({"Gastun": ["192.168.1.5"], "Werkbr-Netz": ["192.168.1.6"]})
    assert {why for _, why in found} == {lan.WHY_PRIVATE}


def test_network_numbers_of_docker_are_real_on_the_default_route() -> None:
    # A campus Wi-Fi may well be 172.17.x.x; it must then win over a cable with no route.
    found = ranked({"wlan0": ["172.17.4.4"], "eth0": ["10.0.0.5"]}, default_ip="172.17.4.4")
    assert found[0] == ("172.17.4.4", lan.WHY_PRIVATE)


def test_virtual_switch_with_the_default_route_beats_other_virtual_ones() -> None:
    # With an external switch, Windows moves the address of the real card to a virtual one.
    found = ranked(
        {"vEthernet (Default Switch)": ["172.24.0.1"], "vEthernet (External)": ["192.168.1.20"]},
        "192.168.1.20",
    )
    assert [ip for ip, _ in found] == ["192.168.1.20", "172.24.0.1"]


@pytest.mark.parametrize("default_ip", ["192.168.1.20", "10.0.0.5"])
def test_default_route_decides_between_two_private_networks(default_ip: str) -> None:
    found = rank({"wlan0": ["192.168.1.20"], "eth0": ["10.0.0.5"]}, ["wlan0", "eth0"], default_ip)
    assert len(found) == 2
    assert found[0].ip == default_ip
    assert found[0].score > found[1].score


def test_wifi_before_cable_when_no_route_decides() -> None:
    found = ranked({"Ethernet": ["10.0.0.5"], "Wi-Fi": ["192.168.1.20"]})
    assert [ip for ip, _ in found] == ["192.168.1.20", "10.0.0.5"]


def test_unknown_interface_name_on_the_default_route_wins() -> None:
    found = ranked({"以太网": ["192.168.1.20"], "Wi-Fi": ["192.168.43.7"]}, default_ip="192.168.1.20")
    assert found[0] == ("192.168.1.20", lan.WHY_PRIVATE)


@pytest.mark.parametrize(("name", "ip"), [("wlan0", "10.42.0.1"), ("Wi-Fi", "10.159.12.77"), ("en0", "172.20.10.2")])
def test_hotspot_addresses(name: str, ip: str) -> None:
    assert ranked({name: [ip], "docker0": ["172.17.0.1"]})[0] == (ip, lan.WHY_PRIVATE)


def test_public_stands_between_private_and_vpn() -> None:
    found = ranked({"eth0": ["8.8.4.4"], "wlan0": ["10.0.0.5"], "utun0": ["10.8.0.2"]}, default_ip="8.8.4.4")
    assert [why for _, why in found] == [lan.WHY_PRIVATE, lan.WHY_PUBLIC, lan.WHY_VPN]


@pytest.mark.parametrize("ip", ["172.15.0.1", "172.32.0.1", "192.169.0.1", "11.0.0.1", "100.63.0.1", "100.128.0.1"])
def test_neighbours_of_the_private_ranges_are_public(ip: str) -> None:
    assert ranked({"eth0": [ip]}) == [(ip, lan.WHY_PUBLIC)]


def test_nothing_left_is_an_empty_list() -> None:
    assert rank({}, [], None) == []
    assert ranked({"lo": ["127.0.0.1"], "wlan0": []}) == []


@pytest.mark.parametrize("ip", ["fe80::1", "2001:db8::5", "0.0.0.0", "224.0.0.1", "255.255.255.255", "", "x"])
def test_unusable_addresses_are_left_out(ip: str) -> None:
    assert ranked({"wlan0": [ip, "192.168.1.20"]}) == [("192.168.1.20", lan.WHY_PRIVATE)]


def test_interface_that_is_down_is_left_out() -> None:
    found = rank({"eth0": ["10.0.0.5"], "wlan0": ["192.168.1.20"]}, ["wlan0"], "10.0.0.5")
    assert [a.interface for a in found] == ["wlan0"]


def test_second_address_under_a_linux_label_is_kept() -> None:
    found = rank({"eth0": ["10.0.0.5"], "eth0:1": ["10.0.0.6"]}, ["eth0"], None)
    assert [a.ip for a in found] == ["10.0.0.5", "10.0.0.6"]


def test_ordinary_address_on_the_loopback_interface_is_left_out() -> None:
    assert ranked({"lo": ["10.255.255.254"], "lo0": ["192.168.9.9"]}) == []


def test_same_address_twice_is_listed_once_at_its_best() -> None:
    found = ranked({"docker0": ["192.168.1.20"], "wlan0": ["192.168.1.20"]})
    assert found == [("192.168.1.20", lan.WHY_PRIVATE)]


def test_equal_scores_are_in_the_order_of_their_numbers() -> None:
    found = ranked({"eth1": ["192.168.1.100"], "eth0": ["192.168.1.20", "192.168.1.3"]})
    assert [ip for ip, _ in found] == ["192.168.1.3", "192.168.1.20", "192.168.1.100"]


_names = st.sampled_from(
    ["lo", "wlan0", "eth0", "en0", "utun1", "docker0", "Ethernet 2", "Loopback Pseudo-Interface 1"]
)
_ips = st.one_of(
    st.ip_addresses(v=4, network="127.0.0.0/8").map(str),
    st.ip_addresses(v=4, network="192.168.0.0/16").map(str),
    st.ip_addresses().map(str),
    st.just("::1"),
    st.text(max_size=8),
)
_interfaces = st.dictionaries(_names, st.lists(_ips, max_size=4))


@given(interfaces=_interfaces, up=st.sets(_names), default_ip=st.none() | _ips)
def test_never_loopback_and_never_down(interfaces: dict[str, list[str]], up: set[str], default_ip: str | None) -> None:
    found = rank(interfaces, up, default_ip)
    for address in found:
        assert not IPv4Address(address.ip).is_loopback
        assert address.interface in up
        assert address.ip in interfaces[address.interface]
    assert [a.score for a in found] == sorted((a.score for a in found), reverse=True)
    assert len({a.ip for a in found}) == len(found)


@given(interfaces=_interfaces, default_ip=st.none() | _ips)
def test_order_of_the_input_does_not_matter(interfaces: dict[str, list[str]], default_ip: str | None) -> None:
    backwards = {name: list(reversed(ips)) for name, ips in reversed(interfaces.items())}
    assert rank(interfaces, list(interfaces), default_ip) == rank(backwards, list(backwards), default_ip)


def test_addresses_reads_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        "lo": [SimpleNamespace(family=socket.AF_INET, address="127.0.0.1")],
        "wlan0": [
            SimpleNamespace(family=socket.AF_INET6, address="fe80::1%wlan0"),
            SimpleNamespace(family=socket.AF_INET, address="192.168.1.20"),
        ],
        "eth0": [SimpleNamespace(family=socket.AF_INET, address="10.0.0.5")],
        "eth1": [SimpleNamespace(family=socket.AF_INET, address="10.0.0.6")],
    }
    stats = {name: SimpleNamespace(isup=name != "eth1") for name in entries}
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: entries)
    monkeypatch.setattr(psutil, "net_if_stats", lambda: stats)
    monkeypatch.setattr(lan, "_default_ip", lambda: "10.0.0.5")
    assert lan.addresses() == [
        Address("10.0.0.5", "eth0", 90, lan.WHY_PRIVATE),
        Address("192.168.1.20", "wlan0", 80, lan.WHY_PRIVATE),
    ]


class FakeSocket:
    """A datagram socket that can only look up a route; sending would be an AttributeError."""

    def __init__(self, family: int, kind: int) -> None:
        assert (family, kind) == (socket.AF_INET, socket.SOCK_DGRAM)

    def __enter__(self) -> "FakeSocket":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def connect(self, target: tuple[str, int]) -> None:
        # The target must be an address that belongs to nobody.
        assert target[0] == "192.0.2.1"

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.20", 40000


class UnroutedSocket(FakeSocket):
    """What a laptop with no route answers."""

    def connect(self, target: tuple[str, int]) -> None:
        raise OSError(101, "Network is unreachable")


@pytest.mark.parametrize(("fake", "expected"), [(FakeSocket, "192.168.1.20"), (UnroutedSocket, None)])
def test_default_ip(monkeypatch: pytest.MonkeyPatch, fake: type[FakeSocket], expected: str | None) -> None:
    monkeypatch.setattr(socket, "socket", fake)
    assert lan._default_ip() == expected


@pytest.mark.parametrize(
    ("ip", "port", "path", "scheme", "expected"),
    [
        ("192.168.1.20", 8000, "/", "http", "http://192.168.1.20:8000/"),
        ("192.168.1.20", 80, "/join", "http", "http://192.168.1.20:80/join"),
        ("10.0.0.5", 443, "/j/7?x=1", "https", "https://10.0.0.5:443/j/7?x=1"),
        ("fd00::5", 8000, "/", "http", "http://[fd00::5]:8000/"),
    ],
)
def test_url_is_always_explicit(ip: str, port: int, path: str, scheme: Literal["http", "https"], expected: str) -> None:
    assert url(ip, port, path, scheme) == expected


def test_url_defaults() -> None:
    assert url("192.168.1.20", 8000) == "http://192.168.1.20:8000/"


@pytest.mark.parametrize(
    ("ip", "port", "path"),
    [
        ("laptop.local", 8000, "/"),
        ("0.0.0.0", 8000, "/"),
        ("::", 8000, "/"),
        ("192.168.1.20", 0, "/"),
        ("192.168.1.20", 65536, "/"),
        ("192.168.1.20", 8000, "join"),
        ("192.168.1.20", 8000, ""),
    ],
)
def test_url_refuses_what_no_phone_can_open(ip: str, port: int, path: str) -> None:
    with pytest.raises(ValueError):
        url(ip, port, path)


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LocalHost",
        "localhost:8000",
        "127.0.0.1",
        "127.0.0.1:8000",
        "127.9.8.7:1",
        "[::1]",
        "[::1]:65535",
    ],
)
def test_loopback_hosts(host: str) -> None:
    assert is_loopback_host(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost.evil.com",
        "localhost.",
        "evil.localhost",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:80:80",
        "localhost:８０",
        "localho\u017ft",
        "localhost:80@evil.com",
        "user@localhost",
        "localhost\n",
        " localhost",
        "localhost, evil.com",
        "127.0.0.1.evil.com",
        "127.0.0.256",
        "127.0.0.01",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "::1",
        "[::1",
        "[::1]8000",
        "[::2]",
        "[::ffff:127.0.0.1]",
        "192.168.1.20:8000",
        "128.0.0.1",
    ],
)
def test_other_and_malformed_hosts(host: str) -> None:
    assert not is_loopback_host(host)
