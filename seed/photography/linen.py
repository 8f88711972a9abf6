"""Bed linen: pillows, folded sets, sheets, duvets and throws."""
import math
import random

import numpy as np
from mathutils import Matrix

import bpy
import props
import room
from bed import LAKE, WHITE, headboard, lac, lac_base, legs, made_up, plump
from cloth import beside_seam, brushed, crumple, dress, edge, hash_noise, laid, nap, pillow, quilted, rest, rounded_block, stand, uv_points
from materials import Graph, brass, cloth, oak, plain, silk, twill, yarn
from shapes import box, fold_path, fractal, grid, group, mesh, normals, place, points, refine, rod, rounded, set_points, settle, swept, thicken, turned
from studio import linear, north_light

PIPING = LAKE
# The three yarns of the mohair throw: brown, grey and a thread of dusty rose.
MOHAIR = ("#9f8d76", "#b2a89a", "#bb9a8f")


def folded(width, depth, thickness, material, at=(0, 0, 0), turn=0.0, seed=0, wobble=.0012, droop=.05, amplitude=.002, piping=None, bead=.0022, path=None):
    """A cloth folded in four, or along another path; piping follows both open sides."""
    path = fold_path(depth, thickness, .0006) if path is None else path
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


def band(bodies, material, strip=.045, x=0.0, ease=.0022):
    """A cotton band drawn tight round a folded pile: it lies on what stands out most and spans what lies back, `ease` above it."""
    bpy.context.view_layer.update()
    found = []
    for obj in (part for body in bodies for part in (body, *body.children) if part.type == "MESH"):
        m = np.array(obj.matrix_world)
        found.append(points(obj) @ m[:3, :3].T + m[:3, 3])
    p = np.vstack(found)
    profile = sorted(map(tuple, p[np.abs(p[:, 0] - x) < strip / 2][:, 1:].round(4)))

    def taut(way):
        hull = []
        for y, z in way:
            while len(hull) > 1 and (hull[-1][0] - hull[-2][0]) * (z - hull[-2][1]) <= (hull[-1][1] - hull[-2][1]) * (y - hull[-2][0]):
                hull.pop()
            hull.append((y, z))
        return hull

    # From the back over the top, down the front and below the lowest fold.
    line = np.array(taut(profile[::-1]) + taut(profile)[1:-1])
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    at = np.linspace(0, run[-1], 240)
    line = np.column_stack([np.interp(at, run, column) for column in line.T])
    for _ in range(6):
        line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
    along = np.gradient(line, axis=0)
    line += np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None] * ease
    line[:, 1] = np.maximum(line[:, 1], .0008)
    tape(np.column_stack([np.full(240, x), line]), np.tile([1, 0, 0], (240, 1)), np.full(240, strip), material)


def tape(line, side, width, material):
    """A strip of woven tape along a line; `side` says where its edge lies, `width` is one number per point."""
    line, side = np.asarray(line), np.asarray(side, float)
    side /= np.linalg.norm(side, axis=1)[:, None]
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    columns = np.linspace(-.5, .5, 5)
    v = (line[:, None] + side[:, None] * (columns[None, :] * np.asarray(width)[:, None])[:, :, None]).reshape(-1, 3)
    uv = np.stack([np.repeat(run, 5), np.outer(width, columns).ravel()], 1)
    index = np.arange(len(line) * 5).reshape(-1, 5)
    f = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1).reshape(-1, 4)
    return refine(thicken(mesh("tape", v, f.tolist(), material, uv), .0009, 0))


def bow(x, y, ground, material, size=.042, seed=1):
    """Two ties knotted to a bow that lies where it fell: limp loops, one half over the other, and two tails.

    `ground(x, y)` is the height of the cloth below; what has nothing below it sinks to what comes next."""
    rng = random.Random(seed)
    w = .0125

    def laid_on(plan, above):
        z = np.array([ground(a, b) for a, b in plan])
        for _ in range(4):
            z[1:-1] = np.maximum(z[1:-1], (z[:-2] + 2 * z[1:-1] + z[2:]) / 4)
        return np.column_stack([plan, z + above])

    for side in (-1, 1):
        heading, spread = -.16 - .25 * rng.random(), .20 + .10 * rng.random()
        t = np.linspace(0, 1, 33)
        reach = size * (1 + .12 * rng.uniform(-1, 1)) * np.sin(math.pi * t) ** .9
        angle = heading - spread * np.cos(math.pi * t) - .35 * reach / size
        plan = np.array([x, y]) + np.column_stack([side * np.cos(angle), np.sin(angle)]) * reach[:, None]
        line = laid_on(plan, .0016 + .0105 * np.sin(math.pi * t) ** 1.5 * np.clip((t - .32) / .4, 0, 1) + .004 * np.clip(1 - reach / size * 2, 0, 1))
        across = np.column_stack([-side * np.sin(angle), np.cos(angle), .35 * np.sin(2 * math.pi * t)])
        tape(line, across, w * (.55 + .45 * np.clip(reach / size * 2.2, 0, 1)), material)
        t = np.linspace(0, 1, 33)
        way = -math.pi / 2 + side * (.75 - .5 * t + .25 * math.sin(seed) * np.sin(5 * t))
        step = size * (1.75 + .35 * rng.uniform(-1, 1)) / 32
        plan = np.array([x, y]) + np.cumsum(np.column_stack([np.cos(way), np.sin(way)]) * step, 0)
        line = laid_on(plan, .0014 + .003 * np.clip(1 - 5 * t, 0, 1) + .002 * np.sin(7 * t + seed) ** 2)
        tape(line, np.column_stack([-np.sin(way), np.cos(way), .3 * np.sin(6 * t + side)]), w * (.55 + .45 * np.clip(4 * t, 0, 1)), material)
    a = np.linspace(-.25, math.pi + .25, 21)
    knot = np.column_stack([np.full(21, x), y + .0075 * np.cos(a), ground(x, y) + .0035 + .0068 * np.sin(a)])
    tape(knot, np.tile([1, .18, 0], (21, 1)), .0100 - .0022 * np.sin(a), material)


# ---------------------------------------------------------------- folded sets

def set_scene(kind="percale"):
    """Duvet cover and two pillowcases, folded; percale tied, sateen glossy, linen loose."""
    surface = {"percale": "oak", "sateen": "travertine", "linen": "oak"}[kind]
    props.ledge(surface, depth=.60, wall=.42)
    if kind == "percale":
        material, cord = cloth("percale", WHITE, "percale", .12), cloth("lake", PIPING, "linen", 0, mapped=False)
        pile = [folded(.40, .31, .0092, material, (0, -.06, 0), .02, 1, piping=cord, amplitude=.003),
                folded(.37, .29, .0062, material, (.004, -.06, .0405), -.03, 2, piping=cord, amplitude=.002),
                folded(.37, .29, .0062, material, (-.004, -.058, .069), .015, 3, piping=cord, amplitude=.002)]
        band(pile, cloth("band", "#e2d9ca", "linen", 0), .060)
    elif kind == "sateen":
        material = cloth("sateen", "#ede2cf", "sateen", .25, sheen=.05)
        folded(.40, .31, .0095, material, (0, -.06, 0), .03, 4, amplitude=.004)
        folded(.38, .30, .0066, material, (.01, -.055, .042), -.04, 5, amplitude=.003)
        folded(.36, .28, .0066, material, (.0, -.05, .072), .05, 6, amplitude=.003)
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


