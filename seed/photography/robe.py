"""Bathrobes on a broad hanger at a brass peg: the drape modelled in rows from shoulder to hem, collar, cuffs, pockets and belt laid on it."""
import math

import numpy as np

import props
from cloth import crumple, pile
from materials import brass, cloth, oak, plaster, velour, waffle, yarn
from shapes import box, mesh, points, refine, rod, rounded, thicken, turned
from studio import ambient, panel, sun

LENGTH, BELT, FULL = 1.20, .50, .30  # from the neck to the hem and to the belt; half the width of the cloth
NECK = .072  # half the width of the neck
ROLL = .013  # of the cloth over the hanger
OVERLAP = .055  # from the middle to the edge of the front that lies on top
POCKET = (.143, .064, .635, .825)  # its middle and half its width, its upper and lower edge below the neck
# How far below the neck, half the width and half the depth of the body there.
FIGURE = np.array([(0, .220, .020), (.10, .220, .048), (.20, .219, .062), (.31, .213, .072), (.41, .201, .080), (.46, .192, .080), (BELT, .178, .066),
                   (.54, .188, .074), (.62, .207, .082), (.80, .232, .088), (1.0, .248, .092), (LENGTH, .258, .096)])


def shoulder(x):
    """How far the shoulder lies below the neck, `x` from the middle: straight down from the neck, rounded at its end."""
    x = np.abs(x)
    return .30 * (np.sqrt(x * x + .0009) - .03) + 5 * np.clip(x - .165, 0, None) ** 2


