"""Pictures that belong to no single product: home, categories, gift sets, empty states."""
import math

import bmesh
import numpy as np
from mathutils import Euler

import bottle
import candle
import labels
import linen
import props
import room
import towel
from bed import FABRIC, LAKE, WHITE, headboard, lac, made_up
from bottle import flacon, make
from cloth import laid
from materials import Graph, brass, cloth, cork, glass, oak, plain, plaster, printed, satin, silk, travertine, twill, waffle
from shapes import box, group, mesh, place, points, rod, rounded, swept, thicken, turned
from studio import camera, linear, north_light


# ---------------------------------------------------------------- home

def bedroom(view):
    """The house bedroom: a made bed before a tall window on the lake."""
    room.floor("#9c8163")
    room.back_wall(1.40, window=(-2.05, 1.35, .10, 2.90), panels=((.25, 2.0), (2.35, 1.6), (4.3, 1.6)), colour="#d3c7b7")
    room.curtain(-3.25, -2.68, 1.30, colour="#ece6db")
    room.curtain(-1.45, -1.02, 1.30, folds=7, seed=2, colour="#ece6db")
    grey = view == "story"
    base = "#9a9b98" if grey else "#b9a78f"
    top = lac("round_natural", colour=base, width=1.8)
    if grey:
        headboard(1.8, 1.14, colour=base, name="head", height=.70)
    else:
        headboard(1.8, 1.14, colour=base, name="head", height=.86, panels=11)
    white = cloth("percale", WHITE, "percale", .8)
    cord = cloth("lake", LAKE, "linen", 0, mapped=False)
    made_up(1.8, 2.0, top, white, cord, throw=None if grey else twill("throw", "#8a9a98"),
            cushion=cloth("cushion", "#b9a78c", "linen", .2), head=1.06)
    room.nightstand(1.34, 1.02, on=not grey)
    if not grey:
        box("rug", (3.6, 2.2, .014), (-.1, -1.1, .007), cloth("rug", "#d9cfbf", "wool", .3), .006)
    room.daylight(key=.95, centre=(-.1, 0, .6), glow=1.0)
    if view == "desktop":
        camera((-1.25, -5.1, 1.34), (-.66, .1, .90), 42, 6.3, focus=(0, -.3, .8))
    elif view == "mobile":
        camera((-2.45, -2.35, 1.30), (-.22, .50, .80), 52, 6.3, focus=(-.4, .5, .85))
    else:
        camera((-2.65, -3.5, 1.18), (-.12, .0, .62), 48, 6.3, focus=(-.5, -.4, .6))


# ---------------------------------------------------------------- categories

def category_bed():
    """A bed in beige, made up in white, beside a tall window in morning light."""
    room.floor()
    room.back_wall(1.30, window=(-1.62, 1.2, .12, 2.75), panels=((.35, 1.9), (2.2, 1.3)))
    room.curtain(-2.60, -2.17, 1.20, colour="#ece6db")
    room.curtain(-1.05, -.76, 1.20, folds=6, seed=2, colour="#ece6db")
    top = lac("round_natural", colour=FABRIC, width=1.8)
    headboard(1.8, 1.14, colour=FABRIC, name="head", height=.78, panels=11)
    made_up(1.8, 2.0, top, cushion=cloth("cushion", "#a9b4b4", "linen", .2))
    room.daylight(key=.9, centre=(-.1, 0, .6), glow=1.0)
    props.tile_frame((-.36, .1, .82), 3.05, 50, 9, -24, 7, focus=(-.3, -.2, .7))