def flat_border(pillow, seam, size, turn, material, width=.05, seed=2):
    """A border with square, mitred corners round a pillow that lies; it waves a little and sinks towards its hem."""
    flat, q = uv_points(pillow)[seam].astype(float), points(pillow)[seam].astype(float)
    a = math.radians(turn)
    out = (flat / (np.array(size) / 2)).clip(-1, 1)
    # Whole at the corners, straight out along the sides.
    out = np.where(np.abs(out) > .999, np.sign(out), out * np.clip((np.abs(out) - .80) / .2, 0, 1)) * width
    out = out @ np.array([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]])
    n, run = len(q), np.linspace(0, 2 * math.pi, len(q), endpoint=False)
    wave = np.stack([fractal(np.stack([np.cos(run), np.sin(run), 0 * run], 1), 5.5, seed + k, 2) for k in (0, 1)], 1)
    rows, steps = [], np.linspace(0, 1, 11)
    for t in steps:
        fall = .020 * t ** 1.5 + .008 * t * wave[:, 0]
        rows.append(q + np.column_stack([out * (t * (1 - .03 * wave[:, 1:])), -fall]))
    v = np.vstack(rows)
    v[:, 2] = np.maximum(v[:, 2], .003 + .002 * np.tile(wave[:, 1], len(steps)))
    f = [(r * n + i, r * n + (i + 1) % n, (r + 1) * n + (i + 1) % n, (r + 1) * n + i) for r in range(len(steps) - 1) for i in range(n)]
    hem = np.vstack([flat + (flat / (np.array(size) / 2)) * width * t for t in steps])
    return thicken(mesh("border", v, f, material, hem), .0016)


def laid_over(bodies, cell=.01, reach=.9, rounds=70):
    """The height of a cloth thrown over bodies, as a function of x and y: it lies on them and bridges what is between."""
    count = int(2 * reach / cell) + 1
    ground = np.zeros((count, count))
    for obj in bodies:
        i = ((points(obj)[:, :2] + reach) / cell).round().astype(int)
        inside = ((i >= 0) & (i < count)).all(1)
        np.maximum.at(ground, tuple(i[inside].T), points(obj)[inside, 2])
    high = ground.copy()
    for k in range(rounds):
        high = (np.roll(high, 1, 0) + np.roll(high, -1, 0) + np.roll(high, 1, 1) + np.roll(high, -1, 1)) / 4
        if k < rounds - 45:
            high = np.maximum(high, ground)

    def height(x, y):
        q = np.clip(np.stack([x, y], -1) / cell + reach / cell, 0, count - 1.001)
        i, t = q.astype(int), q % 1
        low = high[i[:, 0], i[:, 1]] * (1 - t[:, 0]) + high[i[:, 0] + 1, i[:, 1]] * t[:, 0]
        up = high[i[:, 0], i[:, 1] + 1] * (1 - t[:, 0]) + high[i[:, 0] + 1, i[:, 1] + 1] * t[:, 0]
        return low * (1 - t[:, 1]) + up * t[:, 1]

    return height


def turned_back_cover(material, cord, bodies, at, turn, back=.24, half=.015, width=1.7, seed=3):
    """A filled duvet cover over what lies there, its upper end turned back so that the piped edge shows."""
    r = half * 1.25
    arc = np.linspace(-math.pi / 2, math.pi / 2, 26)[1:-1]
    line = np.array([(y, half) for y in np.arange(-.95, -r, .006)] + [(-r + 1.2 * r * math.cos(a), half + r + r * math.sin(a)) for a in arc]
                    + [(y, half + 2 * r) for y in np.arange(-r, -back, -.005)])
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    tangent = np.gradient(line, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    side = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    x = np.linspace(-width / 2, width / 2, int(width / .006))
    left = run[-1] - run
    # Full, and closed to its seam as a cushion is; a little flatter where it turns.
    thick = half * np.sqrt(np.clip(1 - (1 - np.clip(left / .05, 0, 1)) ** 2, 0, 1)) * (1 - .25 * np.exp(-((left - back - 1.5 * r) / .05) ** 2))
    xs, ss = np.meshgrid(x, run, indexing="ij")
    here = np.stack([xs.ravel(), ss.ravel(), 0 * xs.ravel()], 1)
    uneven = (1 + .16 * fractal(here, 5, seed, 2)).reshape(xs.shape)
    pucker = (hash_noise(here * [44, 9, 1], seed) * np.clip(hash_noise(here * [5, 0, 1], seed + 1) + .5, 0, 1)).reshape(xs.shape) * np.exp(-left / .022) * np.clip(left / .006, 0, 1)
    stray = .010 * fractal(np.stack([x, 0 * x, 0 * x], 1), 3.2, seed + 2, 2)[:, None] * np.clip((run - .75) / .15, 0, 1)

    def face(sign):
        y = line[:, 0] + stray + sign * side[:, 0] * thick * uneven
        z = line[:, 1] + sign * (side[:, 1] * thick * uneven + .0022 * pucker)
        return np.stack([xs, y, z], -1)

    ring = np.concatenate([face(1), face(-1)[:, ::-1]], 1)
    c, d = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    p = ring.reshape(-1, 3) @ np.array([[c, d, 0], [-d, c, 0], [0, 0, 1]]) + [*at, 0]
    p[:, 2] += laid_over(bodies)(p[:, 0], p[:, 1]) + .006
    n, m = ring.shape[:2]
    index = np.arange(n * m).reshape(n, m)
    f = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], -1).reshape(-1, 4)
    uv = np.stack([np.concatenate([xs, xs], 1), np.concatenate([ss, ss[:, ::-1] + 3], 1)], -1).reshape(-1, 2)
    obj = mesh("cover", p, f.tolist(), material, uv)
    crumple(obj, .0065, seed, (1, .45, 1), 6, levels=2, density=0)
    seam = (points(obj)[index[:, len(run) - 1]] + points(obj)[index[:, len(run)]]) / 2
    for _ in range(4):
        seam[1:-1] = (seam[:-2] + 2 * seam[1:-1] + seam[2:]) / 4
    rod("piping", [tuple(q) for q in seam[::2]], .0028, cord)
    return obj