def soft(x):
    """0..1 without a corner."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def bent(x, knots, value):
    """A smooth curve through knots."""
    slope = np.gradient(value, knots)
    i = np.clip(np.searchsorted(knots, x) - 1, 0, len(knots) - 2)
    h = knots[i + 1] - knots[i]
    t = np.clip((x - knots[i]) / h, 0, 1)
    return ((1 + 2 * t) * (1 - t) ** 2 * value[i] + t * (1 - t) ** 2 * h * slope[i]
            + t * t * (3 - 2 * t) * value[i + 1] - t * t * (1 - t) * h * slope[i + 1])


def figure(d):
    """Half the width and half the depth of the body, `d` below the neck."""
    return bent(d, FIGURE[:, 0], FIGURE[:, 1]), bent(d, FIGURE[:, 0], FIGURE[:, 2])


_ANGLE = np.linspace(-math.pi / 2, math.pi / 2, 801)
_ROUND = np.concatenate([[0], np.cumsum(np.hypot(np.diff(.23 * np.sin(_ANGLE)), np.diff(.075 * np.cos(_ANGLE) ** .75)))])
_ROUND = 2 * _ROUND / _ROUND[-1] - 1


def pleats(m, seed, low, high):
    """Folds of uneven width side by side, about -.5 to .6: round crests, narrower valleys."""
    rng = np.random.default_rng(seed)
    ends = np.cumsum(rng.uniform(low, high, 80)) - 1.3
    tall = rng.uniform(.55, 1.15, 81)
    k = np.clip(np.searchsorted(ends, m), 1, 79)
    t = (m - ends[k - 1]) / (ends[k] - ends[k - 1])
    return (np.sin(math.pi * t) ** 1.5 - .45) * tall[k]


# Folds of the skirt: place in the cloth, width, height, where they begin and end below the belt, their steeper side.
FRONT = ((-.92, .070, .013, -.02, 1, 1), (-.74, .055, .030, .00, 1, -1), (-.55, .060, .024, .06, .34, 1), (-.50, .075, .030, .34, 1, -1), (-.33, .050, .024, -.01, 1, 1),
         (-.13, .045, .015, .02, 1, -1), (.03, .060, .017, .25, 1, 1), (.20, .050, .024, -.01, .42, -1), (.33, .075, .030, .30, 1, -1), (.48, .055, .024, .02, .36, 1),
         (.61, .065, .032, .12, 1, -1), (.79, .055, .026, -.01, 1, 1), (.92, .060, .013, .06, 1, -1))
BACK = ((-.9, .07, .022, 0, 1, 1), (-.66, .06, .028, 0, 1, -1), (-.4, .07, .024, .1, 1, 1), (-.1, .08, .026, 0, 1, 1), (.22, .06, .022, .1, 1, -1), (.5, .07, .028, 0, 1, 1), (.8, .06, .022, 0, 1, -1))


def folds(m, d, back):
    """How far the cloth stands out: gathers at the belt that join to long folds down to the hem; long soft ones over the chest."""
    seed = 40 if back else 7
    below, above = d - BELT, BELT - d
    wander = m + .020 * np.sin(4.1 * d + 3 * m + seed)
    fine = pleats(m + .01 * np.sin(9 * d), seed + 1, .055, .10)
    calm = .35 + .65 * soft((np.abs(m + .05) - .12) / .35)
    skirt = 0
    for middle, wide, tall, start, stop, steep in BACK if back else FRONT:
        t = (wander - middle) / (wide * (.75 + .35 * soft(below / .5)))
        t = np.where(t * steep > 0, 1.5 * t, t)
        skirt = skirt + 1.2 * tall * np.exp(-t * t) * soft((below - start) / .20) * (1 - .85 * soft((below - stop) / .22))
    gathers = .0120 * np.exp(-(np.abs(below) / np.where(below > 0, .085, .070)) ** 1.6) * fine * (.5 + .5 * calm)
    chest = .0150 * soft(above / .12) * soft((d - .06) / .16) * pleats(wander * .9 + .1 * above, seed + 2, .20, .34) * soft((np.abs(m) - .18) / .3)
    if not back:
        x = np.abs(m) * FULL * .86
        held = soft((POCKET[1] + .05 - np.abs(x - POCKET[0])) / .05) * soft((d - POCKET[2] + .05) / .06) * soft((POCKET[3] + .07 - d) / .07)
        skirt = skirt * (1 - .55 * held)
    return (skirt + gathers + chest + .003 * soft((d - LENGTH + .036) / .007)) * (1 - np.abs(np.clip(m, -1, 1)) ** 10)


def surface(layer, m, d):
    """The cloth where its middle (m = 0) or its side (-1, 1) hangs, `d` below the neck; layer: over, under or back."""
    m, d = np.broadcast_arrays(np.asarray(m, float), np.asarray(d, float))
    wide, deep = figure(d)
    angle = np.interp(m, _ROUND, _ANGLE)
    sine, cosine = np.sin(angle), np.cos(angle)
    x = wide * sine
    arc = np.sqrt(np.clip(ROLL ** 2 - np.clip(ROLL - d, 0, None) ** 2, 0, None)) * np.sqrt(np.clip(1 - np.abs(sine) ** 8, 0, None))
    y = arc + (deep - ROLL) * soft(d / .16) ** .8 * cosine ** .75
    out = folds(m, d, layer == "back")
    if layer == "over":  # thick in the middle, where it lies on the other front and its collar
        y = y + (.014 + .014 * soft((BELT - d + .02) / .10) * soft((d - .14) / .12)) * soft((.55 - m) / .45)
    if layer == "back":
        y = y + .030 * soft((1.25 * NECK - np.abs(x)) / NECK) * (1 - soft(d / .10))
    x, y = x + out * sine * .7, y + out * np.sqrt(cosine)
    z = -d - shoulder(x) * (1 - soft(d / BELT)) * np.where(d < BELT, 1, 0)
    return np.stack([x, y if layer == "back" else -y, z], -1)


def across(x, d):
    """The place in the cloth (m) that hangs `x` from the middle."""
    return np.interp(np.arcsin(np.clip(x / figure(d)[0], -1, 1)), _ANGLE, _ROUND)


def opening(layer, d):
    """Where the edge of a front runs: from the neck across the middle, below the belt straight down."""
    t = np.clip(d / BELT, 0, 1)
    x = NECK + .004 - (NECK + .004 + OVERLAP) * (t + .10 * np.sin(math.pi * t)) + .012 * soft((d - BELT) / .7)
    return x if layer == "over" else -x


def shell(top):
    """Both fronts and the back in one cloth, from the edge of the one to the edge of the other."""
    steps = np.concatenate([[0, .0007, .0025, .0055, .009, .013, .018, .024], np.arange(.031, LENGTH, .0075), [LENGTH]])
    d = steps[:, None]
    edge = {layer: across(opening(layer, d), d) for layer in ("over", "under")}
    n = np.linspace(0, 1, 52)[None, :]
    over, under = edge["over"] + (1 - edge["over"]) * n, -1 + (edge["under"] + 1) * n
    back = np.linspace(1, -1, 84)[None, 1:-1] + 0 * d
    p = np.concatenate([surface("over", over, d), surface("back", back, d), surface("under", under, d)], 1)
    p[:, [51, 51 + back.shape[1] + 1], 1] = 0
    uv = np.concatenate([np.stack([FULL * over, -d + 0 * over], -1), np.stack([2 * FULL - FULL * back, -d + 0 * back], -1), np.stack([FULL * under + 4 * FULL, -d + 0 * under], -1)], 1)
    obj = lofted("robe", p + [0, 0, top], None, uv)
    layer = np.concatenate([np.full(52, 1), np.zeros(back.shape[1]), np.full(52, 1)])
    return obj, np.broadcast_to(layer, p.shape[:2]).ravel()


def lofted(name, p, material, uv, closed=False):
    """A mesh of rows of points; `closed`: the last of a row joins the first."""
    rows, columns = p.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    right = np.roll(index, -1, 1) if closed else index[:, 1:]
    left = index if closed else index[:, :-1]
    faces = np.stack([left[:-1], left[1:], right[1:], right[:-1]], -1).reshape(-1, 4)
    return mesh(name, p.reshape(-1, 3), faces.tolist(), material, uv.reshape(-1, 2))


def lengths(p):
    """UVs of rows of points: metres across and down, so that a weave is nowhere drawn out."""
    u = np.concatenate([np.zeros((len(p), 1)), np.cumsum(np.linalg.norm(np.diff(p, axis=1), axis=2), 1)], 1)
    v = np.concatenate([np.zeros((1, p.shape[1])), np.cumsum(np.linalg.norm(np.diff(p, axis=0), axis=2), 0)])
    return np.stack([u - u[:, u.shape[1] // 2:u.shape[1] // 2 + 1], v - v[-1:]], -1)


def through(rows, steps):
    """Rows of points, with `steps` between each two, on smooth curves."""
    padded = np.concatenate([2 * rows[:1] - rows[1:2], rows, 2 * rows[-1:] - rows[-2:-1]])
    t = np.linspace(0, 1, steps, endpoint=False).reshape(-1, *[1] * (rows.ndim - 1))
    done = [.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3)
            for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:])]
    return np.concatenate([*done, rows[-1:]])


def sleeve(side, short, t, around, off=0.0):
    """Points of a sleeve, t = 0 at the armhole, 1 at its end, `off` its cloth; around the arm from the outer edge over the front."""
    end = .555 if short else .690
    ease = .012 if short else 0
    outer = np.array([(.203, -.0655), (.2245, -.0825), (.242, -.111), (.2555, -.155), (.267, -.215), (.279 + ease, -.30), (.290 + ease, -.40), (.300 + 2 * ease, -.50), (.308 + 2 * ease, -.60), (.314, -.70), (.318, -.78)])
    inner = np.array([(.208, -.300), (.206, -.325), (.202, -.35), (.197, -.39), (.193, -.42), (.190, -.455), (.188, -.49), (.188, -.53), (.191, -.57), (.196, -.60), (.203, -.66), (.207, -.70), (.211, -.78)])
    lines = []
    for line, low, at in ((outer, -end, t), (inner, -end - .004, .35 * t + .65 * t * t)):
        fine = through(line, 24)
        run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
        stop = np.interp(-low, -fine[:, 1], run)
        lines.append(np.stack([np.interp(at * stop, run, fine[:, k]) for k in (0, 1)], -1))
    o, i = lines
    if side < 0:
        o = o + np.outer(soft(t / .6), (.006, -.003))
    phi = around[None, :]
    grow, k = t[:, None], 3 if side > 0 else 11
    c, s = np.cos(phi), np.sin(phi)
    deep = .036 + .014 * soft(grow / .5) - .004 * soft((grow - .6) / .4) + .006 * bool(short)
    middle, half = (o + i)[:, None] / 2, (o - i)[:, None] / 2
    wave = (pleats(phi / math.pi + .08 * np.sin(2.2 * grow + k) - .5, 60 + k, .17, .30) * .0125
            * soft((grow - .03) / .35) * (1 - .45 * soft((grow - .75) / .25)) * np.abs(s) ** .7)
    drag = -.007 * np.exp(-((grow - .16 - .16 * (1 + c) / 2) / .07) ** 2) * soft((.55 - c) / .9) * np.clip(s, 0, 1)
    flat = np.sign(s) * np.abs(s) ** .8
    x = middle[..., 0] + half[..., 0] * c
    z = middle[..., 1] + half[..., 1] * c
    size = np.linalg.norm(half, axis=-1)
    y = -(deep * flat + (wave + drag) * np.sign(s)) - .006 * soft(grow / .4)
    # The armhole is sewn to the body.
    d = np.clip(-z, .004, None)
    for _ in range(9):
        d = np.clip(-z - shoulder(x) * (1 - soft(d / BELT)), .0005, None)
    m = across(np.clip(x, 0, None), d)
    on = np.where(s >= 0, surface("under", -m, d)[..., 1], surface("back", m, d)[..., 1])
    sewn = 1 - soft(grow / .26)
    y = y * (1 - sewn) + (on + (.0015 * (1 - soft(grow / .03)) - .004 * soft((grow - .02) / .10)) * np.sign(s)) * sewn
    out = np.stack([half[..., 0] / size * c / np.maximum(size, .02), -flat / deep, half[..., 1] / size * c / np.maximum(size, .02)], -1)
    out /= np.linalg.norm(out, axis=-1)[..., None] + 1e-9
    p = np.stack([x, y, z], -1) + out * np.asarray(off)[..., None]
    return p * [side, 1, 1]


def arms(short, material, trim, top):
    """Both sleeves, and their cuffs: turned back, or a band sewn to the short ones."""
    around = np.linspace(0, 2 * math.pi, 97)[:-1] + math.pi
    sleeves, cuffs = [], []
    for side in (-1, 1):
        t = np.linspace(0, 1, 84)
        p = sleeve(side, short, t, around)
        ring = np.concatenate([p, p[:, :1]], 1)
        obj = lofted("sleeve", p + [0, 0, top], material, lengths(ring)[:, :-1], True)
        obj.data.flip_normals() if side > 0 else None
        thicken(obj, .004)
        sleeves.append(refine(obj, 1))
        high = .91 if short else .868
        t = np.concatenate([np.linspace(high, 1.005, 22), [1.012, 1.014, 1.010, .99, .95, .90]])
        full = np.full(22, .0045 if short else .0065)
        full[0] -= .002
        off = np.concatenate([full + (0 if short else .002) * np.linspace(1, 0, 22), [full[-1] * .8, 0, -.005, -.007, -.007, -.007]])
        p = sleeve(side, short, t, around, off[:, None])
        ring = np.concatenate([p, p[:, :1]], 1)
        obj = lofted("cuff", p + [0, 0, top], trim, lengths(ring)[:, :-1], True)
        obj.data.flip_normals() if side > 0 else None
        thicken(obj, .004 if short else .007)
        cuffs.append(refine(obj, 1))
    return sleeves, cuffs


def collar(kimono, material, top):
    """A shawl collar, turned outwards and rolled at its fold; or the band of a kimono, sewn flat to the edges."""
    count = 11
    k = np.linspace(0, 1, count)
    low = LENGTH - .001 if kimono else BELT + .012

    def front(layer):
        way = 1 if layer == "over" else -1
        stop = low if layer == "over" else BELT + .012
        d = np.concatenate([np.arange(stop, .40, -.03) if kimono else [], np.linspace(min(stop, .40), .045, 15)])[:, None] if kimono else np.linspace(stop, .045, 18)[:, None]
        edge = opening(layer, d)
        width = .056 + 0 * d if kimono else .034 + .062 * soft((BELT - d) / .24) - .020 * soft((.26 - d) / .22)
        bulge = np.sin(math.pi * np.clip(k, 0, 1) ** .6)[None, :]
        lift = .005 + .002 * bulge if kimono else .010 + .013 * bulge * (.35 + .65 * soft((BELT - d) / .2)) + .007 * soft((k - .7) / .3) * soft((BELT - d) / .1)
        p = surface(layer, across(edge + way * width * k, d), d + .10 * width * k * (0 if kimono else 1))
        p = p + np.stack([0 * lift, -lift, 0 * lift], -1)
        fold = p[:, :1] + np.stack([-way * .004 + 0 * d, .006 + 0 * d, 0 * d], -1)
        inside = surface(layer, across(edge + way * .03, d), d) + [0, .006, 0]
        middle = surface(layer, across(edge + way * .008, d), d) + [0, .006, 0]
        return np.concatenate([inside, middle, fold, p], 1)

    def turn(inside, middle, fold, edge, bulge):
        fold, edge, bulge = (np.array(q, float) for q in (fold, edge, bulge))
        outer = fold + (edge - fold) * k[:, None] + bulge * np.sin(math.pi * k ** .6)[:, None] + [0, 0, .001]
        return np.vstack([inside, middle, fold, outer])

    w = .052 if kimono else .066
    round_neck = [turn((.080, -.004, -.030), (.076, -.002, -.016), (.071, .000, -.002), (NECK + w, .000, .004 - shoulder(NECK + w)), (0, -.004, .010)),
                  turn((.072, .026, -.026), (.069, .025, -.012), (.062, .025, .014), (NECK + w * .55, .050, -.022), (.004, .004, .010)),
                  turn((.045, .038, -.026), (.043, .038, -.010), (.038, .038, .024), (.070, .066, -.030), (.003, .010, .006)),
                  turn((0, .043, -.026), (0, .043, -.010), (0, .043, .028), (0, .074, -.034), (0, .010, .004))]
    right = np.concatenate([front("over"), round_neck])
    mirror = np.array([-1, 1, 1])
    left = np.concatenate([front("under"), [q * mirror for q in round_neck[:-1]]])[::-1]
    p = through(np.concatenate([right, left]), 6)
    p = np.stack([q for q in through(p.transpose(1, 0, 2), 2)], 1)
    obj = lofted("collar", p + [0, 0, top], material, lengths(p))
    thicken(obj, .005 if kimono else .011)
    return refine(obj, 1)


def pocket(side, material, trim, top):
    """A patch pocket with a hem, its lower corners rounded, its mouth standing off a little."""
    layer = "over" if side > 0 else "under"
    middle, half, high, low = POCKET
    parts = []
    for upper, lower, lift, stuff, thick in ((high, low, .007, material, .006), (high - .001, high + .034, .0105, trim, .005)):
        d = np.linspace(upper, lower, 26)[:, None]
        a = np.linspace(-1, 1, 25)[None, :]
        corner = np.clip((d - (low - .028)) / .028, 0, 1)
        x = side * middle + (half - .028 * (1 - np.sqrt(1 - corner ** 2))) * a + side * .10 * (d - high)
        gape = .008 * np.exp(-(d - high) / .04) * (1 - a ** 4)
        # The fold beneath shows through, softened.
        p = surface(layer, across(x, d), d)
        p[..., 1] -= lift + gape
        p[..., 2] += -.004 * np.exp(-(d - high) / .05) * (1 - a ** 2)
        obj = lofted("pocket", p + [0, 0, top], stuff, np.stack([x + 0 * d, -d + 0 * x], -1))
        thicken(obj, thick)
        parts.append(refine(obj, 2))
    return parts


def hanger(top):
    """A broad hanger of oak that follows the shoulders."""
    reach = np.linspace(-.205, .205, 21)
    obj = rod("hanger", [(x, .004, top - .017 - float(shoulder(x))) for x in reach], .0105, oak("hanger", "#9a754c"))
    for point, x in zip(obj.data.splines[0].points, reach):
        point.radius = 1 + .35 * (abs(x) / .205) ** 3
    return obj


def strap(name, knots, material, full=.044, thickness=.007, across=11, steps=12):
    """A soft band along knots of (x, y, z, width, (direction across), cup): the narrower it is drawn, the more it pleats."""
    table = np.array([(x, y, z, width, *side, cup) for x, y, z, width, side, cup in knots], float)
    padded = np.vstack([2 * table[0] - table[1], table, 2 * table[-1] - table[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    rows = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        rows.append(.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3))
    rows = np.vstack([*rows, .06 * padded[-3] + .94 * table[-1], table[-1]])  # a second row near the end keeps its corners
    middle, width, side, cup = rows[:, :3], rows[:, 3:4], rows[:, 4:7], rows[:, 7:8]
    along = np.gradient(middle, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-12
    side = side - (side * along).sum(1)[:, None] * along
    side /= np.linalg.norm(side, axis=1)[:, None] + 1e-12
    up = np.cross(along, side)
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(middle, axis=0), axis=1))])
    v, uv = [], []
    for s in (-.5, -.46, *np.linspace(-.36, .36, across - 4), .46, .5):
        pleat = np.clip(full - width, 0, None) * .26 * np.cos(s * 13 + 9 * length[:, None])
        v.append(middle + side * width * s + up * (cup * (1 - 4 * s * s) + pleat))
        uv.append(np.column_stack([np.full(len(length), full * s), length]))
    n = len(rows)
    f = [(k * n + i, (k + 1) * n + i, (k + 1) * n + i + 1, k * n + i + 1) for k in range(across - 1) for i in range(n - 1)]
    obj = mesh(name, np.vstack(v), f, material, np.vstack(uv))
    thicken(obj, thickness)
    return refine(obj, 2)


def hull(xy):
    """The corners of the convex outline of points, counter-clockwise."""
    def half(ordered):
        line = []
        for q in ordered:
            while len(line) > 1 and np.cross(line[-1] - line[-2], q - line[-2]) <= 0:
                line.pop()
            line.append(q)
        return line[:-1]
    ordered = xy[np.lexsort((xy[:, 1], xy[:, 0]))]
    return np.array(half(ordered) + half(ordered[::-1]))


def belt(p, waist, trim, at=.012):
    """Round the gathered waist and tied in a half bow before it: `p` is what it holds together."""
    corners = hull(p[np.abs(p[:, 2] - waist) < .026][:, :2])
    outline = np.vstack([corners, corners[:1]])
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1))])
    even = np.linspace(0, length[-1], 72, endpoint=False)
    ring = np.column_stack([np.interp(even, length, outline[:, k]) for k in (0, 1)])
    for _ in range(3):
        ring = (np.roll(ring, 1, 0) + 2 * ring + np.roll(ring, -1, 0)) / 4
    centre = ring.mean(0)
    ring = centre + (ring - centre) * (1 + .002 / np.linalg.norm(ring - centre, axis=1))[:, None]
    start = np.argmin(np.where(ring[:, 1] < centre[1], np.abs(ring[:, 0] - at), 9))
    ring = np.roll(ring, -start, 0)
    x, y = ring[0]
    knots = []
    for i, (rx, ry) in enumerate([*ring, ring[0]]):
        drawn = math.exp(-(min(i, 72 - i) / 3.2) ** 2)
        knots.append((rx, ry, waist + .004 * math.sin(i * .5) + .006 * math.sin(math.pi * i / 72) - .004 * drawn, .044 - .016 * drawn, (0, .06 * math.sin(i * .7), 1), 0))
    parts = [strap("belt", knots, trim, steps=4)]

    def before(dx, z):
        """Depth just before the cloth there."""
        near = (np.abs(p[:, 0] - x - dx) < .03) & (np.abs(p[:, 2] - z) < .03)
        return p[near][:, 1].min() - .007 if near.any() else y

    def tail(path, lean):
        knots = []
        for i, (dx, dz, width) in enumerate(path):
            depth = y - .012 if i == 0 else min(before(dx, waist + dz), y - .022 * math.exp(-((dz + .045) / .05) ** 2))
            knots.append((x + dx, depth, waist + dz, width, (1, lean * math.cos(dz * 11), .12 * lean), .003 + .010 * math.exp(dz / .07)))
        parts.append(strap("belt-tail", knots, trim))

    tail([(-.004, -.010, .022), (-.013, -.045, .028), (-.024, -.105, .040), (-.027, -.19, .044), (-.034, -.29, .044), (-.031, -.40, .044)], .35)
    tail([(.010, -.010, .022), (.021, -.045, .027), (.030, -.10, .038), (.036, -.17, .044), (.034, -.25, .044), (.039, -.335, .044)], -.45)
    side = (.52, 0, .85)
    parts.append(strap("belt-loop", [(x + dx, y + dy, waist + dz, width, (side[0], turn, side[2]), cup) for dx, dy, dz, width, turn, cup in (
        (.006, -.012, .004, .022, 0, .002), (.030, -.030, -.001, .030, -.1, .006), (.064, -.041, -.018, .043, -.2, .007), (.098, -.036, -.043, .045, -.1, .003),
        (.108, -.022, -.052, .044, 0, 0), (.096, -.010, -.048, .043, .1, -.003), (.058, -.009, -.026, .036, .1, -.004), (.016, -.008, -.006, .024, 0, 0))], trim))
    parts.append(strap("knot", [(x + dx, y + dy, waist + dz, width, (1, 0, .30), cup) for dx, dy, dz, width, cup in (
        (-.004, .004, .018, .030, 0), (-.003, -.012, .027, .032, .002), (.001, -.030, .014, .036, .004), (.004, -.034, -.004, .035, .005), (.006, -.026, -.021, .031, .004), (.006, -.010, -.026, .028, .002), (.006, .002, -.016, .026, 0))], trim))
    return parts


def build(kind="terry", top=1.72, tint="tint-robe", colour="#ece7de", near=False):
    """The robe and what it hangs on; `near`: its nap is dense where a close view sees it, and nowhere else."""
    light = kind == "waffle"
    if light:
        fabric, trim = waffle(tint, colour, .0125, .0036), cloth(tint + "-trim", colour, "wool", 0)
    else:
        fabric, trim = velour(tint, colour), velour(tint + "-trim", colour)
    hanger(top)
    obj, layer = shell(top)
    obj.data.materials.append(fabric)
    sewn = points(obj).astype(float)
    thicken(obj, .005)
    refine(obj, 1)
    revers = collar(light, trim, top)
    sleeves, cuffs = arms(light, fabric, trim, top)
    pockets = [part for side in (-1, 1) for part in pocket(side, fabric, trim if light else fabric, top)]
    tied = belt(np.vstack([sewn, points(revers) + [0, -.006, 0]]), top - BELT, trim)
    if light:  # the loops that hold the belt
        for side in (-1, 1):
            x = side * .128
            y = min(points(tied[0])[np.abs(points(tied[0])[:, 0] - x) < .012][:, 1]) - .004
            tied.append(strap("belt-loop", [(x, y + back, top - BELT + dz, .011, (1, 0, 0), 0) for back, dz in ((.022, .036), (.006, .032), (-.003, .022), (-.003, 0), (-.003, -.022), (.006, -.032), (.022, -.036))], trim, full=.011, thickness=.003, across=7))
    crumple(obj, .0022, 3, (1, .6, .22), 5, density=0)
    if not light:
        thread = yarn(tint + "-yarn", colour, .01)
        for k, part in enumerate((obj, *sleeves, *pockets, *tied)):  # cut loops
            pile(part, thread, 34 if near else 11, .0018, .00032, seed=10 + k, skip=lambda q, n: (n[:, 1] > .25) | near & ((q[:, 2] < 1.0) | (np.abs(q[:, 0]) > .32)))
        for k, part in enumerate((revers, *cuffs)):  # the inside, turned out
            pile(part, thread, 22, .0036, .0005, seed=2 + k, skip=lambda q, n: n[:, 1] > .5)
    metal = brass()
    peg = turned("peg", rounded([(0, 0), (.011, 0), (.011, .20), (.02, .202), (.02, .214), (0, .214)], [0, 0, .002, .004, .004, 0]), metal, (0, .20, top + .115), 40)
    peg.rotation_euler[0] = math.pi / 2
    rod("hook", [(0, 0, top + .01), (0, 0, top + .06), (0, 0, top + .085), (.012, 0, top + .105), (.012, 0, top + .125), (-.006, 0, top + .137), (-.02, 0, top + .125), (-.02, 0, top + .115)], .0024, metal)
    return top


def scene(kind="terry", view="hero", colour="#ece7de", tint="tint-robe"):
    box("wall", (8, .1, 6), (0, .25, 1.6), plaster(colour="#c9bdac"), 0)
    build(kind, colour=colour, tint=tint, near=view in ("detail", "collar"))
    if view == "bath":
        from materials import plain
        trim = plain("door", "#d5cdc0", .55)
        box("frame", (.07, .05, 2.6), (.56, .185, 1.1), plain("frame", "#ded6ca", .6), .006)
        box("door", (.60, .035, 2.6), (.895, .19, 1.1), trim, .004)
        for z, h in ((1.55, .80), (.62, .70)):
            for dx, dz, w, t in ((0, h / 2, .40, .016), (0, -h / 2, .40, .016), (-.20, 0, .016, h), (.20, 0, .016, h)):
                box("panel", (w + .016, .014, t) if t < .1 else (w, .014, t), (.90 + dx, .170, z + dz), trim, .005)
        metal = brass()
        rod("lever", [(.665, .10, 1.05), (.76, .10, 1.05)], .009, metal, curved=False)
        rod("spindle", [(.668, .10, 1.05), (.668, .18, 1.05)], .010, metal, curved=False)
    panel("window", (-2.5, -.85, 2.1), (0, 0, 1.2), (1.2, 2.2), 165, (1, .955, .90))
    panel("card", (2.2, -2.2, 1.4), (0, 0, 1.1), (1.6, 2.2), 20, (1, .96, .92))
    ambient(.15)
    sun((.66, .72, -.46), 1.5, 2.0)
    from studio import branch, window_frame
    window_frame(1.0, (.1, .0, 1.15))
    branch(1.0, (.1, .0, 1.15))
    if view == "detail":
        props.tile_frame((-.03, -.05, 1.33), .52, 90, 3, -16, 6.3, focus=(-.02, -.10, 1.33))
    elif view == "collar":
        props.tile_frame((.02, -.05, 1.56), .46, 90, 4, 18, 6.3, focus=(.02, -.08, 1.56))
    elif view == "bath":
        props.tile_frame((.20, 0, 1.12), 1.86, 85, 2, 6, 9, focus=(0, -.08, 1.2))
    else:
        props.tile_frame((0, 0, 1.14), 1.72, 95, 2, -3, 9, focus=(0, -.08, 1.2))
