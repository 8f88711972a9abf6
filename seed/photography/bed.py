"""Beds: upholstered bases, legs, headboards, mattresses and how they are made up."""
import math

import bpy
import numpy as np

import props
import room
from cloth import crumple, drape, dress, duvet, pile, pillow, puff, quilted, rounded_block, stand, twin, uv_points
from materials import aluminium, brass, cloth, glass, oak, plain, plaster, satin, steel, waffle
from shapes import box, fractal, grid, group, mesh, normals, place, points, refine, rod, rounded, set_points, thicken, turned
from studio import camera, north_light

FABRIC = "#cbb8a0"
WHITE = "#efebe4"
LAKE = "#6d8791"
# Where the legs stand in the hero picture (left, bottom, right, top).
LEG_REGION = (0, .10, 1, .41)
LEGS = {
    "round_black": ("round", lambda: plain("leg", "#1e1c1b", .42)),
    "round_light_wood": ("round", lambda: oak("leg", "#d8b98f", "z")),
    "round_natural": ("round", lambda: oak("leg", "#a97a4c", "z")),
    "square_black": ("square", lambda: plain("leg", "#1e1c1b", .42)),
    "square_dark_wood": ("square", lambda: oak("leg", "#57402e", "z", depth=.45)),
    "square_silver": ("square", lambda: aluminium("leg", "#d4d4d2", .38)),
}


def outline_cord(width, length, z, radius, material, corner=.05):
    """Piping that runs round a block at height z."""
    path, x, y = [], width / 2, length / 2
    for cx, cy, a0 in ((x - corner, y - corner, 0), (-x + corner, y - corner, 90), (-x + corner, -y + corner, 180), (x - corner, -y + corner, 270)):
        for k in range(9):
            a = math.radians(a0 + 90 * k / 8)
            path.append((cx + corner * math.cos(a), cy + corner * math.sin(a), z))
    return rod("piping", path, radius, material, closed=True, curved=False)


def legs(kind, width, length, height, inset=.085):
    shape, material = LEGS[kind]
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = sx * (width / 2 - inset), sy * (length / 2 - inset)
            m = material()
            if shape == "round":
                turned("leg", rounded([(0, 0), (.021, 0), (.034, height), (0, height)], [0, .004, .001, 0]), m, (x, y, 0), 48)
            else:
                box("leg", (.066, .066, height), (x, y, height / 2), m, .003)


def lac_base(width, length, bottom, height, colour=FABRIC, name="tint-base"):
    """A sprung base: bouclé-like weave, a seam two thirds up, piped top edge."""
    fabric = cloth(name, colour, "linen", .12, sheen=.3)
    box("base", (width, length, height), (0, 0, bottom + height / 2), fabric, .022, 4)
    cord = cloth(name + "-cord", colour, "linen", 0, mapped=False)
    outline_cord(width + .002, length + .002, bottom + height - .026, .0042, cord, .022)
    outline_cord(width + .002, length + .002, bottom + .026, .0042, cord, .022)
    return fabric