def category_bedding():
    """Folded white percale with a fine blue-grey piping."""
    props.table("linen", wall=.62)
    white, cord = cloth("percale", WHITE, "percale", .12), cloth("lake", LAKE, "linen", 0, mapped=False)
    z = 0
    for i in range(5):
        t = (.0092, .0080, .0062, .0062, .0050)[i]
        linen.folded(.42 - .012 * i, .32 - .008 * i, t, white, (.004 * (-1) ** i, -.06, z), .02 * (-1) ** i, 50 + i, piping=cord, amplitude=.0035)
        z += t * 4 + .0062
    laid(cloth("case", WHITE, "percale", .3), (.30, .40, .4), 72, -16, cord, 2.2, 5, sink=.05)
    north_light(.9, centre=(0, .05, .1))
    props.tile_frame((.03, .05, .145), .82, 90, 15, 14, 7, focus=(.02, -.12, .1))


def category_bath():
    """Towels and two amber bottles on a stone ledge."""
    props.ledge("travertine", depth=.68, wall=.36)
    towel.stack(3, at=(-.105, -.04, 0), width=.30, depth=.24)
    top = 3 * (.0092 * 4 + .0078)
    towel.towel(.22, .17, .0082, 41, "#8b9ca0", at=(-.105, .0, top), turn=.05)
    flacon("gel douche\nfigue & thé blanc", "300 ml", top="pump", height=.140, radius=.032, at=(.132, .03, 0), turn=.05)
    flacon("shampooing\nfigue & thé blanc", "300 ml", top="pump", height=.140, radius=.032, at=(.214, -.02, 0), turn=-.15)
    props.sprig((.205, .20, 0), .20, (-.03, 0), 6, 18, vase=.155)
    north_light(.8, centre=(0, .03, .1))
    props.tile_frame((.002, .03, .140), .70, 90, 10, 8, 7, focus=(0, -.06, .1))


def category_fragrance():
    """A lit candle in smoked glass beside a reed diffuser."""
    props.ledge("travertine", depth=.42, wall=.30, plaster_colour="#d2c5b3")
    candle.candle("figue & thé blanc", "220 g", (-.062, .0, 0), .06)
    candle.diffuser("cèdre & bergamote", at=(.058, .07, 0), turn=-.08)
    props.pebble((.115, .0, 0), .034, "#8f8577", 2)
    props.sprig((-.120, .20, 0), .16, (.04, 0), 9, 15, vase=.115)
    north_light(.42, key=.75, fill=.8, centre=(0, .03, .08), glow=.9)
    props.tile_frame((0, .04, .122), .37, 92, 7, -4, 6.3, focus=(-.05, -.03, .06))


def gift_box(at=(0, 0, 0), size=(.24, .18, .085), turn=.35, ribbon="#a9977c", colour="#ece3d3"):
    w, d, h = size
    paper = satin("box", colour, .7, .0004)
    tape = cloth("ribbon", ribbon, "sateen", 0, mapped=False)
    parts = [box("body", (w, d, h), (0, 0, h / 2), paper, .0016), box("lid", (w + .006, d + .006, .030), (0, 0, h - .010), paper, .0018)]
    parts += [box("ribbon", (.020, d + .0085, h + .0062), (-.03, 0, h / 2 + .0024), tape, .0008), box("ribbon", (w + .0085, .020, h + .0062), (0, .0, h / 2 + .0024), tape, .0008)]
    top = h + .008
    for side in (-1, 1):
        loop, tail = [], []
        for k in range(37):
            a = 2 * math.pi * k / 36
            far = .5 - .5 * math.cos(a)
            loop.append((-.03 + side * .056 * far, -.010 * far, top + .009 + .022 * math.sin(a) * far + .004 * far))
        for k in range(9):
            t = k / 8
            tail.append((-.03 + side * .060 * t, -.050 * t, top + .006 * (1 - t) - .001))
        for path, wide in ((loop, .020), (tail, .018)):
            v = []
            for p in path:
                half = wide / 2 * min(1, .6 + abs(p[0] + .03) / .05)  # gathered in the knot
                v += [(p[0], p[1] - half, p[2]), (p[0], p[1] + half, p[2])]
            f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
            r = mesh("bow", v, f, tape)
            thicken(r, .0012)
            parts.append(r)
    parts.append(box("knot", (.017, .0155, .019), (-.03, -.001, top + .007), tape, .0055, 5))
    return group(parts, at, turn)


