"""Makes the fonts beside this file; see README.md for what they are.

    python subset.py FOLDER_OF_NODE_MODULES FOLDER_OF_NOTO_SANS FOLDER_OF_NOTO_CJK
"""

import sys
from pathlib import Path

import brotli
from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

OUT = Path(__file__).parent
FEATURES = ["kern", "tnum", "liga", "locl", "ccmp", "mark"]
# Other alphabets, boxes and numbers in circles that GB/T 2312 holds beside its characters.
NOT_WANTED = [range(0x2460, 0x2580), range(0x3040, 0x3100)]
HEADINGS = "商业发票贷项通知单"


def cut(font, characters=None, features=FEATURES):
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.glyph_names = False
    options.drop_tables += ["DSIG", "meta", "STAT", "BASE", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters or list(font.getBestCmap()))
    subsetter.subset(font)
    return font


def opened(path, weight=None):
    font = TTFont(path)
    font.flavor = None
    if weight:
        font = instancer.instantiateVariableFont(font, {"wght": weight})
    return font


def merged(parts, name):
    files = []
    for number, part in enumerate(parts):
        file = OUT / f"part{number}.ttf"
        part.save(file)
        files.append(file)
    cut(Merger().merge([str(file) for file in files])).save(OUT / name)
    for file in files:
        file.unlink()


def gb2312():
    found = set()
    for row in range(0xA1, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes([row, cell]).decode("gb2312")))
            except UnicodeDecodeError:
                continue
    kept = {c for c in found if c >= 0x2000 and not any(c in wide for wide in NOT_WANTED)}
    return sorted(kept | {ord(c) for c in "〓〇·・―"})


def main(modules, noto_sans, noto_cjk):
    modules, noto_sans, noto_cjk = Path(modules), Path(noto_sans), Path(noto_cjk)
    figtree = modules / "@fontsource-variable/figtree/files"
    spectral = modules / "@fontsource/spectral/files"
    for weight, name in ((400, "figtree-regular.ttf"), (600, "figtree-semibold.ttf")):
        parts = [opened(figtree / f"figtree-{part}-wght-normal.woff2", weight) for part in ("latin", "latin-ext")]
        merged(parts, name)
    merged(
        [opened(spectral / f"spectral-{part}-300-normal.woff2") for part in ("latin", "latin-ext")],
        "spectral-light.ttf",
    )
    merged(
        [opened(noto_sans / f"files/noto-sans-{part}-400-normal.woff2") for part in ("greek", "cyrillic")],
        "noto-sans-greek-cyrillic.ttf",
    )
    # Third in the collections: Simplified Chinese.
    han = cut(TTFont(noto_cjk / "NotoSansCJK-Regular.ttc", fontNumber=2), gb2312(), [])
    han.save(OUT / "han.otf")
    (OUT / "noto-sans-cjk-sc.otf.br").write_bytes(brotli.compress((OUT / "han.otf").read_bytes(), quality=11, lgwin=22))
    (OUT / "han.otf").unlink()
    serif = TTFont(noto_cjk / "NotoSerifCJK-Regular.ttc", fontNumber=2)
    cut(serif, [ord(c) for c in HEADINGS], []).save(OUT / "noto-serif-cjk-sc.otf")


if __name__ == "__main__":
    main(*sys.argv[1:])
