"""The address phones are given, and the others a click away."""

from __future__ import annotations

from flask import current_app

from umpire.web import lan


def choices() -> list[lan.Address]:
    """Addresses phones may reach this laptop by, the likeliest first; read afresh, for networks change."""
    try:
        return lan.addresses()
    except OSError:
        return []


def chosen() -> str:
    """The address in the QR codes: the umpire's pick while it stands, else the likeliest."""
    picked: str = current_app.config["ADDRESS"]
    known = [address.ip for address in choices()]
    if picked and (picked in known or current_app.config.get("ADDRESS_FIXED")):
        return picked
    return known[0] if known else "127.0.0.1"


def base_url() -> str:
    """What phones open: scheme, number and port, always explicit."""
    return lan.url(chosen(), current_app.config["PORT"], "/", scheme=current_app.config["SCHEME"])


def join_url(code: str) -> str:
    """What a join QR holds."""
    return f"{base_url()}j/{code}"
