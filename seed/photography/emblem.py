"""Drawn, not photographed: the share card and the icons."""

from PIL import Image, ImageDraw, ImageFilter

import labels

LAC, LAITON_SOFT, PAPER = "#203c45", "#d3b988", "#fbf9f5"


def wordmark(draw, centre, baseline, size, fill, accent):
    """VALMÈRE in Spectral Light, its grave accent in brass."""
    face = labels.font(size)
    tracking = size * .03
    letters = list("VALMERE")
    widths = [draw.textlength(c, font=face) for c in letters]
    x = centre - (sum(widths) + tracking * (len(letters) - 1)) / 2
    for i, (letter, width) in enumerate(zip(letters, widths)):
        draw.text((x, baseline), letter, font=face, fill=fill, anchor="ls")
        if i == 4:
            cap = size * .66
            cx, top = x + width * .52, baseline - cap - size * .235
            t = size * .040
            draw.polygon([(cx - size * .115, top), (cx - size * .115 + t * 2.1, top - t * .7), (cx + size * .085, top + size * .135), (cx + size * .085 - t, top + size * .150)], fill=accent)
        x += width + tracking


def share_card(backdrop):
    """1200 x 630: the bedroom, softened, under the wordmark."""
    scale = 2
    w, h = 1200 * scale, 630 * scale
    picture = backdrop.convert("RGB")
    ratio = max(w / picture.width, h / picture.height)
    picture = picture.resize((round(picture.width * ratio), round(picture.height * ratio)), Image.LANCZOS)
    left = round((picture.width - w) * .62)
    picture = picture.crop((left, (picture.height - h) // 2, left + w, (picture.height - h) // 2 + h))
    veil = Image.new("RGB", (w, h), LAC)
    shade = Image.linear_gradient("L").rotate(90).resize((w, h)).point(lambda v: int(172 - v * .16))
    picture = Image.composite(veil, picture.filter(ImageFilter.GaussianBlur(1.5)), shade)
    draw = ImageDraw.Draw(picture)
    wordmark(draw, w / 2, h * .545, 176 * scale / 2 * 1.15, PAPER, LAITON_SOFT)
    return picture.resize((1200, 630), Image.LANCZOS)


def icon_svg(path):
    """The grave accent, a short falling stroke, on the lake's colour."""
    with open(path, "w", encoding="utf-8") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="10" fill="#203c45"/>'
                  '<path d="M17.5 18.2 25 14.6 46.8 45.6 43.4 48.6Z" fill="#d3b988"/></svg>\n')


def touch_icon(path, size=180):
    s = size * 4 / 64
    picture = Image.new("RGB", (size * 4, size * 4), LAC)
    ImageDraw.Draw(picture).polygon([(x * s, y * s) for x, y in ((17.5, 18.2), (25, 14.6), (46.8, 45.6), (43.4, 48.6))], fill=LAITON_SOFT)
    picture.resize((size, size), Image.LANCZOS).save(path, "PNG", optimize=True)
