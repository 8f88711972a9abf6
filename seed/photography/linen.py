"""Bed linen: pillows, folded sets, sheets, duvets and throws."""
import math
import random

import numpy as np

import bpy
import props
import room
from bed import LAKE, WHITE, made_up, lac, headboard, low_platform, mattress, outline_cord
from cloth import crumple, cushion_mesh, drape, edge, laid, dress, duvet, pile, pillow, puff, quilted, rest, rounded_block, stand, twin, uv_points
from materials import brass, cloth, oak, plain, silk, travertine, twill, yarn
from shapes import box, fold_path, fractal, grid, group, mesh, normals, over_path, place, points, refine, rod, roll_path, rounded, set_points, settle, swept, thicken, turned
from studio import north_light

PIPING = LAKE


def folded(width, depth, thickness, material, at=(0, 0, 0), turn=0.0, seed=0, wobble=.0012, droop=.05, amplitude=.002, piping=None, bead=.0022):
    """A cloth folded in four; piping follows both open sides."""
    path = fold_path(depth, thickness, .0006)
    obj = swept("folded", path, width, thickness, material, seed=seed, wobble=wobble, skew=.003)
    settle(obj, droop, amplitude, seed)
    ring = len(obj.data.vertices) // len(path)
    crumple(obj, amplitude * .8, seed, (.6, 1, 1), 7, density=1)
    parts = [obj]
    if piping:
        p = points(obj)
        for y in (-1, 1):
            line = []
            for i in range(len(path)):
                block = p[i * ring:(i + 1) * ring]
                edge = block[np.argsort(block[:, 1] * y)[-2:]].mean(0)
                line.append(tuple(edge + [0, y * .0006, 0]))
            parts.append(rod("piping", line, bead, piping, curved=False))
    holder = group(parts, at, math.pi / 2 + turn)
    return holder


def band(width, height, depth, material, at=(0, 0, 0), strip=.045, ease=.004):
    """A cotton band round a folded pile (runs over top and front)."""
    w, h, d = strip, height + ease, depth + 2 * ease
    outline = rounded([(0, -d / 2 + .02), (0, -d / 2), (h, -d / 2), (h, d / 2), (0, d / 2)], [0, .012, .014, .014, 0], 6)
    v, f, uv = [], [], []
    run = 0
    for i, (z, y) in enumerate(outline):
        if i:
            run += math.dist((z, y), outline[i - 1])
        for j in (-.5, .5):
            v.append((j * w, y, z))
            uv.append((j * w, run))
    f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(outline) - 1)]
    obj = mesh("band", v, f, material, uv)
    thicken(obj, .0016, 1)
    obj.location = at
    return obj


def bow(at, material, size=.035):
    """A flat bow: two loops, two tails, a knot."""
    x, y, z = at
    for side in (-1, 1):
        loop, tail = [], []
        for k in range(15):
            a = 2 * math.pi * k / 14
            loop.append((x + side * size * (.5 - .5 * math.cos(a)) * 1.15, y - .004, z + size * .34 * math.sin(a)))
        for k in range(9):
            t = k / 8
            tail.append((x + side * size * .75 * t, y - .004 - .002 * math.sin(t * 4), z - size * 1.1 * t ** 1.2))
        for path, w in ((loop, .012), (tail, .011)):
            v = []
            for p in path:
                v += [(p[0], p[1] - w / 2, p[2]), (p[0], p[1] + w / 2, p[2])]
            f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
            ribbon = mesh("ribbon", v, f, material)
            thicken(ribbon, .0012)
    box("knot", (.012, .012, .012), (x, y - .006, z), material, .004)


# ---------------------------------------------------------------- folded sets

