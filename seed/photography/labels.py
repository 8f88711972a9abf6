"""Printed labels: the wordmark, the maison's falling stroke, a name, a quantity."""
import hashlib
import math
import os
import tempfile
import tomllib

from PIL import Image, ImageDraw, ImageFont

from shapes import mesh

HERE = os.path.dirname(os.path.abspath(__file__))


def brand():
    """The house's name as the shop's configuration gives it."""
    with open(os.path.join(HERE, "..", "..", "config.toml"), "rb") as source:
        return tomllib.load(source)["brand"]["name"].upper()


BRAND = brand()
FONT_FOLDERS = [
    os.environ.get("PHOTOGRAPHY_FONTS", ""),
    os.path.join(HERE, "fonts"),
    os.path.join(HERE, "..", "..", "ui", "node_modules", "@fontsource", "spectral", "files"),
]
INK = (44, 39, 34, 255)
PAPER = (238, 229, 212, 255)
SAND = (210, 190, 155, 255)
MIST = (200, 204, 200, 255)
CREAM = (243, 236, 224, 255)


def font(size, italic=False, weight=300):
    """Spectral in the wanted cut; EB Garamond when Spectral is not at hand."""
    style = "italic" if italic else "normal"
    for folder in FONT_FOLDERS:
        for ending in ("woff", "woff2", "ttf"):
            path = os.path.join(folder, f"spectral-latin-{weight}-{style}.{ending}")
            if folder and os.path.exists(path):
                return ImageFont.truetype(path, int(size))
    cut = "Italic" if italic else "Regular"
    return ImageFont.truetype(f"/usr/share/fonts/opentype/ebgaramond/EBGaramond12-{cut}.otf", int(size))


def spaced(draw, centre, baseline, text, face, fill, tracking):
    """Centred, letter-spaced text standing on a baseline."""
    widths = [draw.textlength(c, font=face) for c in text]
    x = centre - (sum(widths) + tracking * (len(text) - 1)) / 2
    for character, width in zip(text, widths):
        draw.text((x, baseline), character, font=face, fill=fill, anchor="ls")
        x += width + tracking


def stroke(draw, centre, top, length, fill, thickness):
    """The grave accent: a short stroke that falls to the right and thins as it goes."""
    dx, dy = length * .62, length * .5
    draw.polygon([(centre - dx / 2, top), (centre - dx / 2 + thickness * 1.5, top - thickness * .3),
                  (centre + dx / 2, top + dy), (centre + dx / 2 - thickness * .5, top + dy)], fill=fill)


def label(name, quantity, width, height, paper=PAPER, ink=INK, dots_per_mm=22):
    """Draw a label of width x height metres; returns the path of a PNG."""
    w, h = int(width * 1000 * dots_per_mm), int(height * 1000 * dots_per_mm)
    picture = Image.new("RGBA", (w, h), paper if paper else ink[:3] + (0,))
    draw = ImageDraw.Draw(picture)
    unit = min(w, h * .8)
    spaced(draw, w / 2, h * .26, BRAND, font(unit * .150 * min(1, 7 / len(BRAND))), ink, unit * .026)
    stroke(draw, w / 2, h * .36, unit * .085, ink, unit * .012)
    lines = name.split("\n") if name else []
    for i, line in enumerate(lines):
        spaced(draw, w / 2, h * .62 + i * unit * .115, line, font(unit * .094, italic=True, weight=400), ink, unit * .003)
    if quantity:
        spaced(draw, w / 2, h * .90, quantity, font(unit * .066, weight=400), ink, unit * .012)
    key = hashlib.sha256(repr((name, quantity, width, height, paper, ink)).encode()).hexdigest()[:16]
    path = os.path.join(tempfile.gettempdir(), f"valmere-label-{key}.png")
    part = f"{path}.{os.getpid()}.png"  # another run may be reading it
    picture.save(part)
    os.replace(part, path)
    return path


def wrapped(radius, bottom, width, height, material, facing=-math.pi / 2, clear=.0004, steps=48):
    """A label bent round an upright cylinder, facing the camera by default."""
    vertices, faces, uv = [], [], []
    reach = width / radius / 2
    for i in range(steps + 1):
        t = i / steps
        a = facing - reach + 2 * reach * t
        for j in (0, 1):
            vertices.append(((radius + clear) * math.cos(a), (radius + clear) * math.sin(a), bottom + height * j))
            uv.append((t, j))
    for i in range(steps):
        faces.append((2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1))
    return mesh("label", vertices, faces, material, uv)
