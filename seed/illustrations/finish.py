"""From light to picture: colourways, exposure, tone curve, a breath of grain, WebP files."""
import os

import numpy as np
from PIL import Image

REVISION = 1
QUALITY = 80
CONTRAST = 1.30


def path(folder, name, width):
    return os.path.join(folder, f"{name}.{width}.webp")


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
    noise = np.random.default_rng(abs(hash(picture.size)) % 1000).normal(size=(h, w, 1)).astype(np.float32)
    return np.clip(result + noise * grade["grain"], 0, 1)


def inverse_tone(display):
    """Scene light of a neutral that the curve shows at `display` (sRGB 0..1)."""
    linear = ((display + .055) / 1.055) ** 2.4
    n, middle = CONTRAST, .18
    pivot = middle ** n * (1 / .185 - 1)
    return (linear * pivot / (1 - linear)) ** (1 / n)


def save(result, folder, name, widths):
    os.makedirs(folder, exist_ok=True)
    image = Image.fromarray((result * 255 + .5).astype(np.uint8))
    total = 0
    for width in widths:
        height = round(image.height * width / image.width)
        # Renders are a little smaller than the largest file; denoised light scales cleanly.
        scaled = image if width == image.width else image.resize((width, height), Image.LANCZOS)
        target = path(folder, name, width)
        scaled.save(target + ".part", "WEBP", quality=QUALITY, method=6)
        os.replace(target + ".part", target)
        total += os.path.getsize(target)
    return total
