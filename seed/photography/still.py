"""Pictures that belong to no single product: home, categories, gift sets, empty states."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Euler

import bottle
import candle
import labels
import linen
import props
import room
import towel
from bed import FABRIC, LAKE, WHITE, headboard, lac, made_up, plump
from bottle import flacon, make
from cloth import as_cloth, crumple, freeze, gusts, obstacle, remembered, run, uv_points
from materials import Graph, brass, cloth, cork, glass, oak, plain, plaster, printed, satin, silk, travertine, twill, waffle
from shapes import box, group, mesh, normals, place, points, refine, rod, rounded, set_points, swept, thicken, turned
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
    case = cloth("case", WHITE, "percale", .12)
    plump(case, (.25, .41, .2), 0, -12, cord, full=.105, seed=20, sink=.016, droop=.055, folds=.8, bead=.0030)
    plump(case, (.27, .42, .4), 0, -19, cord, full=.100, seed=24, surface=.150, sink=.016, droop=.055, folds=.8, bead=.0030)
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


def gift_box(at=(0, 0, 0), size=(.24, .18, .085), turn=.35, ribbon="#a9977c", colour="#d8cbb6"):
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


def travel_in_use(items):
    """The four small bottles on an oak shelf, the last on a folded towel: of waffle, flat enough to stand on."""
    props.ledge("oak", depth=.42, wall=.30, plaster_colour="#d2c6b6")
    spot, foot = np.array((.095, .012)), .0175
    obj = towel.waffle_fold(15, towel.WHITE, .185, .15, .0085, (.112, -.040, 0), .10, .0105)
    bpy.context.view_layer.update()
    m = np.array(obj.matrix_world)
    p = points(obj).astype(float) @ m[:3, :3].T + m[:3, 3]
    away = np.linalg.norm(p[:, :2] - spot, axis=1)
    upper = p[:, 2] > p[:, 2].max() * .66
    level = np.median(p[upper & (away < foot), 2])
    # Pressed flat below the bottle.
    weight = np.clip(1.6 - away / (foot * 1.5), 0, 1) * upper
    p[:, 2] += (np.minimum(p[:, 2], level) - p[:, 2]) * weight
    obj.data.transform(obj.matrix_world)
    set_points(obj, p)
    obj.location, obj.rotation_euler = (0, 0, 0), (0, 0, 0)
    for i, item in enumerate(items):
        make(item, (-.112 + .042 * i, .03 - .012 * (i % 2), 0) if i < 3 else (*spot, level + .0006), .14 - .08 * i)
    north_light(.46, centre=(0, .03, .06))
    props.tile_frame((-.010, .03, .074), .345, 95, 13, -3, 7, focus=(-.05, .0, .05))


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
    for x in (-.46, 0, .46):
        peg = turned("peg", rounded([(0, 0), (.0135, 0), (.0135, .003), (.0070, .007), (.0066, .060), (.0115, .067), (.0115, .075), (0, .077)], [0, .001, .002, .008, .004, .004, .003, 0], 6), metal, (x, .179, 1.52), 64)
        peg.rotation_euler[0] = math.pi / 2
    box("rail", (3.2, .022, .07), (0, .19, 1.52), oak("rail", "#ad8459"), .004)
    tote((0, .142, 1.52))
    north_light(1.0, centre=(0, .05, 1.25))
    props.tile_frame((.0, .1, 1.215), 1.36, 85, 2, -5, 8, focus=(0, .1, 1.2))


# The bag: width and height of its sides; its straps' width; how far from the middle they are sewn on, and how far they come
# to hang; how far above its mouth the peg is; how far in front of and behind the middle the straps pull it.
TOTE = {"wide": .38, "high": .41, "strap": .030, "sewn": .092, "hangs": .078, "drop": .285, "apart": .022}


def on_strap(end, a, b, y):
    """A point beside a strap where it is sewn on: `a` across it, `b` along it from the bag's mouth upwards."""
    lean = .45 * math.atan2(TOTE["hangs"] - .009, TOTE["drop"])
    c, s = math.cos(lean), math.sin(lean)
    return (end * TOTE["hangs"] + a * c - b * end * s, y, a * end * s + b * c)


