"""Names, widths and ratios of all pictures that the shop needs. Independent of Blender."""
import functools
import itertools
import os
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
CATALOGUE = os.path.join(HERE, "..", "catalogue")

# name -> size of the render, widths of the files, maximum bytes of an AVIF by width
PAGES = {
    "home-hero-desktop": ((2560, 1097), (960, 1280, 1920, 2560), {1920: 180_000, 2560: 180_000}),
    "home-hero-mobile": ((1280, 1600), (480, 960, 1280), {960: 90_000, 1280: 90_000}),
    "home-story": ((1280, 853), (640, 1280), {}),
    "empty-bag": ((1280, 853), (640, 1280), {}),
    "not-found": ((1280, 853), (640, 1280), {}),
    "og-card": ((1200, 630), (1200,), {}),
}
TILE = ((960, 1200), (480, 960), {})


@functools.cache
def products():
    with open(os.path.join(CATALOGUE, "products.toml"), "rb") as source:
        return tomllib.load(source)["product"]


@functools.cache
def waiting():
    """Pictures to come: name -> SKU and alternative text in five languages (texts.toml)."""
    with open(os.path.join(HERE, "texts.toml"), "rb") as source:
        return tomllib.load(source)


def forget():
    """Clear the caches after a picture was entered."""
    products.cache_clear()
    waiting.cache_clear()
    names.cache_clear()


@functools.cache
def names():
    """All current and coming pictures of catalogue and pages; of variants, '<picture>--<value>[--<value>]'."""
    result = set(PAGES) | set(waiting())
    for product in products():
        result.update(product["pictures"])
        if "picture_by" in product:
            for values in itertools.product(*(product["values"][option] for option in product["picture_by"])):
                result.update("--".join((picture, *values)) for picture in product["pictures"])
    with open(os.path.join(CATALOGUE, "categories.toml"), "rb") as source:
        result.update(c["image"] for c in tomllib.load(source)["category"] if c.get("image"))
    return result


@functools.cache
def bestsellers():
    """First pictures of the products on the home page."""
    with open(os.path.join(HERE, "..", "home", "home.toml"), "rb") as source:
        home = tomllib.load(source)
    shown = {*home["bestsellers"], *home["bestsellers_mobile"]}
    return {p["pictures"][0] for p in products() if p["sku"] in shown}


def size(name):
    return PAGES.get(name, TILE)[0]


def widths(name):
    return PAGES.get(name, TILE)[1]


def limits(name):
    return PAGES.get(name, TILE)[2]


def ratio(name):
    return size(name)[0] / size(name)[1]