def category_gifts():
    props.ledge("oak", depth=.48, wall=.34, plaster_colour="#d6cab9")
    gift_box((-.025, -.01, 0), turn=.30)
    candle.candle("fleur de tilleul", "70 g", (.158, -.005, 0), -.1, .030, .066, lit=False)
    props.sprig((.112, .165, 0), .15, (-.05, -.01), 4, 15, vase=.11)
    north_light(.6, centre=(0, .03, .06))
    props.tile_frame((.016, .02, .078), .47, 92, 18, 6, 7, focus=(0, -.05, .07))


# ---------------------------------------------------------------- gift sets

def kit_bath(view="hero"):
    """Two bath towels, two hand towels and the mat, in their box; near, the piles; from above, the parts."""
    props.ledge("travertine", depth=.70, wall=.42)
    props.linen_tray((.43, .36, .070), (0, .06, 0), 0, "#ece3d3")
    m = towel.swept("mat", towel.fold_path(.31, .013), .38, .013, cloth("mat", towel.WHITE, "wool", 0), seed=70)
    towel.pile(m, towel.yarn("mat-yarn", towel.WHITE), 17, .0062, .0009, seed=3, skip=lambda p, n: n[:, 2] < -.3)
    place(m, (0, -.10, .005), math.pi / 2)
    z = .013 * 4 + .017
    z = towel.stack(2, at=(0, -.07, z), width=.36, depth=.28)
    z = towel.stack(2, at=(0, -.04, z), width=.26, depth=.19, seed=5, thickness=.0076)
    north_light(.85, centre=(0, .03, .1))
    box("ribbon", (.437, .3665, .014), (0, .06, .048), cloth("ribbon", "#b7a78d", "sateen", 0), .001)
    if view == "detail":
        props.tile_frame((.09, -.04, .14), .30, 100, 20, 30, 6.3, focus=(.10, -.10, .14))
    elif view == "above":
        props.tile_frame((0, .02, .10), .66, 95, 46, -24, 8, focus=(0, -.08, .15))
    else:
        props.tile_frame((0, .03, .13), .70, 92, 15, 12, 7, focus=(0, -.12, .1))


def kit_night(view="hero"):
    """A silk pillowcase, a candle and the pillow mist in their box; near; from above."""
    props.table("linen", wall=.5, plaster_colour="#d2c6b5")
    case = silk("silk", "#e6d9c4")
    props.linen_tray((.30, .24, .042), (0, .06, 0), .10)
    linen.folded(.128, .19, .0060, case, (.076, -.034, .005), .10, 6, wobble=.003, droop=.14, amplitude=.006, piping=case, bead=.0015)
    candle.candle("fleur de tilleul", "220 g", (-.090, .062, .005), .06, lit=False)
    flacon("lavande & camomille", "50 ml", bottle.SMOKED, bottle.IN_SMOKED, "mist", .0195, .088, (-.016, .034, .005), .02, .8)
    north_light(.55, key=.7, fill=.8, centre=(0, .03, .06))
    if view == "detail":
        props.tile_frame((-.045, .03, .055), .19, 100, 20, -10, 6.3, focus=(-.04, .0, .05))
    elif view == "above":
        props.tile_frame((0, .055, .03), .50, 95, 52, -18, 8, focus=(0, .04, .05))
    else:
        props.tile_frame((0, .05, .046), .46, 92, 27, 6, 8, focus=(0, .02, .05))