def tote(peg):
    """A linen bag whose straps hang over a peg: its sides fall, simulated, from the four places where the straps are sewn."""
    w, h, strap, apart = (TOTE[k] for k in ("wide", "high", "strap", "apart"))
    n, m = round(w * 120), round(h * 120)
    count = 2 * n
    # Once round: the front from left to right, the back from right to left; below, they are sewn together.
    ring = [(i / n - .5, -1) for i in range(n)] + [(.5 - i / n, 1) for i in range(n)]
    v, uv = [], []
    for j in range(m + 1):
        s = j / m
        for t, side in ring[:n + 1] if j == m else ring:
            full = max(0, 1 - abs(2 * t) ** 6) * min(1, 6 * (1 - s)) ** .5
            v.append((t * w, side * .014 * full, -s * h))
            uv.append((t * w, s * h))
    at = lambda j, k: j * count + (k % count if j < m else min(k % count, (count - k) % count))
    f = [(at(j, k), at(j + 1, k), at(j + 1, k + 1), at(j, k + 1)) for j in range(m) for k in range(count)]
    v, uv = np.array(v), np.array(uv)
    pulled, held = v.copy(), []
    for side in (-1, 1):
        for end in (-1, 1):
            some = np.where((np.abs(v[:, 0] - end * TOTE["sewn"]) < strap * .6) & (v[:, 2] > -.052) & (v[:, 1] * side > .001))[0]
            pulled[some] = [on_strap(end, x - end * TOTE["sewn"], z, side * apart) for x, _, z in v[some]]
            held += some.tolist()
    obj = mesh("bag", v, f, None, uv)

    def simulate(o):
        o.vertex_groups.new(name="sewn").add(held, 1.0, "REPLACE")
        o.shape_key_add(name="rest")
        key = o.shape_key_add(name="pulled")
        key.data.foreach_set("co", pulled.astype(np.float32).ravel())
        for frame, value in ((1, 0.0), (24, 1.0)):
            key.value = value
            key.keyframe_insert("value", frame=frame)
        wall = obstacle(box("stand-in", (2, .1, 2), (0, .200 - peg[1] + .05, 0), radius=0), 5, .003)
        as_cloth(o, 7, .16, 22, 7, 2.2, gap=.003, pinned="sewn", air=2)
        wind = gusts(.5, .16, 5, 30, (.1, -.3, -.2))
        run(80)
        freeze(o)
        for other in (wall, wind):
            bpy.data.objects.remove(other)

    remembered(obj, ("tote", TOTE, peg), simulate)
    linen_ = cloth("bag", "#d3c6ae", "linen", .2)
    obj.data.materials.append(linen_)
    crumple(obj, .0030, 6, (1, 1, .55), 6, density=2)
    p, flat = points(obj).astype(float), uv_points(obj)
    for side in (-1, 1):
        for end in (-1, 1):
            # Flat below the straps.
            beside = np.abs(np.abs(flat[:, 0]) - TOTE["sewn"]) - strap / 2
            weight = np.clip(1 - beside / .012, 0, 1) * np.clip(1 - (flat[:, 1] - .052) / .015, 0, 1) * (p[:, 1] * side > .008) * (flat[:, 0] * end > 0)
            p[:, 1] += (side * apart - p[:, 1]) * weight
    set_points(obj, p)
    rows = [tuple(face.vertices) for face in obj.data.polygons if flat[list(face.vertices), 1].max() < .0265]
    used = sorted({k for face in rows for k in face})
    where = {k: i for i, k in enumerate(used)}
    hem = mesh("hem", p[used] + normals(obj)[used] * .0014, [tuple(where[k] for k in face) for face in rows], linen_, flat[used])
    thicken(hem, .0022, 0)
    thicken(obj, .0016, 0)
    parts = [obj, hem]
    for side in (-1, 1):
        parts += handle(side, linen_)
    x, y, z = peg
    return group(parts, (x, y, z - TOTE["drop"]))


