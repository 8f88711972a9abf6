"""Pictures that belong to no single product: home, categories, gift sets, empty states."""
import math

import numpy as np

import bottle
import candle
import linen
import props
import robe
import room
import towel
from bed import FABRIC, LAKE, WHITE, headboard, lac, made_up
from bottle import flacon, make, tube
from cloth import laid
from materials import brass, cloth, cork, oak, plain, plaster, satin, silk, travertine, twill, waffle
from shapes import box, group, mesh, place, rod, rounded, thicken, turned
from studio import camera, north_light, panel


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
    props.ledge("travertine", depth=.56, wall=.36)
    towel.stack(3, at=(-.085, -.05, 0), width=.34, depth=.26)
    top = 3 * (.0092 * 4 + .0078)
    towel.towel(.22, .17, .0082, 41, "#8b9ca0", at=(-.085, -.01, top), turn=.05)
    flacon("gel douche\nfigue & thé blanc", "300 ml", top="pump", height=.140, radius=.032, at=(.155, .06, 0), turn=.05)
    flacon("shampooing\nfigue & thé blanc", "300 ml", top="pump", height=.140, radius=.032, at=(.238, .0, 0), turn=-.15)
    props.sprig((.20, .19, 0), .22, (-.05, 0), 6, 20, vase=.14)
    north_light(.8, centre=(0, .03, .1))
    props.tile_frame((.045, .03, .135), .62, 90, 10, 8, 7, focus=(0, -.06, .1))


def category_fragrance():
    """A lit candle in smoked glass beside a reed diffuser."""
    props.ledge("travertine", depth=.42, wall=.30, plaster_colour="#d2c5b3")
    candle.candle("figue & thé blanc", "220 g", (-.062, .0, 0), .06)
    candle.diffuser("cèdre & bergamote", at=(.058, .07, 0), turn=-.08)
    props.pebble((.115, .0, 0), .034, "#8f8577", 2)
    props.sprig((-.13, .20, 0), .16, (.04, 0), 9, 15, vase=.115)
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
        for k in range(19):
            a = 2 * math.pi * k / 18
            loop.append((-.03 + side * .052 * (.5 - .5 * math.cos(a)), .012 * math.sin(a) * 0, top + .004 + .019 * math.sin(a) * (.5 - .5 * math.cos(a)) + .006))
        for k in range(9):
            t = k / 8
            tail.append((-.03 + side * .060 * t, -.050 * t, top + .006 * (1 - t) - .001))
        for path, wide in ((loop, .018), (tail, .016)):
            v = []
            for p in path:
                v += [(p[0], p[1] - wide / 2, p[2]), (p[0], p[1] + wide / 2, p[2])]
            f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
            r = mesh("bow", v, f, tape)
            thicken(r, .0012)
            parts.append(r)
    parts.append(box("knot", (.016, .018, .012), (-.03, 0, top + .005), tape, .004))
    return group(parts, at, turn)


def category_gifts():
    props.ledge("oak", depth=.48, wall=.34, plaster_colour="#d6cab9")
    gift_box((-.01, -.01, 0))
    candle.candle("fleur de tilleul", "70 g", (.175, .02, 0), -.1, .030, .066, lit=False)
    props.sprig((-.13, .14, 0), .14, (.04, -.01), 4, 14, vase=.085)
    north_light(.6, centre=(0, .03, .06))
    props.tile_frame((.035, .02, .075), .46, 92, 19, 8, 7, focus=(0, -.05, .07))


# ---------------------------------------------------------------- gift sets