def mattress(width, length, bottom, height=.26, tufts=True, name="ticking", colour="#efece6", spacing=.20, piped=True, label=True):
    """Ticking over springs: tufted top, quilted border, piped edges, two handles a side."""
    fabric = cloth(name, colour, "sateen", .12, sheen=.15)
    obj, uv, kind = rounded_block("mattress", (width, length, height), .045, .022, fabric)
    p = points(obj)
    top = p[:, 2] > height / 2 - .02
    if tufts:
        fx = (p[:, 0] / spacing) - np.round(p[:, 0] / spacing)
        fy = (p[:, 1] / spacing) - np.round(p[:, 1] / spacing)
        near = np.exp(-(fx ** 2 + fy ** 2) / .022)
        edge = np.minimum(width / 2 - np.abs(p[:, 0]), length / 2 - np.abs(p[:, 1]))
        calm = np.clip(edge / .10, 0, 1)
        p[:, 2] += top * calm * (.014 * np.clip(np.cos(math.pi * fx) * np.cos(math.pi * fy), 0, 1) ** .6 - .026 * near)
    side = ~top & (np.abs(p[:, 2]) < height / 2 - .03)
    p[:, 2] += 0
    n = normals(obj)
    swell = .010 * np.cos(math.pi * np.clip(p[:, 2] / height, -.5, .5)) + .0016 * fractal(p * [1, 1, 2], 4, 3, 2)
    p += n * (side * swell)[:, None]
    set_points(obj, p)
    obj.location = (0, 0, bottom + height / 2)
    if tufts:
        button = cloth(name + "-button", colour, "wool", 0, mapped=False)
        for i in range(-int(width / 2 / spacing) , int(width / 2 / spacing) + 1):
            for j in range(-int(length / 2 / spacing), int(length / 2 / spacing) + 1):
                x, y = i * spacing, j * spacing
                if abs(x) < width / 2 - .07 and abs(y) < length / 2 - .07:
                    turned("tuft", [(0, -.004), (.011, -.002), (.010, .003), (0, .005)], button, (x, y, bottom + height - .009), 20)
    if piped:
        cord = cloth(name + "-cord", colour if label else "#d8d2c7", "linen", 0, mapped=False)
        for z in (height - .030, .030):
            outline_cord(width + .006, length + .006, bottom + z, .005, cord, .045)
    return obj


def handle(at, turn, colour="#d9d2c5", length=.17):
    """A stitched fabric handle on a mattress border, facing -y before turning."""
    v, f = [], []
    n = 24
    for i in range(n + 1):
        t = i / n
        bow = .018 * math.sin(math.pi * t) ** .8
        for j in (0, 1):
            v.append(((t - .5) * length, -bow - .002, (j - .5) * .034))
    f = [(2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1) for i in range(n)]
    obj = mesh("handle", v, f, cloth("handle", colour, "linen", 0, mapped=False))
    thicken(obj, .003)
    return place(obj, at, turn)


def made_up(width, length, top, linen=None, piping=None, fold=.36, hang=.27, foot=.24, throw=None, pillows=True, head=None, cushion=None):
    """Duvet, turned-down edge, pillows on a bed whose mattress top lies at z = top.

    Simulations are shared by every bed of the same size and height; `hang` and `foot` are how far the duvet falls.
    """
    linen = linen or cloth("percale", WHITE, "percale", .8)
    body = box("stand-in", (width, length, .30), (0, 0, top - .15), radius=.05, segments=4)
    body.hide_render = True
    reach = length - .62 + foot
    d, seam = duvet(width + 2 * hang, reach, (0, -length / 2 - foot + reach / 2, top + .09), [body], pressure=1.7, per_metre=34)
    f = t = None
    if fold:
        f, index = drape(width + 2 * hang - .06, fold, (0, -length / 2 - foot + reach - fold / 2 + .03, top + .28), 0, [body, d], 34, .03, .6, 34)
        edge = [tuple(p) for p in points(f)[index[:, 1]] + [0, 0, .019]]
    if throw:
        t, _ = drape(width + .46, .62, (.0, -length / 2 + .50, top + .26), .02, [body, d], 34, .05, .9, 34)
    dress(d, linen, seam, piping, .0030, smooth=0)
    crumple(d, .012, 2)
    if f:
        dress(f, linen, smooth=0)
        thicken(f, .018, 1)
        crumple(f, .006, 5, (.6, 1, 1), 5)
        f.location.z += .007
        if piping:
            rod("hem", edge, .0028, piping)
    if t:
        dress(t, throw, smooth=0)
        thicken(t, .012, 1)
        crumple(t, .007, 8, (1, .6, 1), 5)
        t.location.z += .013
    if pillows:
        head = head if head is not None else length / 2
        a, sa = pillow(.70, .50, 1.9, 0)
        dress(a, linen, sa, piping, smooth=0)
        crumple(a, .006, 3, (1, .6, 1), 6, density=1)
        b, sb = pillow(.70, .50, 2.1, 5)
        dress(b, linen, sb, piping, smooth=0)
        crumple(b, .006, 9, (1, .6, 1), 6, density=1)
        gap = width / 4 - .01
        stand(b, (-gap, head - .13, top + .225), 70, 2)
        stand(twin(b), (gap, head - .12, top + .225), 70, 178 + 180 + 3, 0)
        stand(a, (-gap + .02, head - .33, top + .205), 57, -3)
        other = twin(a)
        stand(other, (gap - .01, head - .33, top + .205), 57, 4)
        if cushion:
            c, sc = pillow(.62, .32, 2.1, 8, breeze=.4, shrink=.02)
            dress(c, cushion, sc, smooth=0)
            crumple(c, .004, 4, scale=6, density=1)
            stand(c, (.02, head - .53, top + .17), 54, 1.5)
    return linen