def handle(side, material):
    """One strap: sewn flat on the bag, turned on its way up, laid over the peg; its stitches."""
    drop, strap = TOTE["drop"], TOTE["strap"]
    over, sheet, seat = .009, side * (TOTE["apart"] + .0042), side * .0135
    foot, across = np.array(on_strap(1, 0, 0, sheet)), np.array(on_strap(1, 1, 0, 0)) - on_strap(1, 0, 0, 0)
    top = np.array((over, seat, drop))
    ease = lambda t: t * t * (3 - 2 * t)
    line = [np.array(on_strap(1, 0, -.050 + .050 * t, sheet)) for t in np.linspace(0, 1, 8)[:-1]]
    ways = [across] * len(line)
    for t in np.linspace(0, 1, 60)[:-1]:
        at = foot + (top - foot) * t + (.003 * math.sin(math.pi * t), 0, 0)
        at[1] = sheet + (seat - sheet) * ease(t)
        turn = math.pi / 2 * ease(min(1, max(0, (t - .10) / .85)))
        line.append(at)
        ways.append(across * math.cos(turn) + np.array((0, side * math.sin(turn), 0)))
    for a in np.linspace(0, math.pi / 2, 9):
        line.append(np.array((over * math.cos(a), seat, drop + over * math.sin(a))))
        ways.append(np.array((0.0, side, 0.0)))
    for _ in range(12):
        line[1:-1] = [(a + 2 * b + c) / 4 if 3 < k < 30 else b for k, (a, b, c) in enumerate(zip(line, line[1:], line[2:]))]
    # The other half is its mirror image.
    line, ways = (np.array(half + [q * (-1, 1, 1) for q in half[-2::-1]]) for half in (line, ways))
    columns = np.linspace(-.5, .5, 7)
    run_ = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    v = (line[:, None] + ways[:, None] * (columns * strap)[None, :, None]).reshape(-1, 3)
    f = [(i * 7 + j, i * 7 + j + 1, (i + 1) * 7 + j + 1, (i + 1) * 7 + j) for i in range(len(line) - 1) for j in range(6)]
    parts = [refine(thicken(mesh("strap", v, f, material, [(c * strap, s) for s in run_ for c in columns]), .0028, 0))]
    thread = plain("thread", "#b3a58d", .8)
    for end in (-1, 1):
        # Sewn in a box with a cross.
        corners = [(-.0105, -.007), (.0105, -.007), (.0105, -.043), (-.0105, -.043)]
        for k, q in ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)):
            a, b = np.array(corners[k]), np.array(corners[q])
            steps = round(math.dist(a, b) / .0034)
            for i in range(steps):
                ends = [a + (b - a) * (i + t) / steps for t in (.14, .86)]
                parts.append(rod("stitch", [on_strap(end, *q, sheet + side * .0016) for q in ends], .00045, thread, curved=False))
    return parts


def not_found():
    """A room key left on its hook beside a window's light on plaster, one twig: nobody here."""
    props.ledge("travertine", depth=.40, wall=.28, width=5)
    props.sprig((.165, .10, 0), .17, (-.06, 0), 6, 18, vase=.125)
    hook_with_key((-.112, .28, .274))
    north_light(.55, centre=(0, .03, .1), glow=1.2)
    camera((-.03, -1.30, .20), (.015, .05, .122), 80, 8, focus=(-.08, .22, .18))


def leather(name, colour):
    """Vegetable-tanned leather: a fine grain, a little shine where hands have been."""
    g = Graph(name)
    c = linear(colour)
    s = g.surface(rough=.46, specular=.42, Sheen_Weight=.10, Sheen_Roughness=.4)
    at = g.space()
    cloud, grain = g.noise(at, 60, 3, .6), g.noise(at, 900, 3, .6, distort=.8)
    g.link(g.ramp(cloud, (.32, tuple(v * .80 for v in c[:3]) + (1,)), (.70, tuple(v * 1.14 for v in c[:3]) + (1,))), s.inputs["Base Color"])
    g.link(g.bump(grain, .0006, .45), s.inputs["Normal"])
    return g.finish(s)


