"""Enter a finished picture into the catalogue: its name after the product's others, its alternative texts in five languages.

The texts are in texts.toml until there is a file; the catalogue's files are edited as text to keep comments and order.
"""
import json
import os
import tomllib

import wanted

TEXTS = os.path.join(wanted.HERE, "texts.toml")
LANGUAGES = ("en", "fr", "de", "es", "zh")


def row(values):
    return "[" + ", ".join(json.dumps(v, ensure_ascii=False) for v in values) + "]"


def replace(path, start, key, change):
    """Rewrite the list `key` in the section that begins with `start` by `change(list)`."""
    with open(path, encoding="utf-8") as source:
        text = source.read()
    at = text.index(f"\n{key} = [", text.index(start)) + 1
    end = text.index("\n", at)
    values = tomllib.loads(text[at:end])[key]
    with open(path + ".part", "w", encoding="utf-8") as out:
        out.write(text[:at] + f"{key} = " + row(change(values)) + text[end:])
    os.replace(path + ".part", path)


def enter(name):
    """Move this picture's texts, if any, from texts.toml to the catalogue and add its name."""
    text = wanted.waiting().get(name)
    if not text:
        return
    sku = text["sku"]
    pictures = next(p["pictures"] for p in wanted.products() if p["sku"] == sku)
    place = pictures.index(name) if name in pictures else len(pictures)
    if place == len(pictures):
        replace(os.path.join(wanted.CATALOGUE, "products.toml"), f'\nsku = "{sku}"\n', "pictures", lambda values: [*values, name])
    for language in LANGUAGES:
        replace(os.path.join(wanted.CATALOGUE, language, "products.toml"), f'["{sku}"]\n', "alt",
                lambda values: [*values[:place], text[language], *values[place + 1:]])
    with open(TEXTS, encoding="utf-8") as source:
        head, *entries = source.read().split("\n\n")
    kept = [entry.strip("\n") for entry in entries if not entry.startswith(f'["{name}"]')]
    with open(TEXTS + ".part", "w", encoding="utf-8") as out:
        out.write("\n\n".join([head.strip("\n"), *kept]) + "\n")
    os.replace(TEXTS + ".part", TEXTS)
    wanted.forget()