def set_scene(kind="percale"):
    """Duvet cover and two pillowcases, folded; percale tied, sateen glossy, linen loose."""
    surface = {"percale": "oak", "sateen": "travertine", "linen": "oak"}[kind]
    props.ledge(surface, depth=.60, wall=.42)
    if kind == "percale":
        material, cord = cloth("percale", WHITE, "percale", .12), cloth("lake", PIPING, "linen", 0, mapped=False)
        folded(.40, .31, .0092, material, (0, -.06, 0), .02, 1, piping=cord, amplitude=.003)
        folded(.37, .29, .0062, material, (.004, -.06, .0405), -.03, 2, piping=cord, amplitude=.002)
        folded(.37, .29, .0062, material, (-.004, -.058, .069), .015, 3, piping=cord, amplitude=.002)
        band(.4, .0945, .308, cloth("band", "#e2d9ca", "linen", 0), (.0, .094, 0), .060)
    elif kind == "sateen":
        material = cloth("sateen", "#ede2cf", "sateen", .25, sheen=.05)
        folded(.40, .31, .0095, material, (0, -.06, 0), .03, 4, amplitude=.004)
        folded(.38, .30, .0066, material, (.01, -.055, .042), -.04, 5, amplitude=.003)
        folded(.36, .28, .0066, material, (.0, -.05, .072), .05, 6, amplitude=.003)
        props.twig((.20, .10, .0), .05, (-.26, -.14), 7, 14, .05)
    else:
        material = cloth("linen", "#cdb898", "linen", 1.3, sheen=.3)
        folded(.40, .31, .010, material, (0, -.06, 0), .05, 7, wobble=.007, droop=.25, amplitude=.010)
        folded(.39, .29, .008, material, (.012, -.05, .046), -.07, 8, wobble=.007, droop=.3, amplitude=.010)
        folded(.34, .27, .008, material, (-.01, -.045, .084), .10, 9, wobble=.008, droop=.35, amplitude=.012)
    north_light(.8, centre=(0, .03, .06))
    props.tile_frame((.0, .04, .075), .64, 95, 19, 18, 7, focus=(.02, -.09, .07))


def corner_detail(kind="percale"):
    """Corner of a pillowcase: flat border, piping, weave."""
    props.table("linen", wall=.9)
    colour = {"percale": WHITE, "silk": "#e9decb", "sateen": "#ede2cf"}[kind]
    material = silk("silk", colour) if kind == "silk" else cloth("case", colour, kind if kind != "silk" else "sateen", .35)
    cord = None if kind == "silk" else cloth("lake", PIPING if kind == "percale" else colour, "linen", 0, mapped=False)
    p, seam = pillow(.70, .50, 1.8, 11)
    dress(p, material, seam, cord, .0030)
    oxford(p, seam, material)
    rest(stand(p, (.16, .10, .075), 10, 24), 0, .004)
    north_light(.8, centre=(0, .0, .08))
    props.tile_frame((-.02, -.10, .06), .46, 95, 30, -14, 7, focus=(-.06, -.16, .06))


def oxford(p, seam, material, width=.045):
    """A flat border stitched round the pillow, following its seam."""
    q = points(p)[seam]
    centre = q.mean(0)
    n = len(q)
    tangent = np.roll(q, -1, 0) - np.roll(q, 1, 0)
    out = np.cross(tangent, [0, 0, 1])
    out /= np.linalg.norm(out, axis=1)[:, None] + 1e-9
    sign = np.sign(((q - centre) * out).sum(1))[:, None]
    out = out * sign
    for _ in range(6):
        out = (np.roll(out, 1, 0) + out + np.roll(out, -1, 0)) / 3
    rows = [q + out * width * t + [0, 0, -.006 * t] + np.outer(np.sin(np.arange(n) * .35) * .003 * t, [0, 0, 1]) for t in np.linspace(0, 1, 5)]
    v = np.vstack(rows)
    f = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(4) for i in range(n)]
    obj = mesh("border", v, f, material, v[:, :2])
    thicken(obj, .002)
    obj.parent = p
    return obj