def hook_with_key(at, scale=1.2):
    """A brass hook on the wall; on it a leather fob between two brass loops, and below it the key."""
    metal, dark, hide, edge = brass(), brass("aged", "#9c7a48", .36), leather("leather", "#5c6e76"), plain("edge", "#38454a", .6)
    thread = plain("thread", "#e4d9c4", .7)
    turn = [2 * math.pi * k / 32 for k in range(32)]
    y, bar = -.0135, .0115

    def ring(z, radius, wire, material, wide=1.0, yaw=0.0):
        return rod("ring", [(radius * wide * math.cos(a) * math.cos(yaw), y + radius * wide * math.cos(a) * math.sin(yaw), z + radius * math.sin(a)) for a in turn], wire, material, closed=True)

    def loop(z, up):
        """Half a ring on a bar that is held in the fold of the leather."""
        bow = [(bar * math.cos(a), y, z + up * (.0035 + bar * math.sin(a))) for a in [math.pi * k / 24 for k in range(25)]]
        return rod("loop", [(bar, y, z), *bow, (-bar, y, z), (bar, y, z)], .0012, metal, curved=False)

    plate = turned("plate", rounded([(0, 0), (.013, 0), (.013, .003), (0, .004)], [0, .0005, .002, 0]), metal, around=64)
    peg = turned("peg", rounded([(0, 0), (.0034, .003), (.0034, .019), (.0060, .021), (.0060, .026), (0, .027)], [0, .001, .002, .003, .003, 0]), metal, around=48)
    plate.rotation_euler[0] = peg.rotation_euler[0] = math.pi / 2
    # Downwards from the peg: loop, leather, loop, ring, key.
    first = .0046 - .0035 - bar
    wide, long = .0205, .062
    second = first - long
    parts = [plate, peg, loop(first, 1), loop(second, -1),
             box("fob", (wide, .0040, long - .001), (0, y, (first + second) / 2), hide, .0013, 4)]
    parts += [rod("fold", [(-wide / 2 + .0008, y, z), (wide / 2 - .0008, y, z)], .0031, hide, curved=False) for z in (first, second)]
    parts += [rod("burnished", [(side * (wide / 2 - .0001), y, first - .003), (side * (wide / 2 - .0001), y, second + .003)], .0012, edge, curved=False) for side in (-1, 1)]
    inset, pitch = wide / 2 - .0028, .0032
    seams = [((sx * inset, first - .0060), (sx * inset, second + .0060)) for sx in (-1, 1)] + [((-inset, z), (inset, z)) for z in (first - .0060, second + .0060)]
    for (x0, z0), (x1, z1) in seams:
        steps = round(math.dist((x0, z0), (x1, z1)) / pitch)
        for k in range(steps):
            a, b = (k + .15) / steps, (k + .85) / steps
            parts.append(rod("stitch", [(x0 + (x1 - x0) * t, y - .0021 + lift, z0 + (z1 - z0) * t) for t, lift in ((a, .0002), ((a + b) / 2, -.0002), (b, .0002))], .00038, thread))
    middle = second - .0035 - bar + .0022 - .0070  # of the ring, whose wire lies in the loop
    bow, shank = .0115, .046
    key = middle - .0070 + .0031 - bow  # the middle of the key's bow
    end = key - bow - shank
    parts += [ring(middle, .0070, .0010, metal, 1.0, 1.0), ring(key, bow, .0021, dark, 1.12, -.22)]
    stem = turned("shank", rounded([(0, 0), (.0046, 0), (.0046, .0022), (.0033, .0030), (.0033, .0050), (.0042, .0058), (.0042, .0075), (.0027, .0090), (.0027, shank), (0, shank + .001)],
                                   [0, .0008, .0006, .0005, .0005, .0006, .0006, .001, .001, 0]), dark, (0, y, key - bow + .001), 40)
    stem.rotation_euler[0] = math.pi
    parts += [stem] + [box("bit", (across, .0024, high), (across / 2 + .0015, y, end + z), dark, .0005) for across, high, z in ((.0105, .0042, .0070), (.0080, .0036, .0135), (.0030, .0110, .0095))]
    holder = group(parts, at)
    holder.scale = (scale, scale, scale)
    return holder
