"""From light to picture: colourways, exposure, tone curve, a breath of grain, AVIF and WebP files."""
import base64
import io
import os
import zlib

import numpy as np
from PIL import Image

REVISION = 2
KINDS = ("avif", "webp")
QUALITY = {"avif": 58, "webp": 80}
CONTRAST = 1.36


def path(folder, name, width, kind="webp"):
    return os.path.join(folder, f"{name}.{width}.{kind}")


def to_linear(colour):
    digits = colour.lstrip("#")
    c = np.array([int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(c <= .04045, c / 12.92, ((c + .055) / 1.055) ** 2.4)


def luminance(light):
    return light @ np.array([.2126, .7152, .0722], np.float32)


def tone(light):
    """A film-like curve per channel: gentle toe, long shoulder, highlights that lose a little colour."""
    grey = luminance(light)[..., None]
    bright = np.clip((grey - .5) / 2.5, 0, 1)
    light = light * (1 - .45 * bright) + grey * .45 * bright
    n, middle = CONTRAST, .18
    pivot = middle ** n * (1 / .185 - 1)
    curve = light ** n / (light ** n + pivot)
    return np.where(curve <= .0031308, curve * 12.92, 1.055 * np.power(np.maximum(curve, 1e-6), 1 / 2.4) - .055)


def develop(kept, picture):
    """Apply colourways and grade; returns floats 0..1, height x width x 3."""
    light = kept["light"].astype(np.float32)
    metered = light.copy()
    for group, (old, new) in picture.tints.items():
        mask = kept[group].astype(np.float32)[..., None]
        ratio = (to_linear(new) / to_linear(old)).astype(np.float32)
        light = light * (1 - mask) + light * ratio * mask
    grade = {"wall": .80, "meter": (0, 0, 1, .12), "ev": 0.0, "warm": 0.0, "grain": .006, **picture.grade}
    x0, y0, x1, y1 = grade["meter"]
    h, w = metered.shape[:2]
    patch = metered[int(y0 * h):max(1, int(y1 * h)), int(x0 * w):max(1, int(x1 * w))]
    level = float(np.median(luminance(patch)))
    target = inverse_tone(grade["wall"])
    light = np.maximum(light * (target / max(level, 1e-4)) * 2 ** grade["ev"], 0)
    light *= np.array([1 + .05 * grade["warm"], 1, 1 - .07 * grade["warm"]], np.float32)
    result = tone(light)
    noise = np.random.default_rng(zlib.crc32(picture.name.encode())).normal(size=(h, w, 1)).astype(np.float32)
    return np.clip(result + noise * grade["grain"], 0, 1)


def inverse_tone(display):
    """Scene light of a neutral that the curve shows at `display` (sRGB 0..1)."""
    linear = ((display + .055) / 1.055) ** 2.4
    n, middle = CONTRAST, .18
    pivot = middle ** n * (1 / .185 - 1)
    return (linear * pivot / (1 - linear)) ** (1 / n)


def files(folder, picture):
    """All files of a picture."""
    return [path(folder, picture.name, width, kind) for width in picture.widths for kind in KINDS]


def save(result, folder, picture, draft=False):
    """Write a picture in its widths; returns the bytes written and its entry of the manifest."""
    image = Image.fromarray((result * 255 + .5).astype(np.uint8))
    return save_image(image, folder, picture.name, picture.widths, picture.limits, draft)


def save_image(image, folder, name, widths, limits=None, draft=False):
    os.makedirs(folder, exist_ok=True)
    total = 0
    for width in widths:
        height = round(image.height * width / image.width)
        scaled = image if width == image.width else image.resize((width, height), Image.LANCZOS)
        for kind in KINDS[-1:] if draft else KINDS:
            target = path(folder, name, width, kind)
            write(scaled, target, kind, (limits or {}).get(width))
            total += os.path.getsize(target)
    return total, {"width": widths[-1], "height": round(image.height * widths[-1] / image.width), "widths": list(widths),
                   "colour": mean_colour(image), "preview": preview(image)}


def write(image, target, kind, limit=None):
    """One file; with a `limit` in bytes, AVIF gives up quality until it fits."""
    quality = QUALITY[kind]
    while True:
        if kind == "avif":
            image.save(target + ".part", "AVIF", quality=quality, speed=5, max_threads=1)
        else:
            image.save(target + ".part", "WEBP", quality=quality, method=6)
        if kind != "avif" or not limit or os.path.getsize(target + ".part") <= limit or quality <= 30:
            break
        quality -= 4
    os.replace(target + ".part", target)


def mean_colour(image):
    r, g, b = image.resize((1, 1), Image.BOX).getpixel((0, 0))
    return f"#{r:02x}{g:02x}{b:02x}"


def preview(image):
    """The picture in 16 pixels, as a data address."""
    small = image.resize((16, max(1, round(16 * image.height / image.width))), Image.BOX)
    kept = io.BytesIO()
    small.save(kept, "WEBP", quality=12, method=6)
    return "data:image/webp;base64," + base64.b64encode(kept.getvalue()).decode()


def emblems(folder):
    """Share card and icons, drawn; the card over the hero."""
    import emblem
    import manifest
    emblem.icon_svg(os.path.join(folder, "icon.svg"))
    emblem.touch_icon(os.path.join(folder, "apple-touch-icon.180.png"))
    hero = path(folder, "home-hero-desktop", 1920, "webp")
    if os.path.exists(hero):
        _, entry = save_image(emblem.share_card(Image.open(hero)), folder, "og-card", (1200,))
        manifest.enter(folder, "og-card", entry)