# ---------------------------------------------------------------- the Lac bed

def lac(leg="round_natural", bare=True, colour=FABRIC, width=1.6, length=2.0):
    h = .12
    legs(leg, width, length, h)
    lac_base(width, length, h, .24, colour)
    mattress(width, length, h + .24, .26)
    return h + .50


def lac_hero(leg="round_natural"):
    """The bed, bare, three-quarter view in a calm room."""
    room.floor()
    room.back_wall(1.12)
    lac(leg)
    room.nightstand(1.16, .86, extras=False)
    room.daylight(key=1.0, centre=(0, 0, .6))
    props.tile_frame((.05, .0, .70), 3.50, 70, 14, -30, 9, focus=(-.5, -.9, .4))


def lac_detail(leg="round_natural"):
    room.floor()
    room.back_wall(1.6)
    lac(leg)
    room.daylight(key=1.0, centre=(-.4, -.8, .3), glow=.6)
    props.tile_frame((-.62, -.92, .24), .66, 85, 6, -36, 6.3, focus=(-.75, -.98, .22))


def lac_room(leg="round_natural", colour=FABRIC):
    """Made up in white beside the lake window."""
    room.floor()
    room.back_wall(1.30, window=(-1.55, 1.15, .12, 2.75), panels=((.35, 1.9), (2.2, 1.3)))
    room.curtain(-2.55, -2.10, 1.20, colour="#ece6db")
    room.curtain(-1.00, -.72, 1.20, folds=6, seed=2, colour="#ece6db")
    top = lac(leg, colour=colour, width=1.8)
    headboard(1.8, 1.14, colour=colour, name="tint-base-head")
    made_up(1.8, 2.0, top, piping=cloth("lake-cord", LAKE, "linen", 0, mapped=False), throw=cloth("throw", "#b3a48f", "wool", .2))
    room.nightstand(1.12, .98)
    room.daylight(key=.85, centre=(-.1, 0, .6), glow=.8)
    props.tile_frame((.04, .12, .86), 4.0, 58, 10, -17, 8, focus=(0, -.4, .7))


def headboard(width, y, colour=FABRIC, name="headboard", height=.60, bottom=.42, panels=0):
    """An upholstered headboard: one calm panel with a piped edge, or upright channels."""
    fabric = cloth(name, colour, "linen", .10, sheen=.3)
    if panels:
        w = (width + .10) / panels
        for i in range(panels):
            box("channel", (w - .001, .10, height), (-(width + .10) / 2 + w * (i + .5), y, bottom + height / 2), fabric, .036, 5)
        return
    box("headboard", (width + .06, .10, height + bottom - .1), (0, y, (height + bottom + .1) / 2), fabric, .030, 5)


# ---------------------------------------------------------------- the Rive bed