def kit_spa(view="hero"):
    """A waffle robe, slippers and the oak board; near; from above."""
    box("floor", (8, 8, .1), (0, 0, -.05), travertine("stone", "#cdbfab"), 0)
    box("wall", (8, .1, 5), (0, .62, 2), plaster(), 0)
    towel.board_body((0, .02, 0), .10)
    z = .036
    shell = waffle("robe", "#ebe6dc", .0125)
    body = towel.swept("robe", towel.fold_path(.30, .013, .002), .36, .013, shell, seed=80, wobble=.004)
    towel.settle(body, .2, .006, 4)
    place(body, (-.09, -.10, z), math.pi / 2 + .08)
    place(belt(body, .052, cloth("trim", "#ebe6dc", "wool", 0)), (-.09, -.10, z), math.pi / 2 + .08)
    towel.slippers_pair((.185, .0, z), -.08)
    north_light(1.0, centre=(0, .0, .1))
    if view == "detail":
        props.tile_frame((-.06, -.05, .085), .36, 100, 28, 22, 6.3, focus=(-.05, -.09, .09))
    elif view == "above":
        props.tile_frame((.02, .02, .05), .88, 90, 50, -16, 8, focus=(0, 0, .08))
    else:
        props.tile_frame((.02, .02, .075), .86, 88, 22, 14, 8, focus=(0, -.1, .08))


def belt(body, width, material):
    """A cloth belt drawn round the middle of a folded body: where it is tight, it runs straight from fold to fold."""
    p = points(body)
    near = sorted((float(x), float(z)) for x, z in p[np.abs(p[:, 1]) < width / 2][:, [0, 2]])
    top = []
    for x, z in near:
        while len(top) > 1 and (top[-1][0] - top[-2][0]) * (z - top[-2][1]) >= (top[-1][1] - top[-2][1]) * (x - top[-2][0]):
            top.pop()
        top.append((x, z))
    # Down at both ends, a little inwards, to where the body's weight holds it.
    (x0, _), (x1, _) = top[0], top[-1]
    line = np.array([(x0 + .014, .001), (x0 + .003, .004), *top, (x1 - .003, .004), (x1 - .014, .001)])
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    at = np.linspace(0, run[-1], 160)
    path = np.stack([np.interp(at, run, line[:, k]) for k in (0, 1)], 1)
    for _ in range(6):
        path[1:-1] = path[1:-1] * .5 + (path[:-2] + path[2:]) * .25
    tangent = np.gradient(path, axis=0)
    path += np.stack([-tangent[:, 1], tangent[:, 0]], 1) / np.linalg.norm(tangent, axis=1)[:, None] * .0035
    return swept("belt", path, width, .0034, material, seed=7, wobble=.0006)


# ---------------------------------------------------------------- care sets

def hair_set(items):
    bottle.trio(items, prop="twig")


def travel_in_use(items):
    """The four small bottles on an oak shelf, the last on a folded towel."""
    props.ledge("oak", depth=.42, wall=.30, plaster_colour="#d2c6b6")
    towel.towel(.20, .15, .0085, 14, towel.WHITE, density=40, at=(.105, .03, 0), turn=.1)
    for i, item in enumerate(items):
        make(item, (-.108 + .042 * i, .03 - .012 * (i % 2), 0) if i < 3 else (.105, .06, .042), .14 - .08 * i)
    north_light(.46, centre=(0, .03, .06))
    props.tile_frame((-.005, .03, .060), .33, 95, 13, -3, 7, focus=(-.06, .0, .05))


def travel_set(items, closer=False):
    """Four small flacons in a linen pouch's company."""
    props.ledge("travertine", depth=.40)
    z = 0
    for i, item in enumerate(items):
        make(item, (-.072 + .047 * i, .015 + .004 * (-1) ** i, z), .12 - .07 * i)
    if closer:
        north_light(.42, centre=(0, .03, .06))
        props.tile_frame((-.035, .0, .052), .155, 100, 12, -14, 5, focus=(-.05, .0, .045))
        return
    clear_pouch((.004, .118, 0), .10)
    north_light(.42, centre=(0, .03, .05))
    props.tile_frame((.005, .04, .068), .31, 95, 12, 4, 7, focus=(0, 0, .05))


