"""Over the air: pages and their files go packed to a browser that says it unpacks.

A hall full of phones shares one Wi-Fi. A stream is never packed: a nudge must not wait until there is more to send.
"""

from __future__ import annotations

import gzip

from flask import Response, request

TEXTS = {"text/html", "text/css", "text/javascript", "image/svg+xml"}
LEAST = 1024
"""Bytes below which an answer fits a packet as it is."""
LEVEL = 1
"""The quickest: the most thorough takes five times as long, for a sixth less."""


def pack(response: Response) -> Response:
    """An answer as it is sent: packed if it is a long text, and if whoever asked takes it so."""
    if response.mimetype not in TEXTS or response.status_code not in (200, 422) or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    if request.method == "HEAD" or not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False  # a file is read here, and not where it would be sent
    text = response.get_data()
    if len(text) < LEAST:
        return response
    response.set_data(gzip.compress(text, LEVEL, mtime=0))
    response.content_encoding = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)  # the same file, other bytes
    return response