def rive(colour=FABRIC, width=1.4, length=2.0, name="tint-base"):
    """Low, with rounded corners and a recessed plinth."""
    plinth = plain("plinth", "#3a332c", .7)
    box("plinth", (width - .14, length - .14, .07), (0, 0, .03), plinth, .03)
    fabric = cloth(name, colour, "boucle", .08, sheen=.3)
    rounded_frame(width + .10, length + .10, .06, .24, .15, fabric)
    mattress(width, length, .26, .20, tufts=False, name="cotton", colour="#efebe3", label=False)
    return .46


def rounded_frame(width, length, bottom, height, corner, material):
    """A soft block whose corners are round in plan."""
    x, y = width / 2, length / 2
    profile = rounded([(0, 0), (1, 0), (1, 1), (0, 1)], [0, .0, .0, 0])
    edge = .035
    rings = []
    for k in range(6):
        a = math.pi / 2 * k / 5
        rings.append((edge - edge * math.sin(a), bottom + edge - edge * math.cos(a)))
    for k in range(6):
        a = math.pi / 2 * k / 5
        rings.append((edge - edge * math.cos(a), bottom + height - edge + edge * math.sin(a)))
    v, f, uv = [], [], []
    n = 0
    for inset, z in rings:
        ring = []
        run = 0
        for cx, cy, a0 in ((x - corner, y - corner, 0), (-x + corner, y - corner, 90), (-x + corner, -y + corner, 180), (x - corner, -y + corner, 270)):
            for k in range(25):
                a = math.radians(a0 + 90 * k / 24)
                ring.append((cx + (corner - inset) * math.cos(a), cy + (corner - inset) * math.sin(a), z))
        n = len(ring)
        for i, p in enumerate(ring):
            if i:
                run += math.dist(p, ring[i - 1])
            v.append(p)
            uv.append((run, z))
    for r in range(len(rings) - 1):
        for i in range(n):
            j = (i + 1) % n
            f.append((r * n + i, r * n + j, (r + 1) * n + j, (r + 1) * n + i))
    f.append(tuple((len(rings) - 1) * n + i for i in range(n)))
    return mesh("frame", v, f, material, uv)


def rive_hero():
    room.floor()
    room.back_wall(1.15)
    rive()
    room.stool(1.16, .74)
    room.daylight(centre=(0, 0, .5))
    props.tile_frame((.05, .0, .62), 3.40, 70, 14, -30, 9, focus=(-.5, -.9, .3))


def rive_detail():
    room.floor()
    room.back_wall(1.6)
    rive()
    room.daylight(centre=(-.4, -.8, .2), glow=.6)
    props.tile_frame((-.56, -.88, .22), .66, 85, 12, -36, 6.3, focus=(-.7, -.98, .2))


def rive_room():
    """In a small garden room with a window seat."""
    room.floor("#ab8a65")
    room.back_wall(1.25, window=(.95, 1.3, .48, 2.45), panels=((-1.2, 1.5),), colour="#d6d0c2")
    seat = oak("seat", "#b0895f", "x")
    box("seat", (1.5, .42, .05), (.95, 1.05, .46), seat, .006)
    box("seat-front", (1.5, .03, .43), (.95, .86, .215), plain("panel", "#d9d2c5", .7), .004)
    rive(width=1.2)
    made_up(1.2, 2.0, .46, hang=.16, foot=.14, throw=cloth("throw", "#8c9a93", "wool", .2))
    room.daylight(key=.85, centre=(0, 0, .5), glow=.8)
    c, s = pillow(.45, .45, 2.2, 9, breeze=.4)
    dress(c, cloth("seat-cushion", "#b9ad9a", "linen", .2), s)
    stand(c, (1.35, 1.10, .69), 72, -14)
    props.tile_frame((.12, .1, .66), 3.35, 48, 11, -20, 8, focus=(-.1, -.5, .5))


# ---------------------------------------------------------------- headboard