def kit_bath(view="hero"):
    """Two bath towels, two hand towels and the mat, in their box; near, the piles; from above, the parts."""
    props.ledge("travertine", depth=.70, wall=.42)
    tray = props.linen_tray((.43, .36, .070), (0, .06, 0), 0, "#ece3d3")
    m = towel.swept("mat", towel.fold_path(.31, .013), .38, .013, cloth("mat", towel.WHITE, "wool", 0), seed=70)
    towel.pile(m, towel.yarn("mat-yarn", towel.WHITE), 17, .0062, .0009, seed=3, skip=lambda p, n: n[:, 2] < -.3)
    place(m, (0, -.10, .005), math.pi / 2)
    z = .013 * 4 + .017
    z = towel.stack(2, at=(0, -.07, z), width=.36, depth=.28)
    z = towel.stack(2, at=(0, -.04, z), width=.26, depth=.19, seed=5, thickness=.0076)
    north_light(.85, centre=(0, .03, .1))
    box("ribbon", (.437, .3665, .014), (0, .06, .048), cloth("ribbon", "#b7a78d", "sateen", 0, mapped=False), .001)
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
    props.linen_tray((.30, .24, .055), (0, .06, 0), .10)
    linen.folded(.17, .15, .0056, case, (.066, -.015, .005), .12, 6, amplitude=.003)
    candle.candle("fleur de tilleul", "220 g", (-.080, .075, .005), .06, lit=False)
    flacon("lavande & camomille", "50 ml", "#c4bab0", "#efe6d8", "mist", .0195, .088, (-.012, .010, .005), .02, .8)
    north_light(.55, key=.7, fill=.8, centre=(0, .03, .06))
    if view == "detail":
        props.tile_frame((-.045, .03, .055), .19, 100, 20, -10, 6.3, focus=(-.04, .0, .05))
    elif view == "above":
        props.tile_frame((0, .05, .03), .42, 95, 52, -18, 8, focus=(0, .04, .05))
    else:
        props.tile_frame((0, .05, .05), .46, 92, 26, 6, 8, focus=(0, .02, .06))


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
    trim = cloth("trim", "#ebe6dc", "wool", 0)
    linen.band(.36, .066, .335, trim, (-.085, .055, z), .052)
    towel.slippers_pair((.185, .0, z), -.08)
    north_light(1.0, centre=(0, .0, .1))
    if view == "detail":
        props.tile_frame((-.06, -.05, .085), .36, 100, 28, 22, 6.3, focus=(-.05, -.09, .09))
    elif view == "above":
        props.tile_frame((.02, .02, .05), .80, 90, 50, -16, 8, focus=(0, 0, .08))
    else:
        props.tile_frame((.02, .02, .075), .86, 88, 22, 14, 8, focus=(0, -.1, .08))


# ---------------------------------------------------------------- care sets

def hair_set(items):
    bottle.trio(items, prop="twig")


def travel_in_use(items):
    """The four small bottles on an oak shelf beside a rolled towel."""
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
    clear_pouch((.01, .115, 0), .06)
    north_light(.42, centre=(0, .03, .05))
    props.tile_frame((.005, .04, .068), .31, 95, 12, 4, 7, focus=(0, 0, .05))


def clear_pouch(at, turn):
    """A travel pouch of clear film with a cotton edge and a zip."""
    from materials import glass
    w, h = .185, .150
    film = glass("film", "#eef1ef", 1.12, .97)
    v, f = [], []
    n, m = 40, 30
    for i in range(n):
        for j in range(m):
            t, s = i / (n - 1), j / (m - 1)
            v.append(((t - .5) * w, -.016 * math.sin(math.pi * t) * (1 - s) + .0012 * math.sin(t * 31 + s * 9), s * h))
    f = [(i * m + j, (i + 1) * m + j, (i + 1) * m + j + 1, i * m + j + 1) for i in range(n - 1) for j in range(m - 1)]
    front = mesh("film", v, f, film)
    back = mesh("film", [(x, -y + .004, z) for x, y, z in v], f, film)
    tape = cloth("edge", "#d7cbb7", "linen", 0, mapped=False)
    parts = [front, back]
    for path in ([(-w / 2, .001, 0), (w / 2, .001, 0)], [(-w / 2, .001, 0), (-w / 2, .001, h)], [(w / 2, .001, 0), (w / 2, .001, h)]):
        parts.append(rod("edge", path, .0030, tape, curved=False))
    parts.append(box("zip", (w + .006, .006, .016), (0, .001, h), tape, .002))
    parts.append(rod("teeth", [(-w / 2, -.0028, h), (w / 2, -.0028, h)], .0013, brass(), curved=False))
    parts.append(box("pull", (.016, .002, .006), (w / 2 - .03, -.005, h - .003), brass(), .0008))
    return group(parts, at, turn)


