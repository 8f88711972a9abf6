"""The manifest of finished pictures, read by the shop: ../images/manifest.json.

    {"version": 1, "pictures": {"towel-lac": {
        "width": 960, "height": 1200,            the largest file
        "widths": [480, 960],                    each as <name>.<width>.avif and .webp
        "colour": "#d6cdc0",                     mean colour, shown before the picture is loaded
        "preview": "data:image/webp;base64,…"    placeholder 16 pixels wide, shown blurred until the picture is loaded
    }}}
"""
import json
import os

VERSION = 1


def path(folder):
    return os.path.join(folder, "manifest.json")


def read(folder):
    if not os.path.exists(path(folder)):
        return {}
    with open(path(folder), encoding="utf-8") as source:
        return json.load(source)["pictures"]


def write(folder, pictures):
    """One picture per line, sorted by name, for readable diffs."""
    lines = [f"{json.dumps(name)}: {json.dumps(entry, separators=(', ', ': '))}" for name, entry in sorted(pictures.items())]
    with open(path(folder) + ".part", "w", encoding="utf-8") as out:
        out.write(f'{{"version": {VERSION}, "pictures": {{\n' + ",\n".join(lines) + "\n}}\n")
    os.replace(path(folder) + ".part", path(folder))


def enter(folder, name, entry):
    pictures = read(folder)
    pictures[name] = entry
    write(folder, pictures)


def drop(folder, names):
    pictures = read(folder)
    write(folder, {name: entry for name, entry in pictures.items() if name not in names})