def set_detail():
    """The set as it lies on the bed: the cover's piped edge, turned back over the piped corner of a pillowcase."""
    props.table("linen", wall=.9)
    material, cord = cloth("case", WHITE, "percale", .10), cloth("lake", PIPING, "linen", 0, mapped=False)
    size, turn = (.75, .50), 30
    p, seam = plump(material, (.122, .232, .2), 0, turn, cord, size, .092, 6, sink=.012, folds=.8, droop=.045, bead=.0028)
    border = flat_border(p, seam, size, turn, material)
    turned_back_cover(cloth("cover", WHITE, "percale", .10), cord, [p, border], (.165, -.06), 50, .165)
    north_light(.85, centre=(0, .0, .08))
    props.tile_frame((.02, -.09, .07), .64, 95, 29, -8, 9, focus=(-.02, -.16, .08))


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

    if ribbons:
        def ground(x, y):
            """The cover as far as it goes, then the cloth below it."""
            if y > -.302:
                return height(x, y) + .006
            return low[np.argmin((low[:, 0] - x) ** 2 + (low[:, 1] - y) ** 2), 2] + .006

        band_of_tape = cloth("tape", "#c3ab88", "linen", .2)
        for k, x in enumerate((-.37, -.20, -.03, .14)):
            bow(x, -.288, ground, band_of_tape, .050, k + 3)
    else:
        pearl, thread = plain("pearl", "#efe9de", .18, specular=.7, coat=.8), plain("thread", "#d8cbb4", .8)
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
    props.tile_frame(*(((-.11, -.25, .02), .38) if ribbons else ((-.05, -.14, .02), .36)), 95, 34, -16, 8, focus=(-.08, -.28 if ribbons else -.20, .03))


# What a view of the made bed looks at: centre, height, lens, lift, swing, stop, focus.
VIEWS = {
    "set": ((-.22, .30, .86), 2.45, 55, 13, -26, 7, (-.2, .5, .8)),
    "pillows": ((-.20, .72, .88), 1.36, 70, 12, -26, 5.6, (-.3, .7, .85)),
    "cushion": ((-.02, .62, .86), 1.40, 70, 13, -20, 5.6, (0, .5, .82)),
    "duvet": ((-.30, -.42, .66), 1.75, 60, 19, -34, 7, (-.45, -.6, .66)),
    "fold": ((-.24, .24, .66), .66, 80, 25, -34, 6.3, (-.26, .22, .66)),
    "side": ((-.30, .0, .62), 2.1, 55, 11, -52, 8, (-.8, .0, .6)),
}


def made_bed(piping=True, view="set", colour=WHITE, weave="percale", base="#b9ac99"):
    """A bed made up, morning light; nearer than the room views."""
    room.floor()
    room.back_wall(1.24, window=(-1.75, 1.15, .12, 2.75), panels=((.35, 1.9), (2.2, 1.3)))
    room.curtain(-2.75, -2.28, 1.14)
    room.curtain(-1.24, -.92, 1.14, folds=6, seed=2)
    # No mattress: the fitted sheet is a body of its own, and tufts would come through it.
    legs("round_natural", 1.8, 2.0, .12)
    lac_base(1.8, 2.0, .12, .24, base)
    top = .62
    headboard(1.8, 1.12, colour=base, name="head")
    linen = cloth("bedlinen", colour, weave, .8)
    made_up(1.8, 2.0, top, linen, cloth("lake", PIPING, "linen", 0, mapped=False) if piping else None, case=cloth("pillowcase", colour, weave, .12))
    room.nightstand(1.34, .98)
    room.daylight(key=.85, centre=(-.1, 0, .6), glow=.8)
    centre, height, lens, lift, swing, stop, focus = VIEWS[view]
    props.tile_frame(centre, height, lens, lift, swing, stop, focus=focus)


def sateen_room():
    """The bed made up in ivory sateen, beside the white of a fitted sheet."""
    made_bed(piping=False, colour="#e4d6bd", weave="sateen")
    white = cloth("fitted", WHITE, "percale", .3)
    for obj in bpy.data.objects:
        if obj.name.startswith("fitted"):
            obj.data.materials[0] = white


def sateen_side():
    """The bed made up in ivory sateen from its fitted sheet to its pillows, seen from the side."""
    made_bed(piping=False, view="side", colour="#e4d6bd", weave="sateen")


def silk_room():
    """A small pillow in ivory silk before white ones."""
    ivory = "#e2d1b4"
    made_bed(piping=False, view="cushion")
    material = charmeuse("charmeuse", ivory)
    obj, seam = plump(material, (.03, .535, .8), 63, 2, size=(.58, .37), full=.088, seed=4, surface=.624, sink=.03, folds=.75, per_metre=300)
    edge(obj, seam, material, .0016, 2)


# ---------------------------------------------------------------- duvets

def three_pillows(kind="down"):
    """Well-filled pillows on a sheet drawn smooth: down in three heights; feather and microfibre in pairs, one of a second pair lying before them; the bolster before two."""
    room.floor()
    room.back_wall(1.24, panels=((.35, 1.9), (2.2, 1.3), (-1.75, 1.5)))
    top = lac("round_natural", colour="#b3a893")
    headboard(1.6, 1.12, colour="#b3a893", name="head", height=.72)
    # The sheet is a body over the whole mattress, or its tufts would come through.
    sheet, _, _ = rounded_block("sheet", (1.63, 2.03, .28), .05, .012, cloth("drawn", "#ece8e0", "percale", .05))
    p = points(sheet)
    set_points(sheet, p + normals(sheet) * (.0035 * fractal(p * [1, .4, 1], 2.4, 6, 2))[:, None])
    sheet.location = (0, 0, .505)
    surface, wall = top + .024, 1.07
    white = cloth("case", "#f1eee8", "percale", .12)
    cord = cloth("cord", {"down": LAKE, "feather": "#b6a88f"}.get(kind, "#e5e0d6"), "linen", 0, mapped=False)
    rows = {
        "down": ((-.39, .86, 68, 2, .084, 21, wall), (.39, .84, 66, -3, .125, 22, wall), (.025, .585, 55, 3, .104, 20, None)),
        "feather": ((-.40, .86, 69, 3, .112, 31, wall), (.41, .85, 67, -4, .108, 32, wall)),
        "micro": ((-.41, .85, 67, -3, .100, 33, wall), (.40, .86, 68, 3, .104, 34, wall)),
        "bolster": ((-.40, .86, 70, 3, .102, 35, wall), (.40, .86, 70, -3, .106, 36, wall)),
    }[kind]
    for x, y, lean, turn, full, seed, behind in rows:
        plump(white, (x, y, 1.0), lean, turn, cord, (.70, .50), full, seed, surface, .03, behind, .8, bead=.0038)
    if kind == "bolster":
        group(bolster_body(), (-.02, .50, surface + .093), .03)
    elif kind != "down":
        plump(white, (-.20, .43, 1.0), 0, 14, cord, (.70, .50), rows[0][4], 40, surface, .016, folds=.8, droop=.062, bead=.0038)
    room.daylight(key=.95, centre=(-.1, .3, .7))
    props.tile_frame((-.02, .70, .91), 1.9, 62, 15, -12, 7, focus=(0, .6, .85))