def clear_pouch(at, turn, w=.178, h=.150, deep=.019):
    """A travel pouch of clear film, bound in cotton, with a zip: empty, it stands on its base and gives way above it."""
    film = props.sheer("film", .16, .16, .005, .945)

    def skin(t, s, side):
        """A point across and up one sheet: full at its base, drawn in at its sides, its mouth a little sunk and leaning back."""
        belly = deep * math.sin(math.pi * t) ** .6 * (1 - s) ** .8 + .0016 * math.sin(t * 17 + s * 6 + side) * math.sin(math.pi * s)
        return ((t - .5) * w * (1 - .035 * math.sin(math.pi * s)), side * belly + .014 * s ** 2 + .0025 * math.sin(t * 8) * s, s * (h - .007 * math.sin(math.pi * t)))

    n, m = 60, 40
    faces = [(i * m + j, (i + 1) * m + j, (i + 1) * m + j + 1, i * m + j + 1) for i in range(n - 1) for j in range(m - 1)]
    parts = [mesh("film", [skin(i / (n - 1), j / (m - 1), side) for i in range(n) for j in range(m)], faces, film) for side in (-1, 1)]
    tape = cloth("edge", "#d7cbb7", "linen", 0, mapped=False)
    steps = [i / 30 for i in range(31)]
    for side in (-1, 1):
        parts.append(rod("edge", [(x, y, z + .0022) for x, y, z in (skin(t, 0, side) for t in steps)], .0022, tape))
        parts.append(rod("edge", [skin((side + 1) / 2, s, 1) for s in steps], .0026, tape))
    mouth = [skin(t, 1, 1) for t in steps]
    strip = mesh("zip", [(x, y, z + dz) for x, y, z in mouth for dz in (-.008, .008)], [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(30)], tape)
    parts.append(thicken(strip, .004))
    parts.append(rod("teeth", [(x, y - .0024, z) for x, y, z in mouth], .0014, brass()))
    x, y, z = mouth[25]
    parts += [box("slide", (.010, .0035, .007), (x, y - .0035, z), brass(), .0012), box("pull", (.005, .0014, .018), (x, y - .0055, z - .010), brass(), .0006)]
    return group(parts, at, turn)


def grains(spots, material, seed=0):
    """Broken crystals at (x, y, z, half size): few-sided hulls of many proportions, each turned its own way."""
    rng = np.random.default_rng(seed)
    kinds = []
    for _ in range(16):
        body = bmesh.new()
        for point in rng.normal(size=(int(rng.integers(7, 12)), 3)):
            body.verts.new(point / np.linalg.norm(point) * rng.uniform(.75, 1.1) * rng.uniform((.8, .6, .5), (1.1, .95, .8)))
        bmesh.ops.convex_hull(body, input=body.verts)
        bmesh.ops.delete(body, geom=[v for v in body.verts if not v.link_faces], context="VERTS")
        bmesh.ops.recalc_face_normals(body, faces=body.faces)
        body.verts.index_update()
        kinds.append((np.array([v.co for v in body.verts]), [[v.index for v in f.verts] for f in body.faces]))
        body.free()
    vertices, faces, count = [], [], 0
    for x, y, z, size in spots:
        shape, sides = kinds[rng.integers(len(kinds))]
        turn = np.array(Euler(rng.uniform(0, 6.3, 3)).to_matrix())
        vertices.append(shape @ turn.T * size + (x, y, z))
        faces += [[count + i for i in side] for side in sides]
        count += len(shape)
    return mesh("crystals", np.concatenate(vertices), faces, material, smooth=False)


