"""Distortions of a printed receipt and of its photo: folds, creases, waves, tilt, shadows, blur and noise."""

import math

from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter

from printing import noise

BORDER = 46


def crumple(paper, rng, creases=0, fold=None, wave=0):
    """Distorts the paper itself.

    `creases`: the number of lines along which it was folded; `fold`: the folded corner, such as "top left"; `wave`:
    the amplitude of its rows, in pixels.
    """
    for _ in range(creases):
        paper = _creased(paper, rng)
    if wave:
        paper = _waved(paper, wave)
    return _corner_folded(paper, fold, rng) if fold else paper


def _creased(paper, rng):
    """Adds an unfolded crease: a dark valley with a light ridge beside it, and one side in shade."""
    width, height = paper.size
    if rng.random() < 0.7:
        y = rng.randint(height // 6, height * 5 // 6)
        ends = [(0, y), (width, y + rng.randint(-30, 30))]
        side = [ends[0], ends[1], (width, height), (0, height)]
    else:
        x = rng.randint(width // 4, width * 3 // 4)
        ends = [(x, 0), (x + rng.randint(-40, 40), height)]
        side = [ends[0], ends[1], (width, height), (width, 0)]
    shade = Image.new("L", paper.size, 255)
    ImageDraw.Draw(shade).polygon(side, fill=rng.randint(222, 242))
    shade = shade.filter(ImageFilter.GaussianBlur(6))
    valley = Image.new("L", paper.size, 255)
    ImageDraw.Draw(valley).line(ends, fill=rng.randint(110, 160), width=3)
    ridge = Image.new("L", paper.size, 0)
    ImageDraw.Draw(ridge).line([(x + 3, y + 3) for x, y in ends], fill=70, width=3)
    dark = ImageChops.multiply(ImageChops.multiply(paper, shade), valley.filter(ImageFilter.GaussianBlur(1.4)))
    return ImageChops.add(dark, ridge.filter(ImageFilter.GaussianBlur(1.6)))


def _waved(paper, wave):
    """Curves the rows up and down across the paper, as on a receipt that was rolled up."""
    strips = 24
    mesh = []
    for strip in range(strips):
        left, right = paper.width * strip // strips, paper.width * (strip + 1) // strips
        from_left, from_right = (wave * math.sin(math.pi * x / paper.width) for x in (left, right))
        top, bottom = 0, paper.height
        quad = (left, top + from_left, left, bottom + from_left, right, bottom + from_right, right, top + from_right)
        mesh.append(((left, top, right, bottom), quad))
    return paper.transform(paper.size, Image.MESH, mesh, Image.BICUBIC, fillcolor=235)


def _corner_folded(paper, corner, rng):
    """Folds a corner over, so that its back covers the print."""
    width, height = paper.size
    across, down = rng.randint(60, 100), rng.randint(60, 100)
    x, y = (0 if "left" in corner else width), (0 if "top" in corner else height)
    inside_x, inside_y = (across if x == 0 else width - across), (down if y == 0 else height - down)
    triangle = [(inside_x, y), (x, inside_y), (inside_x, inside_y)]
    shadow = Image.new("L", paper.size, 255)
    ImageDraw.Draw(shadow).polygon(triangle, fill=120)
    paper = ImageChops.multiply(paper, shadow.filter(ImageFilter.GaussianBlur(7)))
    draw = ImageDraw.Draw(paper)
    draw.polygon(triangle, fill=226)
    # The table is visible where the corner was.
    draw.polygon([(x, y), (inside_x, y), (x, inside_y)], fill=98)
    return paper


def photograph(paper, rng, rotation=0.7, perspective=0, shadow=52, hand=False, blur=0.5, grain=16, light=1.0):
    """Lays the receipt on a table, slightly rotated, and photographs it.

    `rotation`: degrees anticlockwise; `perspective`: share of the width by which the far end is narrower; `shadow`:
    darkness of the lower right, 0 to 255; `hand`: whether a hand or phone casts a shadow, too; `blur`: radius in pixels;
    `grain`: noise in grey levels; `light`: brightness of the whole photo, 1.0 unchanged.
    """
    size = (paper.width + 2 * BORDER, paper.height + 2 * BORDER)
    table = ImageChops.multiply(noise(size, rng, 92, 112, scale=4), noise(size, rng, 225, 255, scale=220))
    under = Image.new("L", size, 0)
    under.paste(150, (BORDER + 9, BORDER + 12, BORDER + 9 + paper.width, BORDER + 12 + paper.height))
    table = Image.composite(Image.new("L", size, 40), table, under.filter(ImageFilter.GaussianBlur(12)))
    table.paste(paper, (BORDER, BORDER))
    turned = table.rotate(rotation, resample=Image.BICUBIC, fillcolor=98)
    if perspective:
        turned = _tilt(turned, perspective)
    lamp = Image.new("L", (64, 64))
    lamp.putdata([int(255 - shadow * (1 / (1 + math.exp(-(x + y - 74) / 9)))) for y in range(64) for x in range(64)])
    lit = ImageChops.multiply(turned, lamp.resize(size, Image.BICUBIC))
    if hand:
        lit = ImageChops.multiply(lit, _hand(size))
    if light != 1.0:
        lit = lit.point([min(255, int(value * light)) for value in range(256)])
    noisy = ImageChops.subtract(ImageChops.add(lit, noise(size, rng, 0, grain)), Image.new("L", size, grain // 2))
    noisy = noisy.filter(ImageFilter.GaussianBlur(blur))
    colour = Image.merge("RGB", (noisy, noisy.point(lambda v: int(v * 0.985)), noisy.point(lambda v: int(v * 0.94))))
    return ImageEnhance.Contrast(colour).enhance(1.04)


def _hand(size):
    """A soft shadow from below, as of the person who holds the camera."""
    shade = Image.new("L", size, 255)
    width, height = size
    ImageDraw.Draw(shade).ellipse((width * 0.25, height * 0.55, width * 1.3, height * 1.4), fill=150)
    return shade.filter(ImageFilter.GaussianBlur(40))


def _tilt(picture, share):
    """Tilts the picture: the upper end is farther away and narrower, the left corner more than the right."""
    width, height = picture.size
    near = [(0, 0), (width, 0), (width, height), (0, height)]
    far = [(width * share, height * share * 0.3), (width * (1 - 0.7 * share), 0), (width, height), (0, height)]
    return picture.transform(picture.size, Image.PERSPECTIVE, _projection(far, near), Image.BICUBIC, fillcolor=98)


def _projection(seen, real):
    """The eight coefficients of Pillow's perspective transform, which maps points of the result to the original."""
    rows = []
    for (x, y), (u, v) in zip(seen, real):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    # Gauss-Jordan elimination with partial pivoting.
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(8):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * own for value, own in zip(rows[row], rows[column])]
    return [row[8] for row in rows]