def zigzag(depth, pitch):
    """Centre line of something thick folded to and fro into four layers, two round folds at the front."""
    r, line = pitch / 2, []
    for k in range(4):
        run = np.linspace(depth, 0, 120) if k % 2 == 0 else np.linspace(0, depth, 120)
        line += [(x, (k + .5) * pitch) for x in run]
        if k < 3:
            side = -1 if k % 2 == 0 else 1
            line += [(run[-1] + side * r * math.sin(a), (k + 1) * pitch - r * math.cos(a)) for a in np.linspace(0, math.pi, 24)[1:-1]]
    return np.array(line)


def quilt(path, width, pitch, cells, pattern, groove, material, seed):
    """A quilted body that follows a path in the (x, z) plane; its long edges close to a seam, round as a filled cell is.

    Returns the object and its two seams."""
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    half = pitch / 2
    y = np.linspace(-math.pi / 2, math.pi / 2, 121)
    y = (.65 * np.sin(y) + .35 * y / (math.pi / 2)) * width / 2
    s, y = np.meshgrid(run, y, indexing="ij")
    cell = width / cells
    # A wave runs aslant to the mesh: its groove is rounded, or it would be jagged.
    crown = (np.hypot(quilted(y, s, cell, pattern, 1), .2) ** .5 - .45) / .56 if pattern == "wave" else quilted(s, y, run[-1] / round(run[-1] / cell), pattern, .55)
    filling = 1 + .16 * fractal(np.stack([s.ravel(), y.ravel(), 0 * s.ravel()], 1), 5, seed, 2).reshape(s.shape)
    closing = np.minimum(1, np.minimum(width / 2 - np.abs(y), 3 * np.minimum(s, run[-1] - s)) / (half * 1.15))
    height = half * np.sqrt(np.maximum(0, 1 - (1 - closing) ** 2)) * (1 - groove + groove * crown * filling)
    slide = .010 * fractal(np.stack([run * 2.2, 0 * run, 0 * run], 1), 1, seed + 1, 2)[:, None]

    def face(side):
        return np.stack([path[:, :1] + side * normal[:, :1] * height, y + slide, path[:, 1:] + side * normal[:, 1:] * height], -1)

    ring = np.concatenate([face(1), face(-1)[:, -2:0:-1]], 1)
    n, m = ring.shape[:2]
    index = np.arange(n * m).reshape(n, m)
    beside = np.roll(index, -1, 1)
    f = np.stack([index[:-1], index[1:], beside[1:], beside[:-1]], -1).reshape(-1, 4)
    uv = np.stack([np.repeat(s[:, :1], m, 1), ring[:, :, 1]], -1)
    obj = mesh("duvet", ring.reshape(-1, 3), f.tolist(), material, uv.reshape(-1, 2))
    return obj, (index[:, 0], index[:, y.shape[1] - 1])


def folded_duvet(kind="down", closer=False):
    """One duvet folded to and fro on an oak bench: squares for down, small squares for summer, waves for microfibre."""
    props.ledge("oak", depth=.78, wall=.50, thickness=.06)
    pitch, cells, pattern, groove, trim = {
        "down": (.072, 4, "square", .60, "#cfc5b4"),
        "summer": (.027, 6, "square", .72, "#cfc5b4"),
        "micro": (.058, 4, "wave", .46, "#ddd6ca"),
    }[kind]
    material, cord = cloth("duvet", "#f1eee8", "percale", .5), cloth("edge", trim, "linen", 0, mapped=False)
    obj, seams = quilt(zigzag(.44, pitch), .64, pitch, cells, pattern, groove, material, 20)
    settle(obj, .13, .007, 3)
    crumple(obj, .006 if kind != "summer" else .004, 4, scale=9, levels=3, density=1)
    p = points(obj)
    parts = [obj]
    for seam, side in zip(seams, (-1, 1)):
        line = p[seam] + [0, side * .0012, 0]
        parts.append(rod("piping", [tuple(q) for q in line], .0030, cord, curved=False))
    group(parts, (0, -.16, -p[:, 2].min() - .001), math.pi / 2 + .03)
    north_light(1.15, centre=(0, .03, .12))
    z = pitch * 4
    if closer:
        props.tile_frame((.17, -.16, z * .62), .44, 95, 22, 34, 7, focus=(.20, -.20, z * .8))
    else:
        props.tile_frame((.015, .06, .15) if kind != "summer" else (-.015, .06, .07), 1.08 if kind != "summer" else 1.04, 85, 15, 20, 8, focus=(0, -.16, .15))


# ---------------------------------------------------------------- pillows

def pillows(kind="down"):
    """Down: against the wall, piped in lake blue. Feather: lying, full. Microfibre: against the wall, a little turned."""
    props.table("linen", wall={"down": .40, "feather": .62, "micro": .42}[kind], plaster_colour="#dcd3c6")
    white = cloth("percale", "#f0ede6", "percale", .12)
    cord = cloth("cord", {"down": LAKE, "feather": "#b6a88f", "micro": "#e5e0d6"}[kind], "linen", 0, mapped=False)
    if kind == "down":
        plump(white, (0, .10, .3), 57, 5, cord, full=.134, seed=20, sink=.03, wall=.40, folds=.9, bead=.0034)
        centre, lift = .205, 12
    elif kind == "feather":
        p, _ = plump(white, (0, .05, .2), 0, 9, cord, full=.120, seed=31, sink=.012, droop=.034, bead=.0030)
        chambers(p, cord, 170)
        centre, lift = .13, 13
    else:
        plump(white, (0, .10, .3), 57, -13, cord, full=.126, seed=34, sink=.03, wall=.42, folds=.9, bead=.0030)
        centre, lift = .215, 11
    north_light(1.05, centre=(0, .03, .15))
    props.tile_frame((0, .05, centre), .98, 95, lift, 4, 8, focus=(0, -.1, .2))


def chambers(p, cord, per_metre=80):
    """Two more rows of piping, above and below the seam: the walls between the chambers, drawn straight past the corners' puckers."""
    for below in (False, True):
        edge(p, beside_seam(.70, .50, 3, below, per_metre), cord, .0024, round(.3 * per_metre))