def quai(closer=False, view="hero"):
    """Padded grey headboard with an oak shelf along its top."""
    room.floor()
    room.back_wall(1.20, panels=False)
    lac_base(1.6, 2.0, .12, .24, "#9a9b98", "grey")
    legs("round_natural", 1.6, 2.0, .12)
    box("mattress", (1.6, 2.0, .26), (0, 0, .49), cloth("ticking", WHITE, "percale", .1), .045, 5)
    fabric = cloth("headboard", "#a3a39f", "linen", .10, sheen=.3)
    for i in range(3):
        box("pad", (.565, .09, .72), (-.57 + .57 * i, 1.06, .88), fabric, .030, 5)
    shelf = oak("shelf", "#b38a5e", "x")
    box("shelf", (1.78, .17, .026), (0, 1.10, 1.255), shelf, .004)
    z = 1.268
    props.book((-.50, 1.10, z), (.13, .19, .022), "#76838a", 1.45)
    spectacles((-.49, 1.085, z + .024))
    from bottle import flacon
    turned("glass", rounded([(0, .004), (.030, .004), (.034, .11), (.032, .11), (.028, .008), (0, .008)], [0, .004, .001, .001, .004, 0]), glass("tumbler", "#f4f7f6"), (.42, 1.09, z))
    props.bud_vase((.62, 1.10, z), "#c5b9a7", .12)
    props.twig((.62, 1.10, z + .10), .26, (.06, 0), 3, 18)
    made_up(1.8, 2.0, .62, head=.98)
    room.daylight(key=.95, centre=(0, .4, .8))
    if closer:
        props.tile_frame((-.44, 1.02, 1.22), .62, 85, 12, -14, 5.6, focus=(-.49, 1.05, 1.28))
    elif view == "side":
        props.tile_frame((.10, .85, .98), 1.45, 62, 10, 34, 6.3, focus=(.3, .9, 1.0))
    else:
        props.tile_frame((.15, .35, .88), 3.55, 60, 9, -10, 8, focus=(0, .8, .9))


def spectacles(at):
    x, y, z = at
    wire = brass()
    for dx in (-.030, .030):
        ring = [(x + dx + .023 * math.cos(a), y - .02 + .004 * math.sin(a), z + .019 + .019 * math.sin(a)) for a in [2 * math.pi * k / 16 for k in range(16)]]
        rod("rim", ring, .0011, wire, closed=True)
    rod("bridge", [(x - .008, y - .02, z + .022), (x, y - .021, z + .026), (x + .008, y - .02, z + .022)], .0011, wire)
    for dx in (-.053, .053):
        rod("temple", [(x + dx, y - .02, z + .024), (x + dx, y + .06, z + .012), (x + dx, y + .09, z + .003)], .0011, wire, curved=False)


# ---------------------------------------------------------------- mattresses, toppers, protectors

def low_platform(height=.10, width=1.1, length=2.1):
    wood = oak("platform", "#b08a61", "x")
    for i in range(9):
        box("slat", (width, .12, .022), (0, -length / 2 + .08 + i * (length - .16) / 8, height - .011), wood, .004)
    for x in (-width / 2 + .04, width / 2 - .04):
        box("rail", (.05, length, height - .022), (x, 0, (height - .022) / 2), oak("rail", "#a37d55", "y"), .004)


def mattress_hero(kind="lac"):
    """Lac: standing on its side at an angle, tufts to the light. Rive: seen from the corner."""
    room.floor()
    room.back_wall(1.1, panels=False)
    if kind == "lac":
        before = set(bpy.data.objects)
        mattress(.95, 2.0, 0, .26)
        for y, turn in ((-1.012, 0), (1.012, math.pi)):
            handle((0, y, .13), turn)
        upright = group([o for o in bpy.data.objects if o not in before], (0, 0, .475))
        upright.rotation_euler = (0, math.radians(-82), 0)
        group([upright], (.05, .32, 0), math.radians(64))
    else:
        low_platform(.10, 1.02, 2.1)
        mattress(.95, 2.0, .10, .20, tufts=False, name="cotton", colour="#f0ece4", label=False)
    room.daylight(centre=(0, -.2, .3))
    if kind == "lac":
        props.tile_frame((.10, .25, .52), 2.75, 60, 9, -6, 8, focus=(0, .1, .5))
    else:
        props.tile_frame((.02, -.1, .45), 2.9, 60, 17, -34, 8, focus=(-.3, -.95, .3))


