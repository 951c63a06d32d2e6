"""Prints rows of text in black on white, as a thermal or a dot-matrix printer does."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

FOLDER = "/usr/share/fonts/truetype/dejavu"
SIZE = 30
LINE = 41
MARGIN = 48
# A dot-matrix printer's dots across one character cell, and the distance of two dots in pixels.
CELL, PITCH = 9, 2


def noise(size, rng, low, high, scale=1):
    """Grey noise between two levels; a scale above 1 gives soft patches."""
    small = (max(2, size[0] // scale), max(2, size[1] // scale))
    grain = Image.frombytes("L", small, rng.randbytes(small[0] * small[1]))
    grain = grain.point([low + value * (high - low) // 255 for value in range(256)])
    return grain.resize(size, Image.BICUBIC) if scale > 1 else grain


def sheet_of(rows, rng, columns, head="thermal", faint=0):
    """The printed sheet.

    `head`: "thermal" or "needles" (dot matrix); `faint`: added to the ink's grey level, 0 to 150.
    """
    if head == "needles":
        return _dots(rows, rng, columns, faint)
    plain = ImageFont.truetype(f"{FOLDER}/DejaVuSansMono.ttf", SIZE)
    strong = ImageFont.truetype(f"{FOLDER}/DejaVuSansMono-Bold.ttf", SIZE)
    title = ImageFont.truetype(f"{FOLDER}/DejaVuSansMono-Bold.ttf", SIZE + 8)
    width = int(plain.getlength("0") * columns) + 2 * MARGIN
    sheet = Image.new("L", (width, LINE * len(rows) + 2 * MARGIN + 20), 255)
    draw = ImageDraw.Draw(sheet)
    y = MARGIN
    for text, style in rows:
        font = {"title": title, "strong": strong}.get(style, plain)
        x = (width - font.getlength(text)) / 2 if style in ("title", "centre") else MARGIN
        # Each row has its own darkness, as from a worn print head.
        draw.text((x, y), text, font=font, fill=min(235, rng.randint(18, 62) + faint))
        y += LINE
    return sheet


def _dots(rows, rng, columns, faint):
    """Prints each character as separate dots of a coarse grid."""
    font = ImageFont.truetype(f"{FOLDER}/DejaVuSansMono.ttf", 15)
    row_dots = 20
    grid = Image.new("1", (CELL * columns, row_dots * len(rows)), 1)
    draw = ImageDraw.Draw(grid)
    draw.fontmode = "1"
    for line, (text, style) in enumerate(rows):
        start = (columns - len(text)) // 2 if style in ("title", "centre") else 0
        for place, character in enumerate(text):
            draw.text(((start + place) * CELL, line * row_dots + 1), character, font=font, fill=0)
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


def on_paper(sheet, rng):
    """Adds the texture of paper: faint patches in the ink, grain in the white."""
    wear = noise(sheet.size, rng, 0, 70, scale=90)
    ink = ImageChops.lighter(sheet, wear).filter(ImageFilter.GaussianBlur(0.7))
    paper = ImageChops.multiply(noise(sheet.size, rng, 226, 250, scale=3), noise(sheet.size, rng, 236, 255, scale=160))
    return ImageChops.multiply(ink, paper)
