"""Draws the photo of a receipt from its data."""

import io
import random

import camera
import damage
import layout
import printing


def draw(data):
    """The photo of a receipt, as an image of Pillow."""
    photo = dict(data.get("photo", {}))
    rng = random.Random(photo.pop("seed", 1))
    bends = {name: photo.pop(name) for name in ("creases", "fold", "wave") if name in photo}
    scale, _ = photo.pop("scale", 1.0), photo.pop("quality", None)
    sheet = printing.sheet_of(layout.rows_of(data), rng, data.get("columns", layout.COLUMNS), **data.get("paper", {}))
    picture = camera.photograph(camera.crumple(printing.on_paper(sheet, rng), rng, **bends), rng, **photo)
    size = (round(picture.width * scale), round(picture.height * scale))
    return picture if scale == 1 else picture.resize(size, printing.Image.LANCZOS)


def encoded(data):
    """The photo as a JPEG file, damaged if the data say so."""
    content = io.BytesIO()
    draw(data).save(content, "JPEG", quality=data.get("photo", {}).get("quality", 82), optimize=True)
    return damage.damaged(content.getvalue(), **data.get("damage", {}))