def scoop(at, turn, wood, length=.112):
    """A spoon carved from one piece: an oval hollow, a slender handle."""
    n, m = 120, 33
    skins = [[], []]
    for i in range(n):
        x = length * i / (n - 1)
        bowl = max(0, 1 - ((x - .021) / .021) ** 2) ** .5
        stem = min(1, max(0, (x - .018) / .024)) ** 2 * max(0, 1 - max(0, (x - length + .006) / .006) ** 2) ** .5
        half = ((.0150 * bowl) ** 4 + ((.0042 + .016 * max(0, x - .05)) * stem) ** 4) ** .25
        rim = .0125 - .0055 * min(1, max(0, (x - .030) / (length - .030))) ** 1.4
        for j in range(m):
            v = math.sin(math.pi * (j / (m - 1) - .5))
            round_ = max(0, 1 - v * v)
            hollow = .0092 * max(0, 1 - ((x - .0205) / .0188) ** 2) ** .6 * max(0, 1 - (v / .86) ** 2) ** .6
            skins[0].append((x, v * half, rim + .0014 * stem * (1 - bowl) * round_ ** .5 - hollow))
            skins[1].append((x, v * half, rim - (.0120 * bowl ** .8 + .0048 * stem * (1 - bowl)) * round_ ** .55))
    quads = [(i * m + j, (i + 1) * m + j, (i + 1) * m + j + 1, i * m + j + 1) for i in range(n - 1) for j in range(m - 1)]
    faces = quads + [tuple(n * m + q for q in reversed(face)) for face in quads]
    return place(mesh("scoop", skins[0] + skins[1], faces, wood), at, turn)


def salts(closer=False, by_the_bath=False):
    """Coarse bath salts in a corked jar; before it a wooden scoop that has just been filled."""
    props.ledge("travertine")
    r, h, cx, cy = .045, .118, -.016, .035
    body = rounded([(0, 0), (r, 0), (r, h), (r - .0024, h), (r - .0024, .006), (0, .006)], [0, .006, .004, .001, .006, 0], 7)
    turned("jar", body, glass("jar", "#f6f5f0", shade=.97), (cx, cy, 0))
    g = Graph("salt")
    # A little light of its own stands for what crystals pass on to each other, more often than the renderer follows.
    clear = g.surface(rough=.20, specular=.6, Subsurface_Weight=.7, Subsurface_Radius=(.003, .003, .0028), Subsurface_Scale=1.0, Emission_Color=(1, .97, .92, 1), Emission_Strength=.07)
    each = g.node("ShaderNodeNewGeometry").outputs["Random Per Island"]
    g.link(g.ramp(each, (0, linear("#dcd7cd")), (.5, linear("#f6f3ec")), (1, linear("#fdfcfa"))), clear.inputs["Base Color"])
    salt = g.finish(clear)
    salt.cycles.emission_sampling = "NONE"
    turned("salt", rounded([(0, .0075), (r - .0058, .0075), (r - .0058, h * .79), (0, h * .80)], [0, .004, .003, 0]), plain("core", "#cfc8bb", .8), (cx, cy, 0))
    rng = np.random.default_rng(3)

    def size(most=.0036):
        return min(most, rng.lognormal(-6.62, .42))

    spots, bx, by, turn = [], .050, -.040, .98
    for _ in range(11000):
        a, s = rng.uniform(0, 2 * math.pi), size(.0030)
        q = r - .0024 - s * rng.uniform(.75, 1.9)
        spots.append((cx + q * math.cos(a), cy + q * math.sin(a), rng.uniform(.0066 + s, h * .80), s))
    for _ in range(1700):
        a, q, s = rng.uniform(0, 2 * math.pi), math.sqrt(rng.random()), size()
        q *= r - .0024 - s
        spots.append((cx + q * math.cos(a), cy + q * math.sin(a), h * .80 + .003 * math.cos(q * 90) + rng.uniform(-.001, .002), s))
    c, k = math.cos(turn), math.sin(turn)
    for _ in range(420):
        # Heaped in the scoop: the hollow is an oval, the heap a little rounder.
        a, q, s = rng.uniform(0, 2 * math.pi), math.sqrt(rng.random()), size(.0024)
        u, v = .0205 + .0150 * q * math.cos(a), .0105 * q * math.sin(a)
        spots.append((bx + u * c - v * k, by + u * k + v * c, .0095 + .0075 * (1 - q * q) * rng.uniform(.6, 1), s))
    for _ in range(520):
        # Spilt about its lip.
        a, q, s = rng.uniform(0, 2 * math.pi), abs(rng.normal(0, .017)), size()
        spots.append((bx + .004 + 1.5 * q * math.cos(a), by + .012 + q * math.sin(a), s * .62, s))
    grains(spots, salt)
    scoop((bx, by, 0), turn, oak("scoop", "#b78f63"))
    turned("stopper", rounded([(0, h - .010), (r - .0042, h - .010), (r - .0036, h + .0006), (r + .0008, h + .0006), (r + .0002, h + .017), (0, h + .017)], [0, .002, .0004, .0012, .003, 0]), cork(), (cx, cy, 0))
    label = labels.label("sels de bain\nfleur de tilleul", "500 g", .052, .050)
    labels.wrapped(r, .024, .052, .050, printed("label", label, .7)).location = (cx, cy, 0)
    north_light(.40, centre=(0, .03, .05))
    if by_the_bath:
        props.basin((.21, .20, 0), .17, .12)
        towel.towel(.20, .15, .0085, 14, towel.WHITE, density=40, at=(-.19, .09, 0), turn=.12)
        props.tile_frame((.015, .05, .07), .36, 95, 14, -4, 7, focus=(-.01, .0, .05))
    elif closer:
        props.tile_frame((.046, -.010, .031), .138, 100, 26, -6, 7, focus=(.055, -.03, .012))
    else:
        props.tile_frame((.020, .02, .064), .25, 95, 12, -4, 7, focus=(-.005, -.012, .04))


