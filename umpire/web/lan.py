"""The address at which phones in the same room reach this computer.

A laptop has several addresses and only some can be reached from a phone, so they are scored and the
umpire may pick another. Nothing here needs the internet, and no packet is sent.
"""

import re
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from typing import Literal

import psutil

WHY_PRIVATE = "Wi-Fi or cable, private network"
WHY_PUBLIC = "public address, unusual for a home network"
WHY_VIRTUAL = "virtual network of another program"
WHY_VPN = "VPN"
WHY_SELF_ASSIGNED = "self-assigned: this network gave no address"

# Kept below the smallest gap between two kinds of network, so that a VPN holding the default route does
# not overtake the Wi-Fi. Within the private kind it may, and should, decide.
_DEFAULT_ROUTE_BONUS = 15

_PRIVATE = [IPv4Network(net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]

# Shared address space: on a laptop it is nearly always a mesh VPN such as Tailscale.
_VPN_NET = IPv4Network("100.64.0.0/10")

# Some of these hide behind an ordinary interface name: VirtualBox calls itself "Ethernet 2" on Windows.
_VIRTUAL_NETS = [
    IPv4Network("192.168.56.0/24"),  # VirtualBox host-only
    IPv4Network("172.17.0.0/16"),  # Docker
    IPv4Network("192.168.122.0/24"),  # libvirt
    IPv4Network("192.168.64.0/24"),  # virtual machines on macOS
    IPv4Network("10.211.55.0/24"),  # Parallels
    IPv4Network("10.37.129.0/24"),  # Parallels host-only
]

_LOOPBACK_NAME = re.compile(r"lo\d*", re.I)
_VPN_NAME = re.compile(
    r"^(utun|tun|tap|wg|zt|feth|ppp|ipsec)|tailscale|zerotier|wireguard|openvpn|wintun|nordlynx|vpn", re.I
)
# "veth" also covers the "vEthernet (...)" of Hyper-V and WSL.
_VIRTUAL_NAME = re.compile(
    r"^(docker|podman|cni|br-|veth|virbr|lxcbr|lxdbr|vboxnet|vmnet|vmenet|vnic)"
    r"|virtualbox|vmware|hyper-v|\bwsl\b|loopback",
    re.I,
)
_WIFI_NAME = re.compile(r"wl|wi-?fi|wireless", re.I)
_CABLE_NAME = re.compile(r"eth|en|em\d|local area connection", re.I)

_HOST_HEADER = re.compile(
    r"(?:(?P<name>localhost|\[::1\])|(?P<ip>[0-9]{1,3}(?:\.[0-9]{1,3}){3}))(?::(?P<port>[0-9]{1,5}))?",
    # Without ASCII, ignoring case would let the long s of old print pass for an s.
    re.I | re.ASCII,
)


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this computer, with how likely phones are to reach it.

    `score` only orders addresses against each other. `why` is in plain words, to show beside the address.
    """

    ip: str
    interface: str
    score: int
    why: str


def rank(interfaces: Mapping[str, Sequence[str]], up: Collection[str], default_ip: str | None) -> list[Address]:
    """Return the IPv4 addresses phones may reach, the likeliest first; empty when there are none.

    `interfaces` maps each interface to its addresses, `up` names the interfaces that work now, and
    `default_ip` is this computer's own address on the default route, if there is one. Loopback, IPv6,
    unusable addresses and malformed ones are left out without an error. An address carried by two
    interfaces is listed once. The answer does not depend on the order of the input.
    """
    found: list[Address] = []
    for interface, texts in interfaces.items():
        # Linux labels a second address "eth0:1", and such a label is not among the interfaces that are up.
        if interface.partition(":")[0] not in up or _LOOPBACK_NAME.fullmatch(interface):
            continue
        for text in texts:
            ip = _usable(text)
            if ip is not None:
                score, why = _judge(interface, ip, str(ip) == default_ip)
                found.append(Address(str(ip), interface, score, why))
    found.sort(key=lambda a: (-a.score, IPv4Address(a.ip), a.interface))
    best: dict[str, Address] = {}
    for address in found:
        best.setdefault(address.ip, address)
    return list(best.values())


def addresses() -> list[Address]:
    """Return this computer's addresses as they are now, the likeliest to be reached by phones first.

    Call it again when the network may have changed. Raises `OSError` if the system refuses to list its
    interfaces.
    """
    interfaces = {
        name: [entry.address for entry in entries if entry.family == socket.AF_INET]
        for name, entries in psutil.net_if_addrs().items()
    }
    up = {name for name, stats in psutil.net_if_stats().items() if stats.isup}
    return rank(interfaces, up, _default_ip())


def url(ip: str, port: int, path: str = "/", scheme: Literal["http", "https"] = "http") -> str:
    """Return a link with scheme and port always written out, since a phone guesses both wrongly.

    `path` is used as it is, already percent-encoded. Raises `ValueError` for text that is not an IP
    address, for the "any" address 0.0.0.0 (which no phone can open), for a port outside 1 to 65535 and for
    a path that does not start with a slash.
    """
    address = ip_address(ip)
    if address.is_unspecified:
        raise ValueError(f"{ip} is where a server listens, not an address to open")
    if not 1 <= port <= 65535:
        raise ValueError(f"port {port} is not between 1 and 65535")
    if not path.startswith("/"):
        raise ValueError(f"path {path!r} does not start with /")
    host = f"[{address}]" if isinstance(address, IPv6Address) else str(address)
    return f"{scheme}://{host}:{port}{path}"


def is_loopback_host(host_header: str) -> bool:
    """Tell whether a Host header names this computer itself: localhost, 127.x.x.x or [::1], with any port.

    Anything malformed is False. The sender chooses this header, so True does not prove that a request
    comes from this computer: check the peer's address as well.
    """
    match = _HOST_HEADER.fullmatch(host_header)
    if match is None:
        return False
    if match["port"] is not None and not 1 <= int(match["port"]) <= 65535:
        return False
    if match["name"] is not None:
        return True
    try:
        return IPv4Address(match["ip"]).is_loopback
    except ValueError:
        return False


def _usable(text: str) -> IPv4Address | None:
    """Return the address if another device could open it, else None."""
    try:
        ip = IPv4Address(text)
    except ValueError:
        return None
    if ip.is_loopback or ip.is_multicast or ip.is_reserved or ip in IPv4Network("0.0.0.0/8"):
        return None
    return ip


def _judge(interface: str, ip: IPv4Address, is_default: bool) -> tuple[int, str]:
    """Return the score of an address and the reason for it in plain words."""
    if ip.is_link_local:
        return 0, WHY_SELF_ASSIGNED
    bonus = _DEFAULT_ROUTE_BONUS if is_default else 0
    if ip in _VPN_NET or _VPN_NAME.search(interface):
        return 10 + bonus, WHY_VPN
    # A host-only network never carries the default route, so there the same numbers are a real network.
    looks_virtual = not is_default and any(ip in net for net in _VIRTUAL_NETS)
    if looks_virtual or _VIRTUAL_NAME.search(interface):
        return 30 + bonus, WHY_VIRTUAL
    if not any(ip in net for net in _PRIVATE):
        return 50 + bonus, WHY_PUBLIC
    # Phones are on Wi-Fi, never on cable. Windows translates interface names, so an unknown one is no
    # worse than a cable if the default route goes through it.
    if _WIFI_NAME.match(interface):
        return 80 + bonus, WHY_PRIVATE
    if _CABLE_NAME.match(interface):
        return 75 + bonus, WHY_PRIVATE
    return 70 + bonus, WHY_PRIVATE


def _default_ip() -> str | None:
    """Return this computer's own address on the default route, or None if there is no such route."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Connecting UDP only makes the system choose a route. The address is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None