def mattress_detail():
    room.floor()
    room.back_wall(1.4, panels=False)
    low_platform(.10, 1.02, 2.1)
    mattress(.95, 2.0, .10, .26)
    handle((-.16, -1.012, .235), 0, "#cfc6b6", .20)
    room.daylight(centre=(-.2, -.9, .2), glow=.6)
    props.tile_frame((-.20, -.95, .265), .50, 85, 13, -24, 5.6, focus=(-.18, -1.0, .24))


def mattress_layers():
    """A cut through the mattress: springs in pockets, felted wool, ticking."""
    props.table("oak", wall=.9)
    w, d = .62, .46
    felt = cloth("felt", "#d9cdb8", "wool", .1)
    cotton = cloth("wadding", "#f0ece3", "boucle", 0)
    cover = cloth("cover", "#eeeae2", "sateen", .12)
    pocket = cloth("pocket", "#e4e2dc", "linen", .1, mapped=False)
    box("pad-low", (w, d, .022), (0, 0, .011), felt, .006)
    wire = steel("wire", "#b4b2ac", .3)
    for i in range(9):
        for j in range(6):
            x, y = -w / 2 + .035 + i * (w - .07) / 8, -d / 2 + .035 + j * (d - .07) / 5
            if j == 0 and i in (2, 3, 4, 5):
                path = [(x + .025 * math.cos(t) * (1 - .12 * math.cos(t / 11 * 2 * math.pi)), y + .025 * math.sin(t), .026 + .108 * t / (2 * math.pi * 5.5)) for t in np.linspace(0, 2 * math.pi * 5.5, 110)]
                rod("spring", path, .0015, wire)
            else:
                turned("pocket", rounded([(0, .022), (.031, .022), (.029, .08), (.031, .136), (0, .136)], [0, .008, .03, .008, 0]), pocket, (x, y, 0), 32)
    step = .07
    a, uv, k = rounded_block("felt", (w - step, d, .024), .008, .012, felt)
    set_points(a, points(a) + np.column_stack([fractal(points(a), 14, 1, 2) * .002] * 3))
    a.location = (step / 2, .012, .150)
    b, uv, k = rounded_block("wadding", (w - 2 * step, d, .030), .012, .012, cotton)
    set_points(b, points(b) + np.column_stack([fractal(points(b), 12, 2, 2) * .003] * 3))
    b.location = (step, .022, .176)
    c, uv, k = rounded_block("cover", (w - 3 * step, d, .022), .008, .006, cover)
    puff(c, uv, .085, .012, "square", .5)
    c.location = (step * 1.5, .034, .200)
    north_light(1.15, centre=(0, 0, .1))
    props.tile_frame((0, 0, .115), 1.08, 85, 20, -20, 9, focus=(0, -.2, .1))


def latex_detail():
    """The cover unzipped from the pierced latex core."""
    props.table("oak", wall=.9)
    core = plain("latex", "#efe6d2", .7, specular=.25)
    block, uv, kind = rounded_block("core", (.9, .7, .17), .018, .012, core)
    block.location = (.10, .06, .085)
    hole = plain("hole", "#a89a82", .9)
    for i in range(21):
        for j in range(4):
            turned("pin", [(0, 0), (.0042, 0), (0, .0002)], hole, (-.32 + i * .042, -.2915, .03 + j * .038), 14).rotation_euler[0] = math.pi / 2
    for i in range(14):
        for j in range(12):
            turned("pin", [(0, .0), (.0046, 0), (0, .0002)], hole, (-.30 + i * .045 + .10 * 0, -.25 + j * .05, .1705), 14)
    cover = cloth("cover", "#f0ece4", "percale", .2)
    v, f, _ = grid(90, 60, .62, .72)
    uv2 = v[:, :2].copy()
    fold = np.clip((v[:, 0] + .31) / .62, 0, 1)
    v2 = v.copy()
    v2[:, 2] = .178 + .016 * quilted(uv2[:, 0], uv2[:, 1], .075, "diamond") + .05 * np.exp(-((fold - .02) / .10) ** 2)
    v2[:, 0] = v[:, 0] + .38
    v2[:, 1] += .05 + .02 * np.sin(v[:, 1] * 9) * (1 - fold)
    sheet = mesh("cover", v2, f.tolist(), cover, uv2)
    thicken(sheet, .012)
    teeth = brass()
    rod("zip", [(.075 + .01 * math.sin(k), -.30 + k * .075, .236 - .006 * math.sin(k * 2)) for k in range(10)], .004, teeth)
    north_light(1.0, centre=(0, 0, .1))
    props.tile_frame((.06, -.05, .13), .70, 90, 26, -22, 8, focus=(0, -.2, .16))


