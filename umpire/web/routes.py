"""The routes that every page that lives has: itself, its fragment, and what a tap on it does."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from umpire.web import actions
from umpire.web import pages as drawing
from umpire.web.viewers import Viewer

Who = Callable[..., Viewer]


def living(pages: Blueprint, root: str, prefix: str, looks: Who, acts: Who, template: str) -> None:
    """Give a blueprint the routes of one kind of page.

    `looks` and `acts` make the viewer of a request from its URL's parts, or refuse it with a 404; a page
    that may only be looked at by some is acted on by fewer.
    """

    def show(**where: str) -> Response:
        return drawing.whole(looks(**where), template)

    def page(**where: str) -> Response:
        return drawing.fragment(looks(**where))

    def act(**where: str) -> Response:
        viewer = acts(**where)
        return drawing.fragment(viewer, taken=actions.act(viewer, request.form))

    def roll(**where: str) -> Response:
        viewer = acts(**where)
        return drawing.fragment(
            viewer, taken=actions.roll(viewer, request.form.get("ask", ""), anew="anew" in request.form)
        )

    def withdraw(**where: str) -> Response:
        viewer = acts(**where)
        return drawing.fragment(viewer, taken=actions.withdraw(viewer, request.form.get("ask", "")))

    def motion(**where: str) -> Response:
        viewer = acts(**where)
        return drawing.fragment(viewer, taken=actions.move(viewer, request.form))

    pages.add_url_rule(root, f"{prefix}show", show, methods=["GET"])
    pages.add_url_rule(f"{root}/page", f"{prefix}page", page, methods=["GET"])
    for name, does in (("act", act), ("roll", roll), ("withdraw", withdraw), ("motion", motion)):
        pages.add_url_rule(f"{root}/{name}", f"{prefix}{name}", does, methods=["POST"])