def salts(closer=False, by_the_bath=False):
    """Bath salts in a clear jar with a wooden scoop."""
    import bpy
    import random
    import labels
    from materials import glass, printed
    props.ledge("travertine")
    r, h = .045, .118
    body = rounded([(0, 0), (r, 0), (r, h), (r - .003, h), (r - .003, .006), (0, .006)], [0, .006, .004, .001, .006, 0], 7)
    turned("jar", body, glass("jar", "#f3f1ea", shade=.95), (-.012, .03, 0))
    grain = plain("salt", "#efe9df", .6)
    turned("salt", rounded([(0, .0062), (r - .0028, .0062), (r - .0028, h * .80), (r * .5, h * .83), (0, h * .81)], [0, .005, .003, .01, 0]), grain, (-.012, .03, 0))
    rng = random.Random(3)
    import numpy as np
    v, f = [], []
    def crystal(x, y, z, s):
        b = len(v)
        turn = rng.random() * 3
        c, k = math.cos(turn), math.sin(turn)
        for dx in (-s, s):
            for dy in (-s, s):
                for dz in (-s * .8, s * .8):
                    v.append((x + dx * c - dy * k, y + dx * k + dy * c, z + dz + dx * rng.uniform(-.3, .3)))
        f.extend([tuple(b + i for i in q) for q in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))])
    for k in range(2600):
        a, q = rng.random() * 2 * math.pi, math.sqrt(rng.random()) * (r - .0045)
        crystal(-.012 + q * math.cos(a), .03 + q * math.sin(a), h * .815 + rng.uniform(-.002, .003), rng.uniform(.0008, .0019))
    for k in range(3400):
        a = rng.random() * 2 * math.pi
        crystal(-.012 + (r - .0040) * math.cos(a), .03 + (r - .0040) * math.sin(a), rng.uniform(.008, h * .81), rng.uniform(.0008, .0019))
    for k in range(260):
        a, q = rng.random() * 2 * math.pi, abs(rng.gauss(0, .017))
        crystal(.072 + q * math.cos(a) * 1.3, -.005 + q * math.sin(a), .0012, rng.uniform(.0008, .0018))
    mesh("crystals", v, f, grain, smooth=False)
    wood = oak("scoop", "#c09a6e")
    turned("stopper", rounded([(0, h - .012), (r - .0036, h - .012), (r - .0005, h + .016), (0, h + .016)], [0, .002, .004, 0]), cork(), (-.012, .03, 0))
    label = labels.label("sels de bain\nfleur de tilleul", "500 g", .052, .050)
    labels.wrapped(r, .020, .052, .050, printed("label", label, .7)).location = (-.012, .03, 0)
    scoop = rod("scoop", [(.052, -.012, .010), (.12, .03, .012)], .0042, wood, curved=False)
    turned("bowl", rounded([(0, 0), (.010, .001), (.015, .012), (.013, .012), (.009, .003), (0, .002)], [0, .004, .001, .001, .003, 0]), wood, (.048, -.016, .001))
    north_light(.40, centre=(0, .03, .05))
    if by_the_bath:
        props.basin((.21, .20, 0), .17, .12)
        towel.towel(.20, .15, .0085, 14, towel.WHITE, density=40, at=(-.19, .09, 0), turn=.12)
        props.tile_frame((.015, .05, .07), .36, 95, 14, -4, 7, focus=(-.01, .0, .05))
    elif closer:
        props.tile_frame((.035, -.005, .035), .15, 100, 24, -6, 5.6, focus=(.04, -.015, .02))
    else:
        props.tile_frame((.008, .03, .064), .25, 95, 10, -4, 7, focus=(-.01, -.01, .05))


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
    """An empty oak chair rail, a window's light on plaster, one twig: nobody here."""
    props.ledge("travertine", depth=.40, wall=.28, width=5)
    props.bud_vase((.17, .08, 0), "#c3b5a1", .12)
    props.twig((.17, .08, .10), .28, (-.08, 0), 6, 22)
    props.dish((-.10, .03, 0), .06, .014)
    key = brass()
    ring = [(-.10 + .017 * math.cos(a), .03 + .017 * math.sin(a), .008) for a in [2 * math.pi * k / 24 for k in range(24)]]
    rod("bow", ring, .0022, key, closed=True)
    rod("shank", [(-.085, .022, .008), (-.052, .002, .0095)], .0024, key, curved=False)
    for t in (.72, .92):
        x, y = -.085 + .033 * t, .022 - .020 * t
        rod("bit", [(x, y, .009), (x - .005, y - .008, .009)], .0018, key, curved=False)
    north_light(.55, centre=(0, .03, .1), glow=1.2)
    camera((-.02, -1.35, .26), (.02, .05, .095), 80, 6.3, focus=(-.08, .0, .02))
