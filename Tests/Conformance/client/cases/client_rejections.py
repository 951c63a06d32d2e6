"""What a client must reject and what it must accept: every row of the page that is sent to a client."""

from __future__ import annotations

import re

from .. import page
from ..frames import Frame, FrameType
from ..server import ClientProcess, ScriptedServer
from ..suite import CASES, Case, Context, Failed, require, require_equal
from .rejections import PING_VALUE, is_breach, require_goaway


def run_row(row: page.Row, context: Context) -> None:
    """Sends a row's bytes to the client under test and checks the consequence."""
    server = ScriptedServer(context)
    client = ClientProcess(context, server.port, "duplex")
    connection = server.accept()
    if row.after == "call":
        connection.open(settings=None)
        connection.wait_for_call(1)
    connection.send(row.data)
    if match := re.fullmatch(r"GOAWAY (\d)", row.consequence):
        require_goaway(connection, [int(match[1])])
        return
    if match := re.fullmatch(r"CANCEL (\d+) on (\d+)", row.consequence):
        expected = Frame(FrameType.CANCEL, 0, int(match[2]), bytes([int(match[1])]))
        connection.wait(lambda: expected in connection.frames, what=f"CANCEL {match[1]}")
    elif row.consequence == "as UNKNOWN":
        require_equal(client.outcomes(1)[0]["code"], "UNKNOWN", "status")
    elif row.consequence not in ("none", "as `internalError`"):
        raise Failed(f"the page's consequence cannot be read: {row.consequence}")
    connection.wait_for_answer(PING_VALUE)
    require(not any(is_breach(frame) for frame in connection.frames), f"GOAWAY came; {connection.seen()}")


def add_rows() -> None:
    """Adds a case for each row."""
    for row in page.rows():
        if row.to == "client":
            group = "client_rejects" if row.id.startswith("R") else "client_accepts"
            CASES.append(Case(row.name, group, lambda context, row=row: run_row(row, context), takes_any_server=True))


add_rows()
