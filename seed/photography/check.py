"""Check that every product, option, category and home block has its pictures in every size.

    python check.py                  print faults; exit status 1 if there are any
    python check.py --sheets FOLDER  also make contact sheets of all pictures

Needs no Blender, only Pillow.
"""
import argparse
import os
import sys
import tomllib

from PIL import Image, ImageDraw

import manifest
import wanted

HERE = os.path.dirname(os.path.abspath(__file__))
IMAGES = os.path.join(HERE, "..", "images")
KINDS = ("avif", "webp")
BUDGET = 40_000_000
# Maximum size of the hero's largest file on phone and desktop, in bytes.
LIMITS = {("home-hero-mobile", "avif"): 90_000, ("home-hero-desktop", "avif"): 180_000}
LEAST = 3  # pictures of a product


def files():
    """Faults of the files: missing, a size that differs from the name, too many bytes, not in the manifest."""
    known = manifest.read(IMAGES)
    for name in sorted(wanted.names()):
        sizes = wanted.widths(name)
        for width in sizes:
            for kind in KINDS:
                path = os.path.join(IMAGES, f"{name}.{width}.{kind}")
                if not os.path.exists(path):
                    yield f"{name}: no {width} px as {kind}"
                    continue
                with Image.open(path) as image:
                    if image.width != width or abs(image.width / image.height / wanted.ratio(name) - 1) > .01:
                        yield f"{name}: {os.path.basename(path)} is {image.width} x {image.height}"
                limit = LIMITS.get((name, kind))
                if limit and os.path.getsize(path) > limit:
                    yield f"{name}: {os.path.basename(path)} has {os.path.getsize(path)} bytes, at most {limit} are allowed"
        if known.get(name, {}).get("widths") != list(sizes):
            yield f"{name}: not in the manifest with its widths"
    for name in sorted(set(known) - wanted.names()):
        yield f"{name}: in the manifest, but nothing asks for it"


def texts():
    """Faults of the catalogue: too few pictures, a number of alternative texts that does not match."""
    for language in ("en", "fr", "de", "es", "zh"):
        with open(os.path.join(wanted.CATALOGUE, language, "products.toml"), "rb") as source:
            written = tomllib.load(source)
        for product in wanted.products():
            alternatives = written[product["sku"]]["alt"]
            if len(alternatives) != len(product["pictures"]) or not all(alternatives):
                yield f"{product['sku']}: {len(alternatives)} alternatives in {language} for {len(product['pictures'])} pictures"
    for name, text in wanted.waiting().items():
        yield f"{text['sku']}: {name} waits to be rendered and entered"
    for product in wanted.products():
        if len(product["pictures"]) < LEAST:
            yield f"{product['sku']}: {len(product['pictures'])} pictures, at least {LEAST} are wanted"


def weight():
    total = sum(os.path.getsize(os.path.join(IMAGES, f)) for f in os.listdir(IMAGES))
    print(f"{len(manifest.read(IMAGES))} pictures in the manifest, {total / 1e6:.1f} MB of {BUDGET / 1e6:.0f}")
    if total > BUDGET:
        yield f"all pictures together have {total} bytes, at most {BUDGET} are allowed"


def sheets(folder, columns=8, width=240, rows=4):
    """Contact sheets of all pictures with a file, in order of name."""
    os.makedirs(folder, exist_ok=True)
    shown = []
    for name in sorted(wanted.names()):
        for size in wanted.widths(name):
            path = os.path.join(IMAGES, f"{name}.{size}.webp")
            if os.path.exists(path):
                shown.append((name, path))
                break
    cell = width * 5 // 4 + 16
    for start in range(0, len(shown), columns * rows):
        sheet = Image.new("RGB", (columns * (width + 6), rows * cell), "white")
        draw = ImageDraw.Draw(sheet)
        for place, (name, path) in enumerate(shown[start:start + columns * rows]):
            x, y = place % columns * (width + 6), place // columns * cell
            with Image.open(path) as image:
                small = image.convert("RGB")
                small.thumbnail((width, width * 5 // 4), Image.LANCZOS)
            sheet.paste(small, (x, y + 13))
            draw.text((x + 2, y), name, fill="black")
        sheet.save(os.path.join(folder, f"sheet-{start // (columns * rows) + 1:02}.png"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", metavar="FOLDER")
    options = parser.parse_args()
    faults = [*files(), *texts(), *weight()]
    for fault in faults:
        print(fault)
    if options.sheets:
        sheets(options.sheets)
    if faults:
        sys.exit(f"{len(faults)} faults")
    print("every picture is there")


if __name__ == "__main__":
    main()
