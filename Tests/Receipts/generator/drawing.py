"""Draws the photo of a receipt from its data."""

import random

import camera
import layout
import printing


def draw(data):
    """The photo of a receipt, as an image of Pillow."""
    photo = dict(data.get("photo", {}))
    rng = random.Random(photo.pop("seed", 1))
    bends = {name: photo.pop(name) for name in ("creases", "fold", "wave") if name in photo}
    scale, _ = photo.pop("scale", 1.0), photo.pop("quality", None)
    paper = data.get("paper", {})
    sheet = printing.sheet_of(
        layout.rows_of(data), rng, data.get("columns", layout.COLUMNS), paper.get("head", "thermal"), paper.get("faint", 0)
    )
    picture = camera.photograph(camera.crumple(printing.on_paper(sheet, rng), rng, **bends), rng, **photo)
    size = (round(picture.width * scale), round(picture.height * scale))
    return picture if scale == 1 else picture.resize(size, printing.Image.LANCZOS)