def pillow_detail(kind="down"):
    props.table("linen", wall=.9)
    trim = {"down": LAKE, "feather": "#b6a88f", "micro": "#dcd6ca", "silk": "#e9decb"}[kind]
    zipped = kind in ("micro", "silk")
    white = silk("silk", "#e6d9c4") if kind == "silk" else cloth("percale", "#f0ede6", "percale", .5)
    cord = cloth("cord", trim, "linen", 0, mapped=False)
    at, turn = ((.14, .20, .1), 54) if zipped else ((.20, .14, .1), -28 if kind == "feather" else 26)
    a, sa = laid(white, at, 4, turn, None if zipped else cord, {"down": 1.9, "feather": 2.3, "micro": 2.4}.get(kind, 1.9),
                 {"down": 0, "feather": 5, "micro": 13}.get(kind, 5), sink=.012, crease=.005)
    if kind == "feather":
        chambers(a, cord)
    if zipped:
        zip_along(a, sa, white, plain("thread", "#cfc3ae", .8), hidden=kind == "silk")
    north_light(.9, centre=(0, .0, .08))
    if zipped:
        props.tile_frame((.02, -.09, .075), .36, 95, 13, -8, 8, focus=(0, -.12, .06))
    else:
        props.tile_frame((.02, -.08, .07), .40, 95, 20, -10, 7, focus=(0, -.14, .07))


def zip_along(p, seam, white, thread, hidden=False):
    """A zip in the short side seam, between two stitched lips of the pillow's own cloth; where it is hidden, they meet over it."""
    near = seam[-36:-3]
    line, out = points(p)[near], normals(p)[near]
    for _ in range(12):
        line[1:-1] = (line[:-2] + 2 * line[1:-1] + line[2:]) / 4
        out[1:-1] = (out[:-2] + 2 * out[1:-1] + out[2:]) / 4
    # Finer than the cloth: a point every millimetre and a half.
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    at = np.arange(0, run[-1], .0015)
    line, out = (np.column_stack([np.interp(at, run, column) for column in values.T]) for values in (line, out))
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    out -= (out * along).sum(1)[:, None] * along
    out /= np.linalg.norm(out, axis=1)[:, None]
    up = np.cross(along, out)
    # Towards its end the opening closes and the lips sink into the seam.
    closing = np.sqrt(np.clip((at[-1] - at) / .016, 0, 1))[:, None]
    for side in (-1, 1):
        middle = line + out * (.0090 * closing - .0050) + up * side * (.0050 + (0 if hidden else .0046) * closing)
        tilted = up * side - out * .34
        tape(middle, tilted, .0012 + .0084 * closing[:, 0], white).parent = p
        sewn = (middle + tilted * .0022 + out * .0010)[:-6]
        for k in range(0, len(sewn) - 2, 3):
            rod("stitch", [tuple(sewn[k]), tuple(sewn[k + 1] + along[k] * .0004)], .00032, thread, curved=False).parent = p
    if hidden:
        return
    ribbon, metal = cloth("zip-tape", "#d9d0c0", "linen", .05), brass()
    tape(line + out * .0022, up, .0150 * closing[:, 0], ribbon).parent = p
    teeth = [box("tooth", (.0021, .0030, .0050), (0, 0, 0), metal, .0004)]
    for _ in at[2:-8:2]:
        teeth.append(teeth[0].copy())
        bpy.context.scene.collection.objects.link(teeth[-1])
    for k, tooth in zip(range(0, len(at), 2), teeth):
        seat(tooth, line[k] + out[k] * .0042 + up[k] * (.0009 if k % 4 else -.0009), along[k], out[k], up[k], p)
    k = len(at) * 3 // 5
    seat(box("slider", (.0110, .0060, .0095), (0, 0, 0), metal, .0018), line[k] + out[k] * .0052, along[k], out[k], up[k], p)
    down = -np.array([0, 0, 1]) + out[k] * .10
    down /= np.linalg.norm(down)
    face = np.cross(along[k], down)
    seat(box("pull", (.0062, .0016, .026), (0, 0, 0), metal, .0007), line[k] + out[k] * .0092 + down * .0130, along[k], face, -down, p)


def seat(obj, at, x, y, z, parent):
    """Set an object at a point, its axes along three directions."""
    obj.matrix_world = Matrix([(*row, float(c)) for row, c in zip(np.column_stack([x, y, z]).tolist(), at)] + [(0, 0, 0, 1)])
    obj.parent = parent


def bolster_body(length=.90, r=.100):
    """A long round cushion whose piped ends swell a little and are gathered to a button; returns its parts, lying at z = -.094."""
    white, cord = cloth("percale", "#f0ece4", "percale", .35), cloth("cord", "#b6a88f", "linen", 0, mapped=False)
    around, half = 360, length / 2
    a = np.linspace(0, 2 * math.pi, around, endpoint=False)
    # Gathers: narrow folds of uneven width that run out towards the piping.
    rng = np.random.default_rng(4)
    knots = np.sort((np.arange(34) + rng.uniform(-.34, .34, 34)) / 34 * 2 * math.pi)
    phase = np.interp(a, np.concatenate([[knots[-1] - 2 * math.pi], knots, [knots[0] + 2 * math.pi]]), np.arange(36))
    fold = np.abs(np.sin(math.pi * phase)) ** .7
    reach = np.interp(a, knots, rng.uniform(.55, 1, 34), period=2 * math.pi)

    def end(side):
        rings = []
        for t in np.linspace(.05, 1, 40):
            x = half - .004 + .030 * (1 - t ** 2.4) - .030 * math.exp(-(t / .17) ** 2)
            depth = .0075 * np.clip(1 - t / reach, 0, 1) ** .8 * min(1, t / .14)
            swell = .0035 * math.sin(math.pi * min(1, t / .9)) * fractal(np.stack([np.cos(a) * t, np.sin(a) * t, 0 * a], 1), 2.2, 5 + side, 2)
            rings.append(np.stack([side * (x - depth * (1 - fold) + swell), r * t * np.cos(a), r * t * np.sin(a)], 1))
        return rings

    body = []
    for s in np.linspace(-1, 1, 120)[1:-1]:
        q = r * (1 + .035 * (1 - s ** 2) - .02 * abs(s) ** 12)
        body.append(np.stack([np.full(around, s * half), q * np.cos(a), q * np.sin(a)], 1))
    near, far = end(-1), end(1)
    rings = near + body + far[::-1]
    v = np.vstack(rings)
    uv = np.stack([v[:, 0], np.tile(a * r, len(rings))], 1)
    for block in (near, far):
        start = 0 if block is near else (len(rings) - len(far)) * around
        uv[start:start + len(block) * around] = v[start:start + len(block) * around, 1:]
    index = np.arange(len(v)).reshape(-1, around)
    beside = np.roll(index, -1, 1)
    f = np.stack([index[:-1], index[1:], beside[1:], beside[:-1]], -1).reshape(-1, 4)
    obj = mesh("bolster", v, f.tolist(), white, uv)
    p, inner = points(obj), np.clip((half - np.abs(v[:, 0])) / .04, 0, 1)
    # A little slack at the piping, feathers that lie unevenly along the body.
    pucker = np.exp(-(half - np.abs(p[:, 0])) / .05) * np.clip(hash_noise(np.stack([0 * p[:, 0], p[:, 1] * 60, p[:, 2] * 60], 1), 3), -.4, 1)
    p += normals(obj) * (inner * (.005 * fractal(p * [.6, 1, 1], 5, 2, 3) + .003 * pucker))[:, None]
    # Its weight: what comes near the ground is flattened and gives way sideways.
    low = np.clip((-.07 - p[:, 2]) / .034, 0, 1)
    p[:, 1] *= 1 + .05 * low
    p[:, 2] = np.where(low > 0, -.07 - .034 * low + .010 * low ** 2, p[:, 2])
    set_points(obj, p)
    parts = [obj]
    for ring in (len(near) - 1, len(rings) - len(far)):
        seam = p[index[ring]]
        middle = seam.mean(0)
        parts.append(rod("piping", [tuple(q) for q in middle + (seam - middle) * 1.012][::4], .0034, cord, closed=True))
    for side in (-1, 1):
        knob = turned("button", rounded([(0, -.006), (.0165, -.006), (.0165, .001), (0, .0065)], [0, .003, .006, 0], 8), cord, (side * (half + .006), 0, 0), 40)
        knob.rotation_euler = (0, side * math.pi / 2, 0)
        parts.append(knob)
    return parts