def topper(kind="down", closer=False):
    """A thick topper on a mattress: stitched squares of down, or diamonds of wool with a turned corner."""
    room.floor()
    room.back_wall(1.2, panels=False)
    low_platform(.10, 1.02, 2.1)
    mattress(.95, 2.0, .10, .22, tufts=False, name="under", colour="#e9e4da", label=False)
    topper_body(kind, pressed=closer)
    room.daylight(centre=(-.1, -.5, .3))
    if closer and kind == "down":
        props.tile_frame((-.20, -.72, .37), .58, 85, 24, -30, 6.3, focus=(-.2, -.75, .37))
    elif closer:
        props.tile_frame((-.30, -.84, .36), .52, 85, 22, -26, 6.3, focus=(-.28, -.85, .37))
    else:
        props.tile_frame((.02, -.40, .30), 1.62, 62, 21, -32, 8, focus=(-.3, -.9, .36))


def on_the_bed(kind):
    """A topper, a protector or a mattress in its place: on a bed with headboard, two pillows at its head."""
    from cloth import laid
    room.floor()
    room.back_wall(1.24, window=(-1.60, 1.15, .12, 2.75), panels=((.35, 1.9), (2.2, 1.3)))
    room.curtain(-2.50, -2.12, 1.14)
    room.curtain(-1.05, -.76, 1.14, folds=6, seed=2)
    if kind == "mattress":
        rive(width=.95, colour="#b9a78f", name="frame-cloth")
        top = .46
    else:
        legs("round_natural", .97, 2.0, .12)
        lac_base(.97, 2.0, .12, .24, "#b9a78f", "base")
        mattress(.95, 2.0, .36, .22, tufts=False, name="under", colour="#e9e4da", label=False)
        top = .58
    if kind in ("down", "wool"):
        holder = bpy.data.objects.new("lift", None)
        bpy.context.scene.collection.objects.link(holder)
        before = set(bpy.data.objects)
        topper_body(kind, turned_up=False)
        for part in set(bpy.data.objects) - before:
            if part.parent is None:
                part.parent = holder
        holder.location = (0, 0, .26)
        top = .65 if kind == "down" else .625
    elif kind == "protector":
        holder = bpy.data.objects.new("lift", None)
        bpy.context.scene.collection.objects.link(holder)
        body = protector_body()
        body.parent = holder
        holder.location = (0, 0, .255)
        top = .60
    box("headboard", (1.05, .10, 1.0), (0, 1.10, .55), cloth("head", "#b9a78f", "linen", .10, sheen=.3), .030, 5)
    white = cloth("percale", WHITE, "percale", .4)
    laid(white, (-.10, .78, top + .35), 58, 4, surface=top, sink=.05)
    laid(white, (.12, .52, top + .3), 16, -14, pressure=2.1, seed=5, surface=top, sink=.02)
    room.daylight(key=.9, centre=(-.1, 0, .5), glow=.9)
    props.tile_frame((-.06, -.06, .64), 2.45, 55, 16, -28, 8, focus=(-.1, -.3, .6))