# ---------------------------------------------------------------- empty states

def empty_bag():
    """A linen bag hanging, empty, from a brass peg."""
    box("wall", (8, .1, 6), (0, .25, 1.6), plaster(), 0)
    metal = brass()
    for x in (-.52, 0, .52):
        peg = turned("peg", rounded([(0, 0), (.010, 0), (.010, .05), (.017, .052), (.017, .064), (0, .064)], [0, 0, .002, .004, .004, 0]), metal, (x, .20, 1.52), 40)
        peg.rotation_euler[0] = math.pi / 2
    box("rail", (1.5, .022, .07), (0, .19, 1.52), oak("rail", "#ad8459"), .004)
    v, f, uv = [], [], []
    n, m = 70, 60
    w, h = .36, .40
    for layer in (-1, 1):
        for i in range(n):
            for j in range(m):
                t, s = i / (n - 1), j / (m - 1)
                x = (t - .5) * w * (1 - .06 * s * math.sin(math.pi * s))
                edge = max(0, 1 - abs(2 * t - 1) ** 2.5)
                y = .135 + layer * (.010 + .026 * edge * (1 - .4 * s)) + .005 * math.sin(t * 11 + 1.5 * s) * (.2 + .8 * s) + .003 * math.sin(t * 23 + s * 5) * s
                v.append((x, y, 1.20 - h * s - .012 * (1 - edge) * (1 - s) + .010 * math.sin(t * math.pi) * -1 * (1 - s)))
                uv.append((x + layer, h * s))
    base = 0
    for layer in range(2):
        f += [(base + i * m + j, base + (i + 1) * m + j, base + (i + 1) * m + j + 1, base + i * m + j + 1) for i in range(n - 1) for j in range(m - 1)]
        base = n * m
    bag = mesh("bag", v, f, cloth("bag", "#d8ccb8", "linen", 1.0), uv)
    thicken(bag, .003)
    strap = cloth("strap", "#cdbfa8", "linen", 0, mapped=False)
    for y, d in ((.098, -.004), (.168, .004)):
        pts = [(-.10, y, 1.17), (-.092, y + .02, 1.30), (-.05, .135 + d, 1.46), (-.008, .15 + d, 1.527), (.008, .15 + d, 1.527), (.05, .135 + d, 1.46), (.092, y + .02, 1.30), (.10, y, 1.17)]
        rod("strap", pts, .0065, strap)
    north_light(1.0, centre=(0, .05, 1.25))
    props.tile_frame((.0, .1, 1.17), 1.62, 85, 2, -5, 8, focus=(0, .1, 1.1))