def bolster(closer=False):
    """The bolster before a square cushion; near, its gathered end. The end is turned from the window, so that its folds are modelled."""
    props.table("linen", wall=.75 if closer else .54)
    if closer:
        group(bolster_body(), (.17, .22, .094), 1.12)
    else:
        group(bolster_body(), (-.03, .03, .094), -.60)
    north_light(1.1, centre=(0, .03, .1))
    if closer:
        props.tile_frame((.01, -.17, .10), .34, 95, 14, -6, 7, focus=(-.03, -.19, .1))
    else:
        plump(cloth("back", "#e7e0d4", "linen", .12), (-.07, .36, .4), 66, -7, size=(.65, .65), full=.150, seed=37, sink=.03, wall=.54, folds=1.2)
        props.tile_frame((.01, .05, .19), 1.16, 95, 12, 8, 8, focus=(0, -.06, .12))


def pillowcases():
    """Two percale cases with border and piping, folded."""
    props.ledge("oak", depth=.56, wall=.40)
    material, cord = cloth("case", WHITE, "percale", .12), cloth("lake", PIPING, "linen", 0, mapped=False)
    folded(.37, .29, .0068, material, (0, -.06, 0), .02, 2, piping=cord, amplitude=.002)
    folded(.37, .29, .0068, material, (.010, -.055, .0315), -.06, 3, piping=cord, amplitude=.002)
    north_light(.75, centre=(0, .03, .05))
    props.tile_frame((.035, -.02, .03), .66, 95, 24, 18, 7, focus=(.02, -.09, .04))


def charmeuse(name, colour):
    """Heavy mulberry silk without a crease: a broad sheen across the weft, the finest of grain."""
    g = Graph(name)
    s = g.surface(linear(colour), .36, specular=.62, Sheen_Weight=.12, Sheen_Roughness=.35, Anisotropic=.55)
    g.link(g.node("ShaderNodeTangent", direction_type="UV_MAP").outputs[0], s.inputs["Tangent"])
    at = g.space("UV")
    below = g.bump(g.noise(at, 1, 2, .5, stretch=(14, 5, 1)), .006, .25)
    g.link(g.bump(g.noise(at, 1, 1, .5, stretch=(60, 1300, 1)), .00012, .5, below), s.inputs["Normal"])
    return g.finish(s, linear(colour))


def silk_pillow():
    """One well-filled pillow in silk, leaning on the wall behind an oak bench."""
    props.ledge("oak", depth=.62, wall=.30)
    material = charmeuse("silk", "#e2d1b4")
    obj, seam = plump(material, (0, .12, .3), 62, 7, size=(.75, .50), full=.128, seed=4, sink=.03, wall=.295, folds=1.35)
    edge(obj, seam, material, .0016, 2)
    north_light(1.05, centre=(0, .03, .18))
    props.tile_frame((-.005, .08, .19), 1.06, 95, 13, -10, 8, focus=(0, .0, .22))


# ---------------------------------------------------------------- sheets and covers

def folds(depth, pitch):
    """Centre line of a sheet folded in half three times, every fold inside the one before: eight layers, the round fold at x = 0."""
    levels, line = (0, 7, 4, 3, 2, 5, 6, 1), []
    front = 3.5 * pitch
    for k, level in enumerate(levels):
        run = np.linspace(depth, front, 26) if k % 2 == 0 else np.linspace(front, depth, 26)
        line += [(x, (level + .5) * pitch) for x in run]
        if k < 7:
            other = levels[k + 1]
            r, middle, side = (other - level) * pitch / 2, (level + other + 1) / 2 * pitch, -1 if k % 2 == 0 else 1
            line += [(run[-1] + side * abs(r) * .9 * math.sin(a), middle - r * math.cos(a)) for a in np.linspace(0, math.pi, 22)[1:-1]]
    return np.array(line)


def sheets(colour=WHITE, weave="percale", piping=None, tie=False):
    """One sheet or cover, folded in eight."""
    props.ledge("oak", depth=.56, wall=.40)
    material = cloth("sheet", colour, weave, .14 if weave == "percale" else .25, sheen=.1)
    cord = cloth("cord", piping, "linen", 0, mapped=False) if piping else None
    layer = .0062
    sheet = folded(.37, .29, layer, material, (0, -.06, 0), .012, 30, piping=cord, bead=.0015, droop=.08, amplitude=.0034, path=folds(.29, layer * 1.1))
    if tie:
        band([sheet], cloth("band", "#d9cfbe", "linen", 0), .05)
    north_light(.75, centre=(0, .03, .05))
    props.tile_frame((0, .03, .065), .58, 95, 17, 18, 7, focus=(.02, -.09, .06))


