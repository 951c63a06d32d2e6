#!/usr/bin/env python3
"""Draws the app's icons as PNG files into a folder: icons.py FOLDER. Needs nothing but Python."""

import pathlib
import struct
import sys
import zlib

SIZES = (180, 192, 512)
GREEN = (0x1D, 0x6B, 0x45)
WHITE = (0xFF, 0xFF, 0xFF)
# Shapes in a square of 64, as in favicon.svg: a receipt with a torn end and three lines.
RECEIPT = ((20, 12), (44, 12), (44, 52), (40, 49), (36, 52), (32, 49), (28, 52), (24, 49), (20, 52))
LINES = ((26, 22, 38), (26, 29, 38), (26, 36, 33))
# Each pixel is sampled this many times in both directions.
SAMPLES = 3


def is_inside(x, y, corners):
    """Whether a point is inside a polygon."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def is_green(x, y):
    """Whether a point of the square of 64 is green rather than white."""
    if not is_inside(x, y, RECEIPT):
        return True
    return any(left - 1.5 <= x <= right + 1.5 and abs(y - line) <= 1.5 for left, line, right in LINES)


def pixel(column, row, size):
    """The colour of a pixel, which is green in part where it lies on an edge."""
    offsets = [(index + 0.5) / SAMPLES for index in range(SAMPLES)]
    points = [((column + dx) * 64 / size, (row + dy) * 64 / size) for dx in offsets for dy in offsets]
    green = sum(is_green(x, y) for x, y in points) / len(points)
    return bytes(round(g * green + w * (1 - green)) for g, w in zip(GREEN, WHITE))


def chunk(kind, content):
    """A chunk of a PNG file."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(size):
    """A PNG file of the icon, which fills its square: systems cut it into the shape that they like."""
    rows = b"".join(b"\0" + b"".join(pixel(column, row, size) for column in range(size)) for row in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(png(size))