def not_found():
    """A room key left on its hook beside a window's light on plaster, one twig: nobody here."""
    props.ledge("travertine", depth=.40, wall=.28, width=5)
    props.sprig((.165, .10, 0), .17, (-.06, 0), 6, 18, vase=.125)
    hook_with_key((-.115, .28, .235))
    north_light(.55, centre=(0, .03, .1), glow=1.2)
    camera((-.03, -1.30, .20), (.015, .05, .118), 80, 8, focus=(-.08, .20, .15))


def hook_with_key(at, scale=1.3):
    """A brass hook on the wall; from its ring hang a key and, behind it, the tag with the room's number."""
    metal, dark, enamel = brass(), brass("aged", "#9c7a48", .36), satin("enamel", "#6f7d83", .4)
    turn = [2 * math.pi * k / 32 for k in range(32)]

    def ring(x, y, z, radius, wire, material, wide=1.0):
        return rod("ring", [(x + radius * wide * math.cos(a), y, z + radius * math.sin(a)) for a in turn], wire, material, closed=True)

    def hung(parts, x, y, lean):
        holder = group(parts, (x, y, -.022))
        holder.rotation_euler[1] = lean
        return holder

    plate = turned("plate", rounded([(0, 0), (.013, 0), (.013, .003), (0, .004)], [0, .0005, .002, 0]), metal, around=64)
    peg = turned("peg", rounded([(0, 0), (.0034, .003), (.0034, .019), (.0062, .021), (.0062, .026), (0, .027)], [0, .001, .002, .003, .003, 0]), metal, around=48)
    plate.rotation_euler[0] = peg.rotation_euler[0] = math.pi / 2
    bow, shank = .0115, .046
    end = -2 * bow - shank
    stem = turned("shank", rounded([(0, 0), (.0042, 0), (.0042, .0035), (.0027, .0050), (.0027, shank), (0, shank + .001)], [0, .0008, .001, .002, .001, 0]), dark, (0, 0, -2 * bow), 40)
    stem.rotation_euler[0] = math.pi
    key = [ring(0, 0, -bow, bow, .0021, dark, 1.12), stem] + [
        box("bit", (wide, .0024, high), (wide / 2 + .0015, 0, end + z), dark, .0005) for wide, high, z in ((.0105, .0042, .0070), (.0080, .0036, .0135), (.0030, .0110, .0095))]
    w, h = .028, .058
    number = labels.label("404", "", w, h, None, labels.CREAM, 40)
    tag = [box("tag", (w, .0024, h), (0, 0, -h / 2 - .002), enamel, .0011, 4), ring(0, 0, -.004, .0032, .0007, metal),
           mesh("print", [(sx * w / 2, -.0014, z) for z, sx in ((-h - .002, -1), (-h - .002, 1), (-.002, 1), (-.002, -1))], [(0, 1, 2, 3)],
                printed("print", number, .5, False), [(0, 0), (1, 0), (1, 1), (0, 1)], smooth=False)]
    holder = group([plate, peg, ring(0, -.014, -.0105, .0140, .0011, metal), hung(key, .004, -.016, -.15), hung(tag, -.005, -.009, .36)], at)
    holder.scale = (scale, scale, scale)
    return holder