def sheet_corner(colour=WHITE, weave="percale"):
    """A fitted sheet drawn tight round the corner of a mattress on its upholstered base: flat above, the mitre's seam down the
    corner, fine gathers where the elastic draws it under."""
    room.floor()
    room.back_wall(1.3, panels=False)
    legs("round_natural", 1.0, 2.06, .12)
    lac_base(1.0, 2.06, .12, .24, "#b5a087", "base")
    fabric = cloth("sheet", colour, weave, .06)
    size = np.array((.97, 2.02, .27))
    obj, uv, kind = rounded_block("sheet", size, .058, .0055, fabric)
    p, n = points(obj).astype(float), normals(obj).astype(float)
    at = np.abs(p[:, :2])
    # Metres round the corner from the mitre, metres above the elastic, and what hangs rather than lies.
    bend = .058 * math.pi / 4
    beyond = size[:2] / 2 - .058 - at
    side = np.where(at[:, 0] - size[0] / 2 > at[:, 1] - size[1] / 2, -1, 1)
    around = np.arctan2(*(at - size[:2] / 2 + .058).clip(1e-6).T[::-1]) - math.pi / 4
    s = np.where((beyond < 0).all(1), -around * .058, side * (np.where(side < 0, beyond[:, 1], beyond[:, 0]).clip(0) + bend))
    up = p[:, 2] + size[2] / 2
    hangs = np.clip(1 - (n[:, 2].clip(0) / .75), 0, 1) * (n[:, 2] > -.9)
    far = np.abs(s)
    quarter = np.sign(p[:, 0]) * 3.1 + np.sign(p[:, 1]) * 7.7
    # The elastic gathers the hem: short folds of uneven width, deeper and higher towards the corner.
    near = np.exp(-(far / .17) ** 1.5)
    lot = hash_noise(np.column_stack([s * 16, quarter, 0 * s]), 5)
    phase = s * 2 * math.pi / .024 + 2.2 * hash_noise(np.column_stack([s * 13, quarter, 0 * s]), 8) + 5 * up * lot
    reach = .030 + .085 * near * (.55 + .75 * np.clip(lot + .35, 0, 1))
    fold = (.5 + .5 * np.cos(phase)) ** 1.6 - .4
    lift = fold * (.0020 + .0062 * near) * np.where(s < 0, 1.6, 1) * np.exp(-(up / reach) ** 2) * np.clip(far / .012, .25, 1)
    # Drawn from the mitre down and outwards: a few long, shallow pulls.
    for k, (start, slope, long, deep) in enumerate(((.19, .55, .16, .0026), (.155, .95, .13, .0022), (.20, .26, .22, .0018), (.12, 1.5, .09, .0020))):
        for hand in (-1, 1):
            run = s * hand - .004
            line = up - start - .012 * hand + slope * run + .25 * run ** 2
            lift += 1.5 * deep * (1 - .3 * (hand > 0)) * (run > 0) * np.exp(-(line / (.006 + .05 * run.clip(0))) ** 2) * np.exp(-(run / long) ** 2) * np.clip(run / .02, 0, 1)
    # The felled seam itself, a flat ridge that puckers the cloth beside it.
    seam = np.clip((up - .02) / .02, 0, 1) * np.clip((size[2] - .012 - up) / .02, 0, 1)
    lift += seam * (.0013 * np.exp(-(far / .0045) ** 6) + .0005 * np.sin(up * 2 * math.pi / .013 + 2 * np.sin(up * 90)) * np.exp(-(far / .014) ** 2))
    p += n * (lift * hangs)[:, None]
    # Full in the border, drawn in below; above, the cloth only tells where the corner pulls.
    swell = .009 * np.sin(math.pi * np.clip(up / size[2], 0, 1)) * (n[:, 2] < .9)
    p[:, :2] += n[:, :2] * (swell - .016 * np.exp(-(up / .022) ** 2))[:, None]
    top = n[:, 2] > .5
    inward = np.hypot(*(size[:2] / 2 - at).T)
    toward = np.arctan2(size[1] / 2 - at[:, 1], size[0] / 2 - at[:, 0])
    p[:, 2] += top * (.0006 * np.cos(toward * 15 + .5 * quarter + .8 * np.sin(inward * 12)) * np.exp(-((inward - .15) / .11) ** 2) + .0025 * fractal(p * [1, 1, 0], 2.6, 3, 2))
    set_points(obj, p)
    obj.location = (0, 0, .36 + size[2] / 2 - .004)
    thread = plain("thread", colour, .8)
    mitre = p[(p[:, 0] < 0) & (p[:, 1] < 0) & (far < .004) & (up > .035) & (up < size[2] - .03)]
    mitre = mitre[np.argsort(mitre[:, 2])]
    heights = np.arange(mitre[0, 2], mitre[-1, 2], .0042)
    way = np.column_stack([np.interp(heights, mitre[:, 2], column) for column in mitre.T])
    for _ in range(8):
        way[1:-1] = (way[:-2] + 2 * way[1:-1] + way[2:]) / 4
    out, across = np.array((-1, -1, 0)) / math.sqrt(2), np.array((1, -1, 0)) / math.sqrt(2)
    for hand in (-.0030, .0030):
        for q in way:
            rod("stitch", [tuple(q + across * hand + out * .0006), tuple(q + across * hand + out * .0006 + [0, 0, .0028])], .00042, thread, curved=False).parent = obj
    room.daylight(centre=(-.2, -.7, .5), glow=.7)
    props.tile_frame((-.33, -.86, .515), .66, 80, 17, -36, 7, focus=(-.45, -.98, .50))


def hem_detail(colour=WHITE, weave="percale", cord=None):
    """The folded edges of a cover with their piping, near."""
    props.table("oak", wall=.9)
    material = cloth("sheet", colour, weave, .3)
    string = cloth("cord", cord, "linen", 0, mapped=False) if cord else None
    folded(.52, .40, .0090, material, (.05, -.05, 0), .16, 41, piping=string, amplitude=.004, bead=.0026)
    folded(.50, .38, .0080, material, (.06, -.03, .040), .06, 42, piping=string, amplitude=.004, bead=.0026)
    north_light(.8, centre=(0, -.1, .05))
    props.tile_frame((-.150, .0, .040), .27, 100, 24, -36, 8, focus=(-.19, -.07, .05))


# ---------------------------------------------------------------- throws

def looped_fringe(edge, out, material, haze, length=.05, seed=1):
    """A fringe of soft loops along an edge: each leaves it, sinks under its weight and comes back beside where it began."""
    rng = np.random.default_rng(seed)
    root, way = [], []
    for a, b in zip(edge[:-1], edge[1:]):
        long = length * rng.uniform(.8, 1.1)
        t = np.linspace(0, 1, 15)
        wide = (b - a) * (.5 - .9 * (.5 - t))[:, None] + (b - a) * (rng.uniform(-.5, .5) * np.sin(math.pi * t) ** 2)[:, None]
        belly = np.sin(math.pi * t) ** .8
        loop = a + wide + out * (belly * .012 * rng.uniform(.5, 1.2))[:, None] - [0, 0, 1] * (belly * long)[:, None]
        loop += (b - a) / np.linalg.norm(b - a) * (.004 * np.sin(2 * math.pi * t) * rng.uniform(-1, 1))[:, None]
        rod("loop", [tuple(q) for q in loop], .0013, material)
        for _ in range(60):
            k = rng.integers(0, 14)
            root.append(loop[k] + (loop[k + 1] - loop[k]) * rng.random())
            way.append(rng.normal(size=3))
    way = np.array(way)
    brushed(np.array(root), way / np.linalg.norm(way, axis=1)[:, None], rng, .008, (0, 0, -.6), .00010, haze, None, 1.0)