def buttons_detail(colour="#ede2cf", weave="sateen", ribbons=False):
    """The closing edge of a duvet cover: pearl buttons and hemstitch, or linen ties."""
    props.table("oak", wall=.9)
    material = cloth("cover", colour, weave, .5 if weave != "linen" else 1.3)
    v, f, index = grid(200, 150, .74, .60)
    uv = v[:, :2].copy()
    wave = .016 * np.sin(uv[:, 0] * 9 + 2 * uv[:, 1]) * np.clip((uv[:, 1] + .1) / .3, 0, 1) + .008 * fractal(np.column_stack([uv, 0 * uv[:, 0]]), 5, 3, 2)
    v[:, 2] = .02 + wave + .018 * np.exp(-((uv[:, 1] + .10) / .020) ** 2)
    sheet = mesh("cover", v, f.tolist(), material, uv)
    thicken(sheet, .006)
    low, f2, _ = grid(120, 60, .78, .34)
    low[:, 2] = .004 + .006 * fractal(low, 5, 9, 2)
    low[:, 1] -= .24
    under = mesh("under", low, f2.tolist(), material, low[:, :2])
    thicken(under, .006)

    def height(x, y):
        i = np.argmin((uv[:, 0] - x) ** 2 + (uv[:, 1] - y) ** 2)
        return v[i, 2]

    thread = plain("thread", "#d8cbb4", .8)
    if ribbons:
        tape = cloth("tape", colour, "linen", .2, mapped=False)
        for x in (-.22, -.02, .18):
            z = height(x, -.2) + .012
            bow((x, -.20, z), tape, .05)
    else:
        pearl = plain("pearl", "#efe9de", .18, specular=.7, coat=.8)
        for k in range(5):
            x = -.28 + k * .13
            y = -.235
            z = height(x, y) + .004
            turned("button", rounded([(0, 0), (.0085, 0), (.0085, .0028), (.006, .0032), (.005, .0022), (0, .0022)], [0, .001, .001, .0005, .0005, 0]), pearl, (x, y, z), 40)
            for dx in (-.0016, .0016):
                rod("stitch", [(x + dx, y - .0016, z + .0028), (x + dx, y + .0016, z + .0028)], .0005, thread, curved=False)
        for row in (-.165, -.150):
            for k in range(110):
                x = -.34 + k * .0062
                z = height(x, row) + .0036
                rod("hem", [(x, row - .0025, z), (x + .0016, row + .0025, z)], .0005, thread, curved=False)
    north_light(.8, centre=(0, -.1, .05))
    props.tile_frame((-.05, -.14, .02), .36, 95, 34, -16, 8, focus=(-.05, -.20, .03))


# What a view of the made bed looks at: centre, height, lens, lift, swing, stop, focus.
VIEWS = {
    "set": ((-.22, .30, .86), 2.45, 55, 13, -26, 7, (-.2, .5, .8)),
    "pillows": ((-.20, .72, .88), 1.36, 70, 12, -26, 5.6, (-.3, .7, .85)),
    "duvet": ((-.30, -.42, .66), 1.75, 60, 19, -34, 7, (-.45, -.6, .66)),
    "fold": ((-.24, .40, .69), .66, 80, 25, -34, 6.3, (-.26, .34, .68)),
    "side": ((-.30, .0, .62), 2.1, 55, 11, -52, 8, (-.8, .0, .6)),
    "foot": ((-.10, -.40, .66), 2.0, 58, 16, -22, 7, (-.2, -.7, .65)),
}


def made_bed(piping=True, view="set", colour=WHITE, weave="percale", throw=None, cushion=None, base="#b9ac99", silken=False):
    """A bed made up, morning light; nearer than the room views."""
    room.floor()
    room.back_wall(1.24, window=(-1.75, 1.15, .12, 2.75), panels=((.35, 1.9), (2.2, 1.3)))
    room.curtain(-2.75, -2.28, 1.14)
    room.curtain(-1.24, -.92, 1.14, folds=6, seed=2)
    top = lac("round_natural", colour=base, width=1.8)
    headboard(1.8, 1.12, colour=base, name="head")
    linen = cloth("bedlinen", colour, weave, .8)
    cushions = cushion and (silk("silk", cushion) if silken else cloth("cushion", cushion, "linen", .2))
    woven = throw and (twill("throw", throw[0]) if throw[1] == "merino" else cloth("throw", throw[0], "boucle", .2, sheen=.7))
    made_up(1.8, 2.0, top, linen, cloth("lake", PIPING, "linen", 0, mapped=False) if piping else None, throw=woven, cushion=cushions)
    room.nightstand(1.34, .98)
    room.daylight(key=.85, centre=(-.1, 0, .6), glow=.8)
    centre, height, lens, lift, swing, stop, focus = VIEWS[view]
    props.tile_frame(centre, height, lens, lift, swing, stop, focus=focus)


# ---------------------------------------------------------------- duvets