def topper_body(kind="down", pressed=False, turned_up=True):
    """The topper as it lies on a mattress whose top is at z = .32."""
    down = kind == "down"
    colour = "#f1eee8" if down else "#ebe2d1"
    fabric = cloth("topper", colour, "percale", .35 if down else .15)
    obj, uv, k = rounded_block("topper", (.97, 2.0, .05 if down else .034), .022 if down else .015, .011 if down else .010, fabric)
    p = points(obj)
    face = p[:, 2] > 0
    sides = np.abs(normals(obj)[:, 2]) < .5
    puff(obj, uv, .19 if down else .115, .050 if down else .017, "square" if down else "diamond", .5, where=np.where(face & ~sides, 1, 0), lumps=.35 if down else .12, seed=3)
    p = points(obj)
    if not down and turned_up:
        corner = np.array([-.485, -1.0])
        direction = np.array([1, 1]) / math.sqrt(2)
        along = (p[:, :2] - corner) @ direction
        hinge, radius = .30, .035
        over = along < hinge
        s = hinge - along
        angle = np.clip(s / radius, 0, math.pi)
        rest = np.clip(s - math.pi * radius, 0, None)
        new_along = hinge - radius * np.sin(angle) + rest
        lift = radius * (1 - np.cos(angle))
        normal_shift = p[:, 2] * np.cos(angle)
        tangent_shift = -p[:, 2] * np.sin(angle)
        moved = np.where(over, new_along + tangent_shift, along)
        p[:, :2] += np.outer(moved - along, direction)
        p[:, 2] = np.where(over, lift + normal_shift, p[:, 2])
    if down and pressed:
        press = np.exp(-(((p[:, 0] + .18) / .10) ** 2 + ((p[:, 1] + .66) / .13) ** 2) ** 1.4)
        p[:, 2] -= face * press * .062
    p[:, 2] += .006 * fractal(p * [1, 1, 0], 2.2, 5, 2)
    set_points(obj, p)
    obj.location = (0, 0, .32 + (.03 if down else .02))
    if down:
        cord = cloth("cord", "#e4dfd5", "linen", 0, mapped=False)
        outline_cord(.975, 2.005, .352, .0042, cord, .03)


def protector(closer=False):
    """A padded protector drawn over the mattress like a fitted sheet."""
    room.floor()
    room.back_wall(1.2, panels=False)
    low_platform(.10, 1.02, 2.1)
    protector_body()
    box("core", (.93, 1.98, .10), (0, 0, .15), cloth("ticking", "#ded7ca", "sateen", 0), .04)
    room.daylight(centre=(-.2, -.7, .3))
    if closer:
        props.tile_frame((-.33, -.86, .28), .46, 85, 22, -36, 6.3, focus=(-.35, -.9, .28))
    else:
        props.tile_frame((-.10, -.62, .26), 1.15, 70, 21, -34, 8, focus=(-.4, -.95, .28))


def protector_body():
    """The protector as it is drawn over a mattress, its middle at z = .22."""
    fabric = cloth("protector", "#f1eee8", "percale", .2)
    obj, uv, k = rounded_block("protector", (.97, 2.02, .24), .06, .008, fabric)
    face = normals(obj)[:, 2] > .6
    side = np.abs(normals(obj)[:, 2]) < .5
    puff(obj, uv, .055, .0085, "diamond", .55, where=face.astype(float), lumps=.1)
    p = points(obj)
    run = np.where(np.abs(p[:, 0]) > .45, p[:, 1], p[:, 0])
    depth = np.clip((.10 - p[:, 2]) / .22, 0, 1)
    pleat = np.sin(run * 95 + 3 * np.sin(run * 23)) * (.5 + .5 * np.sin(run * 11)) * depth
    n = normals(obj)
    p += n * (side * pleat * .0055)[:, None]
    set_points(obj, p)
    obj.location = (0, 0, .22)
    return obj
