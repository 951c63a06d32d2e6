"""Prints rows of text in black on white, as a thermal or a dot-matrix printer does."""

import functools
import math
import re

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from rows import SIZES

FOLDER = "/usr/share/fonts/truetype/dejavu"
SIZE = 30
LINE = 41
MARGIN = 48
# A dot-matrix printer's dots across one character cell, and the distance of two dots in pixels.
CELL, PITCH = 9, 2
ROW_DOTS = 20
# The files of plain and strong letters, and their size as a share of the usual one.
FACES = {
    "mono": ("DejaVuSansMono", "DejaVuSansMono-Bold", 1),
    "sans": ("DejaVuSans", "DejaVuSans-Bold", 0.87),
    "serif": ("DejaVuSerif", "DejaVuSerif-Bold", 0.87),
}


def noise(size, rng, low, high, scale=1):
    """Grey noise between two levels; a scale above 1 gives soft patches."""
    small = (max(2, size[0] // scale), max(2, size[1] // scale))
    grain = Image.frombytes("L", small, rng.randbytes(small[0] * small[1]))
    grain = grain.point([low + value * (high - low) // 255 for value in range(256)])
    return grain.resize(size, Image.BICUBIC) if scale > 1 else grain


def sheet_of(rows, rng, columns, head="thermal", faint=0, face="mono"):
    """The printed sheet.

    `head`: "thermal" or "needles" (dot matrix, without small letters); `faint`: added to the ink's grey level, 0 to 150;
    `face`: the typeface of a thermal head, a name of FACES.
    """
    if head == "needles":
        return _dots(rows, rng, columns, faint)
    width = int(_font("plain", "mono", SIZE).getlength("0") * columns) + 2 * MARGIN
    heights = [round(LINE * SIZES[row.size][1]) for row in rows]
    sheet = Image.new("L", (width, sum(heights) + 2 * MARGIN + 20), 255)
    y = MARGIN
    for row, height in zip(rows, heights):
        # Each row has its own darkness, as from a worn print head.
        _print(row, sheet, y, columns, face, min(235, rng.randint(18, 62) + faint))
        y += height
    return sheet


@functools.cache
def _font(weight, face, size):
    plain, strong, share = FACES[face]
    file, size = (plain, size) if weight == "plain" else (strong, size + 8 if weight == "title" else size)
    return ImageFont.truetype(f"{FOLDER}/{file}.ttf", round(size * share))


def _print(row, sheet, y, columns, face, ink):
    """Prints a row: letters of the usual size directly, others stretched from letters of the same height."""
    across, down = SIZES[row.size]
    font = _font(row.font, face, SIZE * down)
    stretch = across / down
    for x, text in _places(row, font, sheet.width / stretch, MARGIN / stretch, columns / across):
        if stretch == 1:
            ImageDraw.Draw(sheet).text((x, y), text, font=font, fill=ink)
        else:
            _stretched(sheet, (x, y), text, font, stretch, ink)


def _places(row, font, width, margin, columns):
    """Where the parts of a row begin; those of a proportional typeface that are columns apart stay so."""
    free = width - font.getlength(row.text)
    if row.align != "left":
        return [(free / 2 if row.align == "centre" else free - margin, row.text)]
    if font.getlength("0") == font.getlength("."):
        return [(margin, row.text)]
    cell = (width - 2 * margin) / columns
    return [_place(each, font, margin, cell, columns) for each in re.finditer(r"\S+(?: \S+)*", row.text)]


def _place(part, font, margin, cell, columns):
    """Numbers and what ends at the right margin are aligned by their ends, anything else by its beginning."""
    text = part.group()
    is_number = part.start() > 0 and not any(map(str.isalpha, text))
    ends = is_number or part.start() > 0 and part.end() >= columns
    return (margin + part.end() * cell - font.getlength(text) if ends else margin + part.start() * cell), text


def _stretched(sheet, place, text, font, stretch, ink):
    """Draws a text that is `stretch` times as wide as its letters are."""
    strip = Image.new("L", (math.ceil(font.getlength(text)) + 4, 2 * font.size), 255)
    ImageDraw.Draw(strip).text((2, 0), text, font=font, fill=ink)
    strip = strip.resize((round(strip.width * stretch), strip.height), Image.BICUBIC)
    corner = (round((place[0] - 2) * stretch), round(place[1]))
    under = sheet.crop((*corner, corner[0] + strip.width, corner[1] + strip.height))
    sheet.paste(ImageChops.darker(under, strip), corner)


def _dots(rows, rng, columns, faint):
    """Prints each character as separate dots of a coarse grid."""
    heights = [ROW_DOTS * SIZES[row.size][1] for row in rows]
    grid = Image.new("1", (CELL * columns, sum(heights)), 1)
    y = 0
    for row, height in zip(rows, heights):
        across = SIZES[row.size][0]
        strip = _row_of_dots(row, columns // across)
        grid.paste(strip.resize((strip.width * across, height), Image.NEAREST), (0, y))
        y += height
    dots = grid.resize((grid.width * PITCH, grid.height * PITCH), Image.NEAREST).convert("L")
    # White gaps between the dots, and a ribbon that is worn in places.
    mesh = Image.new("L", (PITCH, PITCH), 0)
    mesh.putpixel((PITCH - 1, PITCH - 1), 110)
    between = Image.new("L", dots.size, 0)
    for x in range(0, dots.width, PITCH):
        between.paste(mesh, (x, 0))
    strip = between.crop((0, 0, dots.width, PITCH))
    for y in range(0, dots.height, PITCH):
        between.paste(strip, (0, y))
    ribbon = noise(dots.size, rng, 30 + faint, 90 + faint, scale=40)
    dots = ImageChops.lighter(dots, ImageChops.lighter(between, ribbon))
    sheet = Image.new("L", (dots.width + 2 * MARGIN, dots.height + 2 * MARGIN), 255)
    sheet.paste(dots, (MARGIN, MARGIN))
    return sheet.filter(ImageFilter.GaussianBlur(0.6))


def _row_of_dots(row, columns):
    """The dots of one row in letters of the usual size."""
    font = ImageFont.truetype(f"{FOLDER}/DejaVuSansMono.ttf", 15)
    strip = Image.new("1", (CELL * columns, ROW_DOTS), 1)
    draw = ImageDraw.Draw(strip)
    draw.fontmode = "1"
    free = columns - len(row.text)
    start = {"left": 0, "centre": free // 2, "right": free}[row.align]
    for place, character in enumerate(row.text):
        draw.text(((start + place) * CELL, 1), character, font=font, fill=0)
    return strip


def on_paper(sheet, rng):
    """Adds the texture of paper: faint patches in the ink, grain in the white."""
    wear = noise(sheet.size, rng, 0, 70, scale=90)
    ink = ImageChops.lighter(sheet, wear).filter(ImageFilter.GaussianBlur(0.7))
    paper = ImageChops.multiply(noise(sheet.size, rng, 226, 250, scale=3), noise(sheet.size, rng, 236, 255, scale=160))
    return ImageChops.multiply(ink, paper)