def bare_duvet(kind="down"):
    """A duvet without its cover, over a bed beside the window."""
    room.floor()
    room.back_wall(1.24, window=(-1.45, 1.25, .12, 2.75), panels=((.55, 1.7), (2.2, 1.3)))
    room.curtain(-2.50, -2.04, 1.14)
    room.curtain(-.86, -.56, 1.14, folds=6, seed=2)
    top = lac("round_natural", colour="#b9ac99")
    headboard(1.6, 1.12, colour="#b9ac99", name="head")
    linen = cloth("bedlinen", "#efebe4", "percale", .4)
    body = box("stand-in", (1.6, 2.0, .30), (0, 0, top - .15), radius=.05, segments=4)
    body.hide_render = True
    d, seam = duvet(2.06, 1.60, (0, -.32, top + .09), [body], pressure=1.3, key="bare")
    dress(d, cloth("down", "#f3f1ec", "percale", .35), smooth=0)
    crumple(d, .005, 6, scale=6, levels=2, density=1)
    cell, height, pattern = {"down": (.235, .050, "square"), "summer": (.165, .020, "square"), "micro": (.26, .036, "wave")}[kind]
    puff(d, uv_points(d), cell, height, pattern, .5, lumps=.3, seed=4)
    edge(d, seam, cloth("edge", "#ddd6c8", "linen", 0, mapped=False), .0042)
    laid(linen, (-.42, .80, top + .3), 62, 2, surface=top, sink=.05)
    laid(linen, (.42, .80, top + .3), 62, -3, pressure=2.1, seed=5, surface=top, sink=.05)
    room.daylight(key=.9, centre=(-.1, 0, .6), glow=1.0)
    props.tile_frame((-.28, .10, .80), 2.55, 52, 16, -30, 8, focus=(-.3, -.2, .66))


def three_pillows(kind="down"):
    """Down in three heights against a headboard; feather and microfibre in pairs; the bolster before them."""
    room.floor()
    room.back_wall(1.24, panels=((.35, 1.9), (2.2, 1.3), (-1.75, 1.5)))
    top = lac("round_natural", colour="#b3a893")
    headboard(1.6, 1.12, colour="#b3a893", name="head", height=.72)
    box("sheet", (1.62, 2.02, .05), (0, 0, top - .012), cloth("sheet", "#ece8e0", "percale", .5), .024, 4)
    white = cloth("percale", "#f1eee8", "percale", .35)
    cord = cloth("cord", {"down": LAKE, "feather": "#b6a88f"}.get(kind, "#e5e0d6"), "linen", 0, mapped=False)
    rows = {
        "down": ((-.47, .80, 1.5, 17, 66, 3), (.02, .70, 1.9, 0, 62, -3), (.48, .80, 2.5, 19, 62, 4)),
        "feather": ((-.40, .82, 2.6, 5, 70, 3), (.40, .82, 2.4, 19, 70, -4)),
        "micro": ((-.40, .82, 2.4, 13, 68, -3), (.40, .82, 2.2, 17, 68, 4)),
        "bolster": ((-.40, .84, 1.9, 0, 72, 3), (.40, .84, 2.1, 5, 72, -3)),
    }[kind]
    for x, y, pressure, seed, lean, turn in rows:
        laid(white, (x, y, 1.05), lean, turn, cord, pressure, seed, surface=top + .014, sink=.05)
    if kind == "bolster":
        group(bolster_body(), (-.02, .50, top + .100), .03)
    elif kind != "down":
        laid(white, (-.34, .44, 1.0), 8, 12, cord, rows[0][2], rows[0][3], surface=top + .014, sink=.012)
    room.daylight(key=.95, centre=(-.1, .3, .7))
    props.tile_frame((.02 if kind in ("down", "bolster") else -.10, .70, .84), 2.0 if kind in ("down", "bolster") else 1.75, 62, 15, -12, 7, focus=(0, .6, .85))


def folded_duvet(kind="down", closer=False):
    """A duvet folded on an oak bench: squares for down, small squares for summer, waves for microfibre."""
    props.ledge("oak", depth=.78, wall=.50, thickness=.06)
    thick, cell, height, pattern, edge = {
        "down": (.040, .150, .032, "square", "#cfc5b4"),
        "summer": (.017, .105, .011, "square", "#cfc5b4"),
        "micro": (.034, .170, .024, "wave", "#ddd6ca"),
    }[kind]
    material, cord = cloth("duvet", "#f1eee8", "percale", .5), cloth("edge", edge, "linen", 0, mapped=False)
    z = 0
    for layer in range(1 if kind == "summer" else 2):
        path = fold_path(.46, thick, .002)
        obj = swept("duvet", path, .62 - .02 * layer, thick, material, across=110, seed=20 + layer, wobble=.005, skew=.008)
        puff(obj, uv_points(obj), cell, height, pattern, .5, lumps=.4, seed=layer)
        settle(obj, .20, .012, 3 + layer)
        ring = len(obj.data.vertices) // len(path)
        crumple(obj, .014 if kind != "summer" else .009, layer + 4, scale=9, levels=3, density=1)
        p = points(obj)
        parts = [obj]
        for side in (-1, 1):
            line = []
            for i in range(len(path)):
                block = p[i * ring:(i + 1) * ring]
                line.append(block[np.argsort(block[:, 1] * side)[-3:]].mean(0) + [0, side * .001, 0])
            line = np.array(line)
            for _ in range(3):
                line[1:-1] = (line[:-2] + line[1:-1] * 2 + line[2:]) / 4
            parts.append(rod("piping", [tuple(q) for q in line], .0036, cord, curved=False))
        group(parts, (.012 * layer, -.14 + .01 * layer, z), math.pi / 2 + .04 - .09 * layer)
        z += thick * 4 + height * 1.05
    north_light(1.15, centre=(0, .03, .12))
    if closer:
        props.tile_frame((.14, -.16, z - thick * 2.6), .50, 95, 24, 34, 7, focus=(.16, -.22, z - .03))
    else:
        props.tile_frame((.015, .06, .15) if kind != "summer" else (-.015, .06, .07), 1.08 if kind != "summer" else 1.04, 85, 15, 20, 8, focus=(0, -.16, .15))