def twisted(ends, radius, material):
    """Two yarns twisted to a cord that bends through three points, knotted before it ends in a small tuft."""
    a, b, c = (np.array(q) for q in ends)
    t = np.linspace(0, 1, 60)[:, None]
    core = (1 - t) ** 2 * a + 2 * t * (1 - t) * (2 * b - (a + c) / 2) + t ** 2 * c
    along = np.gradient(core, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    level = np.cross(along, [0, 0, 1])
    level /= np.linalg.norm(level, axis=1)[:, None]
    angle = 2 * math.pi * 5 * t
    spin = (level * np.cos(angle) + np.cross(level, along) * np.sin(angle)) * radius * .8
    yarns = [rod("fringe", [tuple(q) for q in core + side * spin], radius, material, curved=False) for side in (-1, 1)]
    knot = turned("knot", rounded([(0, -.0030), (.0027, -.0030), (.0027, .0030), (0, .0030)], [0, .0022, .0022, 0], 5), material, tuple(core[-10]), 16)
    return [*yarns, knot]


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
    strand = cloth(tint + "-fringe", colour, "linen", 0, mapped=False)
    rng = random.Random(3)
    parts, hung = [obj], -1
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    for i in range(len(path)):
        block = p[i * ring:(i + 1) * ring]
        edge = block[np.argsort(block[:, 1])[:3]].mean(0)
        # The path is denser in its folds; the fringe is not.
        if run[i] > hung + .014:
            hung, y, z = run[i], edge[1], edge[2]
            sag = rng.uniform(.010, .020)
            ends = [(edge[0], y + .002, z), (edge[0] + rng.uniform(-.004, .004), y - .018, z - sag * .3), (edge[0] + rng.uniform(-.006, .006), y - .036, max(.0030, z - sag - .008 * rng.random()))]
            parts += twisted(ends, .0013, strand)
    group(parts, (0, -.07, 0), math.pi / 2 + .02)
    north_light(.85, centre=(0, .03, .05))
    if closer:
        props.tile_frame((.225, -.09, .040), .21, 100, 32, 40, 8, focus=(.235, -.12, .05))
    else:
        props.tile_frame((.04, .02, .05), .70, 95, 22, 24, 8, focus=(.05, -.1, .05))


def mohair(closer=False):
    """A brushed throw hung over the back of a wooden chair: it runs down to the seat, over it, and falls from its front."""
    room.floor()
    room.back_wall(.78, panels=False)
    wood, grain = oak("chair", "#9a764f", "z"), oak("rail", "#9a764f", "x")
    for x in (-.215, .215):
        turned("post", rounded([(0, 0), (.014, 0), (.017, .44), (.015, .86), (0, .872)], [0, .004, .1, .006, 0]), wood, (x, .16, 0), 32)
        turned("leg", rounded([(0, 0), (.013, 0), (.018, .43), (0, .43)], [0, .004, .004, 0]), wood, (x * .95, -.24, 0), 32)
    box("top", (.46, .022, .075), (0, .165, .815), grain, .008)
    box("mid", (.42, .018, .045), (0, .165, .62), grain, .006)
    box("seat", (.48, .46, .030), (0, -.04, .44), grain, .012)
    for y in (-.22, .14):
        box("stretcher", (.40, .018, .03), (0, y, .395), grain, .005)
    # From behind the rail (its axis at the origin) over it, down to the seat, forward and over the seat's edge.
    outline = rounded([(.030, -.40), (.030, .020), (-.030, .020), (-.062, -.374), (-.458, -.374), (-.470, -.52)], [0, .028, .028, .075, .035, 0], 12)
    run = np.concatenate([[0], np.cumsum([math.dist(a, b) for a, b in zip(outline, outline[1:])])])
    at = np.linspace(0, run[-1], 220)
    path = np.column_stack([np.interp(at, run, [q[k] for q in outline]) for k in (0, 1)])
    obj = swept("throw", path, .35, .010, cloth("mohair", MOHAIR[0], "boucle", 0, sheen=.7), across=90, seed=6, wobble=.004, skew=.010)
    p = points(obj)
    ring = len(p) // len(path)
    along, y = np.repeat(at / run[-1], ring), p[:, 1].copy()
    # Soft lengthwise folds where it hangs, the whole a little askew, wider towards the foot.
    hang = np.clip((p[:, 2] + .36) / .10, 0, 1) * np.clip((.02 - p[:, 2]) / .12, 0, 1) * (p[:, 0] < 0) + np.clip((-.40 - p[:, 2]) / .06, 0, 1)
    p[:, 0] -= hang * (.014 + .016 * np.sin(y * 24 + 4 * along + .8) + .006 * np.sin(y * 53 + 2))
    p[:, 2] += (1 - np.clip(hang, 0, 1)) * (along > .5) * .010 * np.clip(np.sin(y * 30 + 9 * along), 0, 1)
    p[:, 1] += .030 * (along - .5) + y * (.16 * (along - .45) + .05 * np.sin(9 * along)) + .02
    set_points(obj, p)
    place(obj, (0, .165, .850), math.pi / 2)
    density, length, radius = (190, .016, .00012) if closer else (95, .0135, .00015)

    def unseen(q, n):
        """The side that lies on the chair, what hangs behind it, and what is out of a near view."""
        return ((n[:, 0] > .4) & (q[:, 0] < .01)) | (n[:, 2] < -.4) | ((q[:, 0] > .03) & (q[:, 2] < -.06)) | (closer & (q[:, 2] < -.26))

    for k, (colour, share) in enumerate(zip(MOHAIR, (.56, .36, .08))):
        nap(obj, yarn("haze", colour, .10), density * share, length, radius, (-.1, 0, -.5), 1.0, 2 + k, unseen)
    bpy.context.view_layer.update()
    m = np.array(obj.matrix_world)
    last = p[-ring:]
    foot = last[np.argsort(last[:, 1])]
    foot = np.column_stack([np.interp(np.arange(foot[0, 1], foot[-1, 1], .0085), foot[:, 1], foot[:, k]) for k in range(3)])
    looped_fringe(foot @ m[:3, :3].T + m[:3, 3], np.array([0, -1, 0]), cloth("fringe", MOHAIR[0], "wool", 0, mapped=False), yarn("fringe-haze", MOHAIR[1], .10))
    room.daylight(centre=(0, .0, .5), key=.95)
    if closer:
        props.tile_frame((.07, .12, .815), .26, 100, 14, -24, 10, focus=(.06, .125, .82))
    else:
        props.tile_frame((0, .0, .53), 1.32, 75, 11, -26, 8, focus=(0, .0, .6))