# ---------------------------------------------------------------- pillows

def pillows(kind="down"):
    """Down: upright, piped in lake blue. Feather: lying, full. Microfibre: a little turned."""
    props.table("linen", wall=.62, plaster_colour="#dcd3c6")
    white = cloth("percale", "#f0ede6", "percale", .35)
    cord = cloth("cord", {"down": LAKE, "feather": "#b6a88f", "micro": "#e5e0d6"}[kind], "linen", 0, mapped=False)
    if kind == "down":
        laid(white, (0, .14, .3), 66, 8, cord, 2.1, 0, sink=.05)
        centre, lift = .235, 9
    elif kind == "feather":
        p, seam = laid(white, (0, .05, .1), 0, 9, cord, 2.6, 5, sink=.012, crease=.005)
        chambers(p, seam, cord)
        centre, lift = .13, 13
    else:
        laid(white, (0, .12, .3), 60, -22, cord, 2.5, 13, sink=.05, bead=.0026)
        centre, lift = .215, 10
    north_light(1.05, centre=(0, .03, .15))
    props.tile_frame((0, .05, centre), .98, 95, lift, 4, 8, focus=(0, -.1, .2))


def chambers(p, seam, cord):
    """Two more rows of piping above and below the seam: the walls between the chambers."""
    for dz, inset in ((.020, .985), (-.020, .985)):
        q = points(p)[seam] * [inset, inset, 1] + [0, 0, dz]
        line = rod("chamber", [tuple(v) for v in q], .0022, cord, closed=True)
        line.parent = p


def pillow_detail(kind="down"):
    props.table("linen", wall=.9)
    trim = {"down": LAKE, "feather": "#b6a88f", "micro": "#dcd6ca", "silk": "#e9decb"}[kind]
    white = silk("silk", "#e6d9c4") if kind == "silk" else cloth("percale", "#f0ede6", "percale", .5)
    cord = cloth("cord", trim, "linen", 0, mapped=False)
    a, sa = laid(white, (.20, .14, .1), 4, -28 if kind == "feather" else 26, None if kind in ("micro", "silk") else cord,
                 {"down": 1.9, "feather": 2.3, "micro": 2.4}.get(kind, 1.9), {"down": 0, "feather": 5, "micro": 13}.get(kind, 5), sink=.012, crease=.005)
    if kind == "feather":
        chambers(a, sa, cord)
    if kind in ("micro", "silk"):
        zip_along(a, sa, hidden=kind == "silk")
    north_light(.9, centre=(0, .0, .08))
    props.tile_frame((.02, -.08, .07), .40, 95, 20, -10, 7, focus=(0, -.14, .07))


def zip_along(p, seam, hidden=False):
    """A zip in the side seam; hidden ones show only their tape, and a cover of the same cloth over the end."""
    q = points(p)[seam]
    n = len(q)
    front = [i for i in range(n) if q[i][1] < q[:, 1].min() + .03]
    front = sorted(front, key=lambda i: q[i][0])[6:-6]
    tape = cloth("zip-tape", "#e4ddd0", "linen", 0, mapped=False)
    line = [tuple(q[i] + [0, -.003, 0]) for i in front]
    cord = rod("zip-tape", line, .0042, tape)
    cord.parent = p
    if hidden:
        at = q[front[len(front) // 2]]
        cover = box("cover", (.034, .0050, .0120), tuple(at + [0, -.0048, 0]), tape, .0022)
        cover.parent = p
        return
    metal = brass()
    for k, i in enumerate(front[: len(front) * 2 // 3]):
        a, b = q[i], q[min(i + 1, n - 1)]
        for t in (.0, .33, .66):
            c = a + (b - a) * t
            tooth = box("tooth", (.0016, .0030, .0042), tuple(c + [0, -.0068, 0]), metal, 0)
            tooth.parent = p
    at = q[front[len(front) * 2 // 3]]
    pull = box("pull", (.0065, .0034, .0065), tuple(at + [0, -.0085, 0]), metal, .001)
    tab = box("tab", (.0050, .0018, .020), tuple(at + [.002, -.0100, -.013]), metal, .001)
    for part in (pull, tab):
        part.parent = p


def bolster_body(length=.90, r=.100):
    """A long round cushion with gathered, buttoned ends; returns its parts."""
    n, m = 160, 120
    v, uv = [], []
    outline = []
    for i in range(n):
        t = i / (n - 1)
        if t < .15:
            s = t / .15
            outline.append((-length / 2 + .012 * (s ** 2) - .0 , r * math.sin(s * math.pi / 2)))
        elif t > .85:
            s = (1 - t) / .15
            outline.append((length / 2 - .012 * (s ** 2), r * math.sin(s * math.pi / 2)))
        else:
            s = (t - .15) / .70
            outline.append((-length / 2 + .012 + (length - .024) * s, r * (1 + .035 * math.sin(math.pi * s))))
    for i, (x, q) in enumerate(outline):
        end = i < n * .15 or i > n * .85
        for j in range(m):
            a = 2 * math.pi * j / m
            wave = .0035 * math.sin(a * 22) * (q / r) * (1 - q / r) * 4 if end else 0
            v.append((x + (wave if x > 0 else -wave), q * math.cos(a), q * math.sin(a)))
            uv.append((x, a * r))
    f = [(i * m + j, (i + 1) * m + j, (i + 1) * m + (j + 1) % m, i * m + (j + 1) % m) for i in range(n - 1) for j in range(m)]
    obj = mesh("bolster", v, f, cloth("percale", "#f0ece4", "percale", .35), uv)
    p = points(obj)
    p += normals(obj) * (.006 * fractal(p, 5, 2, 3))[:, None]
    p[:, 2] = np.where(p[:, 2] < -r * .85, -r * .85 + (p[:, 2] + r * .85) * .3, p[:, 2])
    set_points(obj, p)
    cord = cloth("cord", "#b6a88f", "linen", 0, mapped=False)
    parts = [obj]
    for x in (-length / 2 + .010, length / 2 - .010):
        parts.append(rod("piping", [(x, r * 1.004 * math.cos(2 * math.pi * k / 40), r * 1.004 * math.sin(2 * math.pi * k / 40)) for k in range(40)], .0032, cord, closed=True))
    for x, s in ((-length / 2 - .002, -1), (length / 2 + .002, 1)):
        knob = turned("button", [(0, -.004), (.014, -.002), (.012, .004), (0, .006)], cord, (x, 0, 0), 28)
        knob.rotation_euler = (0, s * math.pi / 2, 0)
        parts.append(knob)
    return parts


def bolster(closer=False):
    """The bolster before a square cushion; near, its gathered end."""
    props.table("linen", wall=.75)
    group(bolster_body(), (0, .02, .088), .22)
    north_light(1.1, centre=(0, .03, .1))
    if closer:
        props.tile_frame((-.40, -.06, .10), .36, 95, 14, -52, 7, focus=(-.44, -.08, .1))
    else:
        laid(cloth("back", "#e7e0d4", "linen", .35), (.06, .34, .4), 72, -4, pressure=2.0, seed=21, size=(.65, .65), sink=.05)
        props.tile_frame((0, .05, .19), 1.16, 95, 12, -14, 8, focus=(0, -.06, .12))


def pillowcases(kind="percale"):
    """Two percale cases with border and piping, folded; or one of silk on its pillow, where it shines."""
    if kind == "silk":
        props.table("linen", wall=.62, plaster_colour="#dcd3c6")
        laid(silk("silk", "#e3d4bb"), (0, .05, .1), 4, 16, None, 1.9, 5, sink=.012, crease=.005)
        north_light(1.05, centre=(0, .03, .15))
        props.tile_frame((.02, .05, .11), 1.0, 95, 20, -8, 8, focus=(0, -.1, .12))
        return
    props.ledge("oak", depth=.56, wall=.40)
    material, cord = cloth("case", WHITE, "percale", .12), cloth("lake", PIPING, "linen", 0, mapped=False)
    folded(.37, .29, .0068, material, (0, -.06, 0), .02, 2, piping=cord, amplitude=.002)
    folded(.37, .29, .0068, material, (.010, -.055, .0315), -.06, 3, piping=cord, amplitude=.002)
    north_light(.75, centre=(0, .03, .05))
    props.tile_frame((.035, -.02, .03), .66, 95, 24, 18, 7, focus=(.02, -.09, .04))


# ---------------------------------------------------------------- sheets and covers

def sheets(count=3, colour=WHITE, weave="percale", piping=None, tie=False, prop=None, flat=False):
    """Folded sheets, edges aligned."""
    props.ledge("oak", depth=.56, wall=.40)
    material = cloth("sheet", colour, weave, .14 if weave == "percale" else .25, sheen=.1)
    cord = cloth("cord", piping, "linen", 0, mapped=False) if piping else None
    z = 0
    t = .0058
    for i in range(count):
        folded(.36 - .004 * i, .28 - .004 * i, t, material, (.003 * (-1) ** i, -.06, z), .012 * (-1) ** i, 30 + i, piping=cord, bead=.0018, amplitude=.0022)
        z += t * 4 + .0052
    if tie:
        band(.36, z, .280, cloth("band", "#d9cfbe", "linen", 0), (0, .080, 0), .05)
    if prop == "lavender":
        props.twig((.04, -.02, z), .02, (.14, -.10), 8, 12, .03, "#8c8fa0")
    north_light(.75, centre=(0, .03, .05))
    props.tile_frame((0, .03, .075), .58, 95, 17, 18, 7, focus=(.02, -.09, .06))


def sheet_corner(colour=WHITE, weave="percale"):
    """The elasticated corner of a fitted sheet on a mattress."""
    room.floor()
    room.back_wall(1.3, panels=False)
    low_platform(.10, 1.02, 2.1)
    fabric = cloth("sheet", colour, weave, .35)
    obj, uv, kind = rounded_block("sheet", (.97, 2.02, .26), .055, .008, fabric)
    p = points(obj)
    n = normals(obj)
    side = np.abs(n[:, 2]) < .6
    corner = np.exp(-((np.abs(p[:, 0]) - .45) ** 2 + (np.abs(p[:, 1]) - .97) ** 2) / .035)
    angle = np.arctan2(np.abs(p[:, 1]) - .80, np.abs(p[:, 0]) - .28)
    pull = np.sin(angle * 34 + 2 * fractal(p, 6, 2, 2)) * corner * np.clip((.14 - p[:, 2]) / .26, 0, 1)
    p += n * (pull * .008 + .0035 * fractal(p * [1, 1, .6], 6, 3, 2) * (~side))[:, None]
    p += n * (side * .003 * np.sin((p[:, 0] + p[:, 1]) * 60 + 3 * fractal(p, 3, 5, 2)) * np.clip((-p[:, 2] + .02) / .14, 0, 1))[:, None]
    set_points(obj, p)
    obj.location = (0, 0, .23)
    room.daylight(centre=(-.2, -.7, .3), glow=.7)
    props.tile_frame((-.30, -.82, .28), .66, 80, 20, -38, 6.3, focus=(-.38, -.92, .28))


def hem_detail(colour=WHITE, weave="percale", cord=None):
    """The folded edges of a cover with their piping, near."""
    props.table("oak", wall=.9)
    material = cloth("sheet", colour, weave, .3)
    string = cloth("cord", cord, "linen", 0, mapped=False) if cord else None
    folded(.52, .40, .0090, material, (.05, -.05, 0), .16, 41, piping=string, amplitude=.004, bead=.0026)
    folded(.50, .38, .0080, material, (.06, -.03, .040), .06, 42, piping=string, amplitude=.004, bead=.0026)
    thread = plain("thread", "#d3c8b5", .8)
    north_light(.8, centre=(0, -.1, .05))
    props.tile_frame((-.150, .0, .040), .27, 100, 24, -36, 8, focus=(-.19, -.07, .05))


# ---------------------------------------------------------------- throws

def fringe(path, material, length=.06, gap=.006, seed=1):
    rng = random.Random(seed)
    path = np.asarray(path)
    for i in range(len(path) - 1):
        a, b = path[i], path[i + 1]
        count = max(1, int(np.linalg.norm(b - a) / gap))
        for k in range(count):
            p = a + (b - a) * k / count
            dx, dy = rng.uniform(-.008, .008), rng.uniform(-.010, .002)
            rod("fringe", [tuple(p), tuple(p + [dx * .4, dy - .004, -length * .5]), tuple(p + [dx, dy - .006, -length * rng.uniform(.85, 1.1)])], .0011, material)


def throw_stack(tint="tint-throw", colour="#ded3c0", closer=False):
    """A folded merino throw, its short fringe at the side."""
    props.ledge("oak", depth=.62, wall=.42)
    material = twill(tint, colour)
    t = .0135
    path = fold_path(.34, t, .001)
    obj = swept("throw", path, .44, t, material, across=70, seed=5, wobble=.006, skew=.004)
    settle(obj, .16, .007, 5)
    p = points(obj)
    ring = len(p) // len(path)
    strand = cloth(tint + "-fringe", colour, "wool", 0, mapped=False)
    rng = random.Random(3)
    parts = [obj]
    for i in range(0, len(path)):
        block = p[i * ring:(i + 1) * ring]
        edge = block[np.argsort(block[:, 1])[:3]].mean(0)
        if i % 2 == 0:
            y, z = edge[1], edge[2]
            sag = rng.uniform(.010, .020)
            parts.append(rod("fringe", [(edge[0], y, z), (edge[0] + rng.uniform(-.004, .004), y - .018, z - sag * .3), (edge[0] + rng.uniform(-.006, .006), y - .036, max(.0022, z - sag - .008 * rng.random()))], .0021, strand))
    group(parts, (0, -.07, 0), math.pi / 2 + .02)
    north_light(.85, centre=(0, .03, .05))
    if closer:
        props.tile_frame((.225, -.09, .040), .21, 100, 32, 40, 8, focus=(.235, -.12, .05))
    else:
        props.tile_frame((.02, .02, .05), .70, 95, 22, 24, 8, focus=(.05, -.1, .05))


def mohair(closer=False, colour="#96836f"):
    """A brushed throw over the back of a wooden chair."""
    room.floor()
    room.back_wall(.78, panels=False)
    wood, grain = oak("chair", "#9a764f", "z"), oak("rail", "#9a764f", "x")
    for x in (-.215, .215):
        turned("post", rounded([(0, 0), (.014, 0), (.017, .44), (.015, .86), (0, .872)], [0, .004, .1, .006, 0]), wood, (x, .16, 0), 32)
        turned("leg", rounded([(0, 0), (.013, 0), (.018, .43), (0, .43)], [0, .004, .004, 0]), wood, (x * .95, -.24, 0), 32)
    box("top", (.46, .022, .075), (0, .165, .815), grain, .008)
    box("mid", (.42, .018, .045), (0, .165, .62), grain, .006)
    seat = box("seat", (.48, .46, .030), (0, -.04, .44), grain, .012)
    for y in (-.22, .14):
        box("stretcher", (.40, .018, .03), (0, y, .395), grain, .005)
    material = cloth("mohair", colour, "boucle", 0, sheen=.7)
    path = over_path(.36, .42, .036, .006)
    obj = swept("throw", path, .40, .015, material, across=64, seed=6, wobble=.006, skew=.012)
    p = points(obj)
    drop = np.clip(-p[:, 2] / .40, 0, 1)
    p[:, 0] += drop * (.022 * np.sin(p[:, 1] * 21 + 1.3) + .008 * np.sin(p[:, 1] * 47))
    p[:, 1] *= 1 - .10 * drop
    p[:, 2] += .012 * drop * np.sin(p[:, 1] * 11)
    set_points(obj, p)
    pile(obj, yarn("haze", colour, .06), 70, .011, .00030, lean=1.2, seed=2, skip=lambda q, n: (q[:, 0] > .03) & (q[:, 2] < -.05))
    place(obj, (0, .165, .850), math.pi / 2)
    fringe_points = []
    ring = len(p) // len(path)
    first = p[:ring]
    order = np.argsort(first[:, 1])
    m = np.array(obj.matrix_world)
    bpy.context.view_layer.update()
    m = np.array(obj.matrix_world)
    edge = [tuple(m[:3, :3] @ first[i] + m[:3, 3]) for i in order if first[i, 2] <= np.median(first[:, 2]) + .02]
    fringe(edge[::3], cloth("fringe", colour, "wool", 0, mapped=False), .05, .006)
    room.daylight(centre=(0, .0, .5), key=.95)
    if closer:
        props.tile_frame((.06, .12, .80), .42, 100, 12, -24, 6.3, focus=(.04, .12, .80))
    else:
        props.tile_frame((0, .0, .53), 1.32, 75, 9, -26, 8, focus=(0, .1, .65))
