"""Terry and waffle: folded stacks, rolls, mitts, mats, slippers."""
import math
import random

import numpy as np

import bpy
from mathutils.kdtree import KDTree

import props
from bottle import flacon
from cloth import hash_noise, pile, rounded_block, strands, uv_points
from materials import brass, cloth, oak, plain, plaster, satin, travertine, waffle, yarn
from shapes import box, fold_path, fractal, grid, group, mesh, over_path, place, points, rod, roll_path, rounded, set_points, settle, swept, thicken, turned
from studio import north_light

WHITE, LAKE = "#ebe6dd", "#798a8e"


def towel(width=.32, depth=.25, thickness=.0092, seed=0, colour=WHITE, tint="", density=34, band=True, at=(0, 0, 0), turn=0.0, back=True):
    """A towel folded in four, its round fold to the front, with loops and a smooth dobby band."""
    ground = cloth(f"{tint}ground-{seed}", colour, "wool", 0)
    obj = swept("towel", fold_path(depth, thickness), width, thickness, ground, seed=seed, wobble=.0022)
    settle(obj, .12, .0045, seed)
    rest(obj, thickness)

    def bare(p, n):
        hem = np.abs(p[:, 1]) > width / 2 - .0035
        dobby = band & (np.abs(p[:, 0] - .060) < .012) & (p[:, 2] > thickness * 2.2)
        # Loops go on round the fold, down to what it lies on.
        hidden = (n[:, 2] < np.where(p[:, 0] < thickness * 2, -.93, -.35)) | (p[:, 0] > depth * .985)
        inside = (np.abs(n[:, 2]) > .6) & (p[:, 2] < thickness * 3.3) & (np.abs(p[:, 1]) < width / 2 - .03) & (p[:, 0] > .02)
        return hem | dobby | hidden | inside

    pile(obj, yarn(f"{tint}yarn-{seed}", colour), density, seed=seed + 1, skip=bare)
    return place(obj, at, math.pi / 2 + turn)


def rest(obj, thickness):
    """Let a folded cloth lie with its weight: the fold is no tube, but full below, and what lies underneath is flat."""
    p = points(obj)
    pitch = thickness + .0008
    middle, wide, high = 1.5 * pitch, 1.5 * pitch * .85 + thickness / 2, 2 * pitch
    across, up = np.clip((p[:, 0] - middle) / wide, -1.2, 0), np.clip((p[:, 2] - high) / high, -1.2, 1.2)
    round_ = 2 + 2.2 * np.clip(-up * 1.6, 0, 1)
    squarer = np.hypot(across, up) / np.maximum(np.abs(across) ** round_ + np.abs(up) ** round_, 1e-9) ** (1 / round_)
    fold = (p[:, 0] < middle) & (up < 0)
    p[:, 0] = np.where(fold, middle + (p[:, 0] - middle) * squarer, p[:, 0])
    p[:, 2] = np.where(fold, high + (p[:, 2] - high) * squarer, p[:, 2])
    p[:, 2] += np.clip(.0035 - p[:, 2], 0, None) * .8
    set_points(obj, p)
    return obj


def stack(count, colour=WHITE, tint="", at=(0, 0, 0), width=.33, depth=.25, density=34, seed=0, thickness=.0092, colours=None):
    """Towels one on another; returns the height of the top."""
    x, y, z = at
    for i in range(count):
        rng = random.Random(seed * 10 + i)
        towel(width - .006 * (i % 2), depth, thickness, seed * 10 + i, colours[i] if colours else colour, tint, density,
              at=(x + rng.uniform(-.006, .006), y + rng.uniform(-.006, .004), z), turn=rng.uniform(-.035, .035))
        z += thickness * 4 + .0078
    return z


def roll(radius_turns=4.6, length=.30, seed=0, colour=WHITE, tint="", at=(0, 0, 0), turn=0.0, density=30):
    path = roll_path(.0078, radius_turns, .0026)
    obj = swept("roll", path, length, .0085, cloth(f"{tint}roll-{seed}", colour, "wool", 0), across=40, seed=seed, skew=.006)
    pile(obj, yarn(f"{tint}roll-yarn-{seed}", colour), density, seed=seed, skip=lambda p, n: np.abs(p[:, 1]) > length / 2 - .004)
    obj.location, obj.rotation_euler = at, (0, random.Random(seed).uniform(2, 4), turn)
    return obj


# ---------------------------------------------------------------- scenes

def towels(count=3, tint="tint-towel", colours=None, prop=None, width=.33):
    props.ledge("oak", depth=.46, wall=.32, thickness=.045)
    stack(count, tint=tint, at=(0, -.085, 0), colours=colours, width=width)
    if prop == "bottle":
        flacon("gel douche", "300 ml", top="pump", at=(.215, .05, 0))
    north_light(.75, centre=(0, .03, .08))
    props.tile_frame((0, .02, .105), .54, 95, 14, 16, 7, focus=(.02, -.09, .1))


def towel_closeup(tint="tint-towel", colour=WHITE):
    """Loops, hem and woven band, near."""
    props.table("oak")
    stack(2, colour, tint, at=(0, -.085, 0), density=60, width=.36)
    north_light(.6, centre=(0, 0, .08))
    props.tile_frame((.075, -.085, .062), .155, 100, 30, 26, 7, focus=(.07, -.10, .075))


def hung(front, back, width, radius, at, colour=WHITE, tint="", density=26, seed=0, thickness=.0085, material=None, stripes=None):
    """A towel over a rail (axis along x); `at` is the rail's centre. `stripes` says where it is blue, from -.5 to .5 across."""
    path = over_path(front, back, radius + thickness / 2)
    ground = material or (None if stripes else cloth(f"{tint}hung-{seed}", colour, "wool", 0))
    obj = swept("hung", path, width, thickness, ground, across=180 if stripes else 90, seed=seed, wobble=.004, skew=.006)
    p, u = points(obj), points(obj)[:, 1] / width
    drop = np.clip(-p[:, 2] / front, 0, 1)
    wander = u * 2 * math.pi + .5 * np.sin(p[:, 2] * 6 + seed)
    uneven = lambda u, drop: drop ** 3 * (.0022 * np.sin(u * 8.2 + seed) - .0015 * np.abs(2 * u) ** 5)  # its own weight draws the hem level
    folds = .010 * (1 + np.sin(wander * 1.6 + seed)) + .004 * (1 + np.sin(wander * 3.3 + 2 * seed))
    p[:, 0] += np.sign(p[:, 0]) * drop ** .8 * folds  # away from what it hangs over, whose face may be flat
    p[:, 1] *= 1 - .045 * drop * (1 - .5 * drop) + .012 * np.sin(p[:, 2] * 11 + seed) * drop
    p[:, 2] += uneven(u, drop)
    set_points(obj, p)
    if stripes:
        striped(obj, stripes(u), density, .0028, lambda q, n: (n[:, 0] > .4) & (q[:, 0] < 0), seed)
    elif material is None:
        hem = lambda q, n: (np.abs(q[:, 1]) > width / 2 - .004) | ((q[:, 0] < 0) & (np.abs(q[:, 2] - uneven(q[:, 1] / width, .9) + front - .055) < .013)) | (n[:, 0] > .4) * (q[:, 0] < 0)
        pile(obj, yarn(f"{tint}hung-yarn-{seed}", colour), density, .0046, .0007, seed=seed, skip=hem)
    return place(obj, at, math.pi / 2)


def waffle_fold(seed, colour, width=.30, depth=.24, thickness=.0075, at=(0, 0, 0), turn=0.0, pitch=.0125, tint=""):
    obj = swept("waffle", fold_path(depth, thickness, .001), width, thickness, waffle(f"{tint}waffle-{seed}", colour, pitch), seed=seed, wobble=.003)
    settle(obj, .18, .005, seed)
    return place(obj, at, math.pi / 2 + turn)


def waffle_towels(colour="#ebe5da"):
    props.ledge("travertine", depth=.50, wall=.34)
    for i, (x, z) in enumerate(((-.108, .0), (.0, .0), (.108, .0), (-.054, .088), (.054, .088))):
        turns = 4.6 - .12 * (i % 2)
        obj = swept("roll", roll_path(.0074, turns, .0024), .30, .0078, waffle(f"waffle-{i}", colour, .0118, .0040), across=44, seed=i, wobble=.002, skew=.010)
        p = points(obj)
        p[:, 1] += .02 * np.hypot(p[:, 0], p[:, 2]) * math.sin(i * 2.1)
        set_points(obj, p)
        rng = random.Random(i)
        obj.location = (x, .02 + rng.uniform(-.01, .01), z + .0505)
        # Its free edge lies underneath, held by its weight.
        obj.rotation_euler = (0, 2 * math.pi * turns + 1.75 + rng.uniform(-.2, .2), rng.uniform(-.04, .04))
    north_light(.75, centre=(0, .03, .08))
    props.tile_frame((0, .02, .10), .54, 95, 15, 22, 8, focus=(.02, -.12, .1))


def honeycomb_weave(obj, rows, across, colour, start, stop, sides, cells=12, spacing=.00092, seed=1):
    """The yarns of a waffle weave on the outer skin of a swept cloth, thread by thread: floats of warp and weft step down
    from the ridges to a plain-woven floor. `rows` x `across` is the grid of that skin; warp runs from `start` to `stop`
    along it, weft between `sides` across it (all in metres)."""
    flat = uv_points(obj).reshape(rows, -1, 2)[:, :across]
    skin = points(obj).astype(float).reshape(rows, -1, 3)[:, :across]
    along, over = flat[:, 0, 0], flat[0, :, 1]
    face = np.cross(np.gradient(skin, axis=0), np.gradient(skin, axis=1))
    face /= np.linalg.norm(face, axis=2)[:, :, None] + 1e-12
    if face[rows * 2 // 5, across // 2, 2] < 0:
        face = -face

    def on_skin(s, y):
        """Points and normals of the skin at distances along and across it."""
        i, j = np.interp(s, along, np.arange(rows)), np.interp(y, over, np.arange(across))
        a, b = np.clip(i.astype(int), 0, rows - 2), np.clip(j.astype(int), 0, across - 2)
        u, w = (i - a)[..., None], (j - b)[..., None]
        mix = lambda g: (g[a, b] * (1 - u) + g[a + 1, b] * u) * (1 - w) + (g[a, b + 1] * (1 - u) + g[a + 1, b + 1] * u) * w
        return mix(skin), mix(face)

    rng = np.random.default_rng(seed)
    ns, ny = int((stop - start) / spacing), int((sides[1] - sides[0]) / spacing)
    i, j = np.meshgrid(np.arange(ns), np.arange(ny), indexing="ij")
    s, y = start + i * spacing, sides[0] + j * spacing
    # Never quite even: threads wander, cells lean.
    wander = np.column_stack([s.ravel(), y.ravel(), 0 * s.ravel()])
    s = s + (.00075 * hash_noise(wander * 22, seed) + .00028 * hash_noise(wander * 95, seed + 1)).reshape(ns, ny) + rng.normal(0, .00006, (ns, 1))
    y = y + (.00075 * hash_noise(wander * 22, seed + 2) + .00028 * hash_noise(wander * 95, seed + 3)).reshape(ns, ny) + rng.normal(0, .00006, (1, ny))
    near = lambda k: np.abs((k % cells) - cells / 2) / (cells / 2)  # 1 on a ridge, 0 in the middle of a cell
    ridge_s, ridge_y = near(i), near(j)
    tall = np.maximum(ridge_s, ridge_y)
    soft = .75 + .25 * hash_noise(wander * 130, seed + 4).reshape(ns, ny)
    height = .0031 * (tall ** 1.25) * soft
    # Above: the weft (one s, running across) near ridges in s, the warp near ridges in y; plain weave on the floor.
    plain_ = np.where((i + j) % 2 == 0, 1.0, -1.0)
    weft_up = np.where(tall < .34, plain_, np.where(ridge_s > ridge_y, 1.0, np.where(ridge_s < ridge_y, -1.0, plain_)))
    place_, normal = on_skin(s, y)
    material = yarn(f"waffle-yarn-{seed}", colour, .03)
    for lines, up in (((place_ + normal * (height + .00034 * weft_up)[..., None]), "weft"), ((place_ + normal * (height - .00034 * weft_up)[..., None]).transpose(1, 0, 2), "warp")):
        count, segments, _ = lines.shape
        # No thread is of one thickness.
        thick = .00041 * (1 + .16 * hash_noise(lines.reshape(-1, 3) * (260, 260, 260), seed + 9).reshape(count, segments) + .05 * rng.normal(size=(count, 1)))
        strands(up, lines + rng.normal(0, .000035, lines.shape), thick, material, obj)
    # A little fuzz: short fibres that stand off the threads.
    some = rng.choice(ns * ny, int(ns * ny * .55))
    foot = (place_ + normal * (height + .0004)[..., None]).reshape(-1, 3)[some]
    out = normal.reshape(-1, 3)[some]
    way = rng.normal(size=foot.shape)
    way -= .5 * (way * out).sum(1)[:, None] * out
    curl = rng.normal(size=foot.shape) * .0004
    t = np.linspace(0, 1, 5)[:, None, None]
    long = .0012 * rng.random((len(foot), 1)) + .0004
    hair = foot + rng.normal(0, .0003, foot.shape) + long * (way * .55 * t + out * .55 * np.sin(t * 2.2)) + curl * t ** 2
    strands("fuzz", hair.transpose(1, 0, 2), .000028, material, obj)


def woven_waffle(seed, colour, width, depth, thickness, at, turn, sides):
    """A folded waffle towel for the eye that comes near; woven between `sides` across it, plain out of sight."""
    path = fold_path(depth, thickness, .001)
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    fine = np.linspace(0, run[-1], int(run[-1] / .0022))
    path = np.column_stack([np.interp(fine, run, column) for column in path.T])
    for _ in range(10):
        path[1:-1] = (path[:-2] + 2 * path[1:-1] + path[2:]) / 4
    across = 150
    obj = swept("waffle", path, width, thickness * .72, cloth(f"waffle-ground-{seed}", colour, "linen", 0), across=across, seed=seed, wobble=.0026)
    settle(obj, .16, .0045, seed)
    turn_at = fine[np.argmin(path[:, 0])]
    honeycomb_weave(obj, len(path), across, colour, max(.004, turn_at - .26), min(turn_at + .27, fine[-1]), sides, seed=seed)
    return place(obj, at, math.pi / 2 + turn)


def waffle_closeup(colour="#ebe5da"):
    """Two folded waffle towels on oak, so near that the threads show."""
    props.table("oak")
    woven_waffle(3, colour, .38, .30, .009, (0, -.06, 0), 0, (-.165, .06))
    woven_waffle(4, colour, .36, .28, .009, (.01, -.05, .0405), .05, (-.165, .06))
    north_light(.6, centre=(0, 0, .06))
    props.tile_frame((.055, -.045, .064), .135, 100, 34, 24, 16, focus=(.055, -.058, .066))


def mitts(colour=WHITE, closer=False):
    """Wash mitts: flat terry pockets with a hanging loop."""
    props.ledge("travertine", depth=.44, wall=.30)
    seats, both = [((-.022, .03, .0), .06), ((-.016, .035, .020), -.05)], []
    for i, ((x, y, z), turn) in enumerate(seats):
        obj, uv, kind = rounded_block("mitt", (.15, .20, .016), .0078, .004, cloth(f"mitt-{i}", colour, "wool", 0))
        p = points(obj)
        p[:, 2] += .004 * fractal(p, 8, i, 2)
        set_points(obj, p)
        pile(obj, yarn(f"mitt-yarn-{i}", colour), 34 if not closer else 60, seed=i,
             skip=lambda q, n: (n[:, 2] < -.3) | (np.abs(q[:, 1] + .078) < .010))
        both.append(place(obj, (x, y, z + .009), turn))
    rod("loop", [(-.082, -.060, .030), (-.100, -.071, .027), (-.110, -.065, .024), (-.104, -.051, .026), (-.084, -.047, .030)], .0022, cloth("tape", colour, "linen", 0, mapped=False))
    if not closer:
        from linen import band
        band(both, cloth("band", "#e2d9ca", "linen", 0), .048, -.019, .004)
    props.dish((.115, .10, 0), .05, .012)
    from bottle import soap_bar
    soap_bar((.115, .10, .006), .5)
    north_light(.5, centre=(0, .03, .04))
    if closer:
        props.tile_frame((-.02, -.02, .045), .15, 100, 34, 14, 7, focus=(-.02, -.04, .055))
    else:
        props.tile_frame((.015, .04, .05), .40, 95, 28, 10, 8, focus=(0, 0, .05))


def mat_body(width, depth, colour, seed=2, tint="", dense=1.0, marked=False):
    """A heavy bath mat lying flat: a flat-woven frame round the deep pile, the house mark in its corner where it is near."""
    v, f, _ = grid(300, 192, width, depth)
    uv = v[:, :2].copy()
    edge = lambda q: np.maximum(np.abs(q[:, 0]) - width / 2, np.abs(q[:, 1]) - depth / 2)
    hem = np.clip((edge(v) + .010) / .003, 0, 1)
    within = np.clip((-.052 - edge(v)) / .03, 0, 1)
    v[:, 2] = .006 + np.clip(fractal(v, 4, seed, 2), 0, 1) * .007 * within + hem * .0016
    obj = mesh("mat", v, f.tolist(), cloth(f"{tint}mat", colour, "wool", 0), uv)
    thicken(obj, .006, -1)
    low = lambda q: q[:, 2] < .0045
    pile(obj, yarn(f"{tint}mat-yarn", colour), 17 * dense, .0085, .0009, seed=2, skip=lambda q, n: (edge(q) > -.052) | low(q))
    if marked:
        # The falling stroke, woven in a satin that stands a little above the frame.
        stroke = [((x - 32) * .00082 - width / 2 + .052, (32 - y) * .00082 - depth / 2 + .028) for x, y in ((17.5, 18.2), (25, 14.6), (46.8, 45.6), (43.4, 48.6))]
        raised = mesh("mark", [(x, y, z) for z in (.0058, .0071) for x, y in stroke], [(7, 6, 5, 4)] + [(k, k + 4, (k + 1) % 4 + 4, (k + 1) % 4) for k in range(4)], cloth(f"{tint}mark", colour, "sateen", 0), [(0, 0)] * 8, smooth=False)
        raised.parent = obj
    return obj


def bathroom():
    """Plaster wall, stone floor."""
    box("wall", (8, .1, 5), (0, .62, 1.2), plaster(colour="#d2c6b6"), 0)
    box("floor", (8, 8, .1), (0, 0, -.05), travertine("stone", "#cdbfab"), 0)


def bath_tub(rim=.58, depth=.62, wide=2.2):
    """An enamelled bath along the wall, its near edge at y = 0; returns the height of the rim."""
    enamel = satin("enamel", "#efebe4", .22, .00003)
    outline = rounded([(0, 0), (0, rim), (.055, rim), (.055, .12)], [0, .026, .026, 0], 9)
    v = []
    for x in (-wide / 2, wide / 2):
        v += [(x, y, z) for y, z in outline]
    m = len(outline)
    mesh("bath", v, [(i, i + 1, m + i + 1, m + i) for i in range(m - 1)], enamel)
    box("inside", (wide, depth, .02), (0, .055 + depth / 2, .12), enamel, 0)
    box("far", (wide, .06, rim), (0, depth + .02, rim / 2), enamel, .024)
    return rim


def bath_stool(at, height=.44, radius=.15):
    x, y, _ = at
    wood = oak("stool", "#a5825b", "x")
    turned("seat", rounded([(0, height - .04), (radius, height - .04), (radius, height), (0, height)], [0, .01, .012, 0]), wood, (x, y, 0))
    for k in range(3):
        a = .4 + k * 2 * math.pi / 3
        turned("leg", [(0, 0), (.012, 0), (.017, height - .03), (0, height - .03)], wood, (x + radius * .73 * math.cos(a), y + radius * .73 * math.sin(a), 0), 24)


def bath_mat(colour=WHITE, closer=False):
    """Folded over the edge of a bath; near, the woven house mark in its corner."""
    if closer:
        props.table("oak", wall=1.0)
        mat_body(.80, .52, colour, marked=True)
        north_light(1.0, centre=(0, -.1, 0))
        props.tile_frame((-.245, -.155, .0), .40, 100, 38, -20, 9, focus=(-.25, -.17, .01))
        return
    bathroom()
    rim = bath_tub()
    obj = swept("mat", over_path(.34, .22, .0365), .44, .0115, cloth("mat", colour, "wool", 0), across=70, seed=4, wobble=.004, skew=.004)
    length, half = .34, .22
    frame = lambda q: np.maximum(np.abs(q[:, 1]) - half, np.where(q[:, 0] < 0, -q[:, 2] - length, -1)) > -.048
    hem = lambda q, n: frame(q) | ((n[:, 0] > .5) & (q[:, 0] < 0))
    pile(obj, yarn("mat-yarn", colour), 20, .0075, .0009, seed=3, skip=hem)
    place(obj, (-.10, .0275, rim - .010), math.pi / 2)
    bath_stool((.42, -.16, 0))
    flacon("gel douche", "300 ml", top="pump", height=.136, radius=.031, at=(.40, -.15, .44), turn=.2)
    north_light(1.3, centre=(0, 0, .45))
    props.tile_frame((.02, .0, .46), 1.08, 80, 14, 14, 9, focus=(-.05, -.02, .45))


def beside_the_bath(what="terry"):
    """A mat or the board where it belongs: on the stone floor before the bath."""
    bathroom()
    rim = bath_tub()
    if what == "board":
        board_body((.11, -.40, 0), .04)
    elif what == "honeycomb":
        v, f, _ = grid(420, 280, .90, .60)
        uv = v[:, :2].copy()
        v[:, 2] = cells(uv, .90, .60) + .004 * np.clip(fractal(v, 3, 3, 2), 0, 1)
        place(honeycomb(v, f, uv, "#cbb795"), (.12, -.42, .006), .05)
    else:
        before = set(bpy.data.objects)
        mat_body(.80, .52, WHITE, dense=.8)
        group([o for o in bpy.data.objects if o not in before and o.parent is None], (.12, -.41, .004), .05)
    hung(.34, .22, .26, .0365 - .0043, (.30, .0275, rim - .004), WHITE if what != "honeycomb" else "#cdb999", seed=7)
    bath_stool((-.43, -.16, 0), radius=.13)
    flacon("gel douche", "300 ml", top="pump", height=.136, radius=.031, at=(-.43, -.15, .44), turn=.2)
    north_light(1.4, centre=(0, -.1, .4))
    props.tile_frame((.01, -.16, .28), 1.48, 75, 24, 10, 8, focus=(0, -.4, .05))


def on_the_rail(kind="terry"):
    """In use: towels over the brass rail, a basin beside them."""
    box("wall", (8, .1, 5), (0, .31, 1.2), plaster(colour="#d2c6b6"), 0)
    metal = brass()
    y, z = .16, 1.06
    rod("rail", [(-.46, y, z), (.15, y, z)], .009, metal, curved=False)
    for x in (-.43, .12):
        rod("arm", [(x, y, z), (x, .27, z)], .008, metal, curved=False)
        rose = turned("rose", rounded([(0, 0), (.024, 0), (.022, .006), (0, .006)], [0, .001, .003, 0]), metal, (x, .26, z), 48)
        rose.rotation_euler[0] = math.pi / 2
    if kind == "terry":
        hung(.52, .40, .27, .010, (-.265, y, z), tint="tint-towel-", seed=1)
        hung(.33, .26, .19, .010, (-.012, y, z), tint="tint-towel-", seed=2)
    elif kind == "waffle":
        hung(.52, .40, .28, .010, (-.262, y, z), seed=1, material=waffle("waffle-a", "#ebe5da", .0125))
        hung(.33, .26, .19, .010, (-.008, y, z), seed=2, material=waffle("waffle-b", "#ebe5da", .0125))
    elif kind == "pontoon":
        hung(.62, .46, .40, .010, (-.19, y, z), seed=3, thickness=.012, stripes=lambda u: lake_stripes((u + .5) * .5))
    else:
        hung(.46, .40, .21, .010, (-.295, y, z), seed=1)
        for i, x in enumerate((-.090, .052)):
            rod("tape", [(x, y - .010, z - .055), (x - .012, y - .013, z - .02), (x, y, z + .011), (x + .012, y + .013, z - .02)], .0022, cloth("tape", WHITE, "linen", 0, mapped=False))
            obj, uv, kinds = rounded_block("mitt", (.130, .014, .19), .0065, .004, cloth(f"mitt-{i}", WHITE, "wool", 0))
            p = points(obj)
            low = .5 - p[:, 2] / .19
            p[:, 1] += .004 * fractal(p, 8, i, 2) + .007 * low * np.sin(p[:, 0] * 42 + 2 * i)
            p[:, 2] -= .35 * np.clip(1 - low, 0, 1) ** 2 * p[:, 0] ** 2 / .13  # it hangs by its middle
            set_points(obj, p)
            pile(obj, yarn(f"mitt-yarn-{i}", WHITE), 40, .0034, .0005, seed=i, skip=lambda q, n: np.abs(q[:, 2] - .072) < .010)
            place(obj, (x, y - .014, z - .145), .12 - .3 * i)
    box("shelf", (.9, .46, .05), (.57, .06, .66), travertine(), .003)
    props.basin((.35, .06, .685), .14, .105)
    flacon("savon liquide", "300 ml", "#c4bab0", "#efe6d8", top="pump", radius=.031, height=.12, at=(.175, -.01, .685), turn=.3)
    north_light(1.1, centre=(0, .1, .85))
    props.tile_frame((.03, .1, .80), 1.24, 85, 5, 6, 8, focus=(-.1, .1, .85))


def cells(uv, wide, deep, pitch=.026):
    """Height of the honeycomb over its mean: ridges of warp and weft that dip between their crossings, so that the back has cells too; a flat edge."""
    drawn = uv + .0013 * np.column_stack([fractal(np.column_stack([uv, 0 * uv[:, 0]]), 9, seed, 2) for seed in (6, 7)])
    warp, weft = (.5 * np.cos(2 * math.pi * drawn / pitch) + .5 - np.abs(np.sin(math.pi * drawn / pitch))).T
    edge = np.maximum(np.abs(uv[:, 0]) - wide / 2, np.abs(uv[:, 1]) - deep / 2)
    return .0065 + .004 * (.4 * np.maximum(warp, weft) + .3 * (warp + weft)) * np.clip((-.012 - edge) / .004, 0, 1)


def honeycomb(v, f, uv, colour, near=False):
    """The mat of those points; its thick soft yarn is rough where it is seen near."""
    obj = mesh("mat", v, f.tolist(), cloth("honeycomb", colour, "wool", 0), uv)
    thicken(obj, .0045, -1)
    if near:
        pile(obj, yarn("honeycomb-yarn", colour), 40, .0015, .00042, seed=4)
    return obj


def honeycomb_mat(colour="#cbb795", closer=False):
    """Deep cells, half rolled."""
    box("floor", (8, 8, .1), (0, 0, -.05), travertine("stone", "#d3c7b4"), 0)
    box("wall", (8, .1, 4), (0, .95, 1.9), plaster(), 0)
    wide, deep = (.62, .48) if closer else (.90, .60)
    v, f, _ = grid(330, 260, wide, deep) if closer else grid(420, 280, wide, deep)
    uv = v[:, :2].copy()
    h = cells(uv, wide, deep)
    if closer:
        v[:, 2] = h + .003 * np.clip(fractal(v, 3, 3, 2), 0, 1)
    else:
        s = uv[:, 0] + wide / 2
        over = s > wide - .52
        run = s - (wide - .52)
        gap = .018
        turns = 2.15
        outer = .052 + gap * turns * .5
        angle = np.zeros(len(s))
        fine = np.linspace(0, turns * 2 * math.pi, 4000)
        radius = outer - gap * fine / (2 * math.pi)
        travelled = np.concatenate([[0], np.cumsum((radius[1:] + radius[:-1]) / 2 * np.diff(fine))])
        angle = np.interp(np.clip(run, 0, None), travelled, fine)
        r = outer - gap * angle / (2 * math.pi)
        x_flat = s
        x0 = wide - .52
        px = np.where(over, x0 + np.sin(angle) * (r - h), x_flat)
        pz = np.where(over, outer - np.cos(angle) * (r - h), h)
        v = np.column_stack([px - x0 * .75, uv[:, 1], pz])
    obj = honeycomb(v, f, uv, colour, closer)
    obj.location = (0, 0, .005)
    if closer:
        north_light(1.0, centre=(0, 0, 0))
        props.tile_frame((.16, -.12, .0), .30, 100, 34, 18, 8, focus=(.16, -.14, .01))
        return
    place(obj, (-.02, .02, .005), -.42)
    north_light(1.2, centre=(0, 0, .05))
    props.tile_frame((-.02, .02, .05), 1.06, 80, 26, 8, 9, focus=(.05, -.08, .05))


def bath_board(closer=False):
    """A slatted oak board on a stone floor; near, stood against the wall to dry, its underside to us."""
    box("floor", (8, 8, .1), (0, 0, -.05), travertine("stone", "#cbbda9"), 0)
    box("wall", (8, .1, 4), (0, .95, 1.9), plain("paint", "#ddd3c5", .9), 0)
    if closer:
        board_body((0, .82, .216)).rotation_euler[0] = -1.75
        north_light(1.0, centre=(0, .8, .2))
        props.tile_frame((-.17, .82, .26), .38, 100, 12, -20, 8, focus=(-.2, .80, .30))
        return
    board_body()
    towel(.26, .18, .0092, 8, WHITE, at=(.11, .01, .041), turn=-.3)
    north_light(1.3, centre=(0, 0, 0))
    props.tile_frame((.0, .0, .04), 1.06, 80, 28, 22, 8, focus=(0, -.1, .03))


def board_body(at=(0, 0, 0), turn=0.0):
    """Nine slats on two bearers, screwed from below, rubber feet: 60 x 42 x 4 cm."""
    wood, bearer = oak("board", "#a8825a", "y"), oak("bearer", "#9d774f", "x")
    rubber, screw = plain("rubber", "#4a443c", .8), brass()
    parts = [box("slat", (.056, .42, .018), (-.272 + i * .068, 0, .031), wood, .0045) for i in range(9)]
    parts += [box("bearer", (.60, .036, .016), (0, y, .014), bearer, .003) for y in (-.135, .135)]
    for y in (-.135, .135):
        parts += [turned("foot", rounded([(0, 0), (.014, 0), (.016, .007), (0, .007)], [0, .002, 0, 0]), rubber, (x, y, 0), 24) for x in (-.238, 0, .238)]
        parts += [turned("screw", [(0, .0060), (.0042, .0060), (.0036, .0052), (0, .0050)], screw, (-.272 + i * .068, y, 0), 24) for i in range(9) if i != 4]  # the middle foot hides its own
    return group(parts, at, turn)


def lake_stripes(u):
    """Where the jetty towel is blue, `u` from -.5 to .5 across it: four broad stripes and two narrow."""
    u = np.abs(u)
    return (np.abs(u - .085) < .055) | (np.abs(u - .26) < .055) | (np.abs(u - .40) < .017)


def striped(obj, blue, density, height, skip, seed=0):
    """Give a body white and lake-blue terry: ground and loops, `blue` per vertex."""
    for name, colour in (("white", WHITE), ("lake", LAKE)):
        obj.data.materials.append(cloth(f"{name}-ground-{seed}", colour, "wool", 0))
    corners = np.zeros(len(obj.data.loops), np.int32)
    obj.data.loops.foreach_get("vertex_index", corners)
    first = np.zeros(len(obj.data.polygons), np.int32)
    obj.data.polygons.foreach_get("loop_start", first)
    obj.data.polygons.foreach_set("material_index", blue[corners[first]].astype(np.int32))
    tree = KDTree(len(blue))
    for k, q in enumerate(points(obj).tolist()):
        tree.insert(q, k)
    tree.balance()
    for name, colour, wanted in (("white", WHITE, False), ("lake", LAKE, True)):
        other = lambda q: blue[[tree.find(v)[1] for v in q.tolist()]] != wanted
        pile(obj, yarn(f"{name}-yarn-{seed}", colour), density, height, .0006, seed=seed + wanted, skip=lambda q, n: skip(q, n) | other(q))
    return obj


def turned_over(p, direction, start, radius):
    """Fold a sheet back on itself where it passes `start` along `direction`, in a soft bend."""
    d = np.array((math.cos(direction), math.sin(direction)))
    over = p[:, :2] @ d - start
    bent = np.clip(over / radius, 0, math.pi)
    beyond = np.clip(over - math.pi * radius, 0, None)
    shift = np.where(over > 0, radius * np.sin(bent) - beyond - over, 0)
    lift = radius * (1 - np.cos(bent))
    return np.column_stack([p[:, :2] + shift[:, None] * d, np.where(over > 0, lift + p[:, 2] * np.cos(bent) + .002, p[:, 2])])


def pontoon(closer=False):
    """White and lake-blue stripes: folded once and rolled, or spread on the planks of a jetty."""
    if closer:
        deck = oak("deck", "#9c9488", "y", depth=.7)
        for i in range(14):
            box("plank", (.118, 2.4, .03), (-.82 + i * .126, 0, -.016), deck, .005)
        v, f, _ = grid(200, 300, .74, 1.3)
        uv = v[:, :2].copy()
        soft = fractal(v, 2.6, 2, 2)
        v[:, 2] = .004 + .012 * np.clip(soft, 0, 1) + .004 * np.clip(fractal(v, 9, 5, 2), 0, 1)
        for along, at, tall, wide in ((.62, -.06, .018, .038), (.95, .16, .014, .032), (.30, -.27, .015, .034), (1.35, -.33, .011, .028)):
            across = uv[:, 0] * math.cos(along) + uv[:, 1] * math.sin(along) - at + .03 * np.sin(uv[:, 0] * 7 + uv[:, 1] * 5 + at * 20)
            length = uv[:, 0] * -math.sin(along) + uv[:, 1] * math.cos(along)
            v[:, 2] += tall * np.exp(-(across / wide) ** 2) * np.exp(-((length - .18 * math.sin(at * 30)) / .24) ** 2)
        v[:, :2] += .010 * np.column_stack([np.sin(uv[:, 1] * 8 + 1), np.sin(uv[:, 0] * 9)])
        v = turned_over(v, -2.25, .545, .016)
        obj = mesh("towel", v, f.tolist(), None, uv)
        thicken(obj, .004, 1)
        striped(obj, lake_stripes(uv[:, 0] / .74), 15, .0034, lambda q, n: n[:, 2] < .15)
        place(obj, (.06, .12, .0), .16)
        north_light(1.0, centre=(0, 0, 0))
        props.tile_frame((.04, -.16, 0), .92, 90, 38, -12, 9, focus=(.04, -.2, .01))
        return
    props.ledge("oak", depth=.52, wall=.36)
    width, thick = .45, .0125
    path = roll_path(.0125, 3.8, .0042, .007)
    end = math.atan2(path[-1, 1], path[-1, 0])
    turn = -1.9 - end  # its free edge lies underneath
    path = path @ np.array(((math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))))
    obj = swept("roll", path, width, thick, None, across=150, seed=3, wobble=.004, skew=.022)
    uv, p = uv_points(obj), points(obj)
    reach = np.hypot(p[:, 0], p[:, 2])
    p[:, 0] *= 1.05
    p[:, 2] *= .93 + .04 * fractal(np.column_stack([0 * reach, p[:, 1] * 6, 0 * reach]), 1, 4, 2)
    p[:, 2] = np.where(p[:, 2] < -.042, -.042 + (p[:, 2] + .042) * .3, p[:, 2])
    p[:, 0] += .006 * np.sin(p[:, 1] * 9)
    set_points(obj, p)
    outer = reach.max()
    striped(obj, lake_stripes((uv[:, 1] / width + .5) * .5), 34, .0027, lambda q, n: (np.hypot(q[:, 0], q[:, 2]) < outer * .68) & (np.abs(q[:, 1]) < width / 2 - .02) | (np.abs(n[:, 1]) > .6))
    obj.location, obj.rotation_euler = (.0, .01, .0035 - p[:, 2].min()), (0, 0, .82 + math.pi)
    north_light(.75, centre=(0, .03, .08))
    props.tile_frame((.0, .0, .085), .66, 95, 14, -6, 8, focus=(0, -.1, .08))


# ---------------------------------------------------------------- slippers

def slab(name, outline, levels, material):
    """A flat body with that outline, its edge eased by (height, scale) levels from bottom to top."""
    n = len(outline)
    v = [(x * scale, y * scale, z) for z, scale in levels for x, y in outline]
    sides = [(k * n + j, k * n + (j + 1) % n, (k + 1) * n + (j + 1) % n, (k + 1) * n + j) for k in range(len(levels) - 1) for j in range(n)]
    return mesh(name, v, [*sides, tuple(range(n))[::-1], tuple(range(len(v) - n, len(v)))], material)


def slipper(at, turn, colour=WHITE, left=True, tint="", density=40):
    """A closed-toe terry slipper: a smooth sole under a terry footbed, an upper over the front two thirds, the house's stroke on its instep.

    Its length runs along y, the toe at +y.
    """
    length = .275
    side = 1 if left else -1

    def half(t):
        """Half the width at t from heel (0) to toe (1): narrow waist, broad ball, each end close to a half circle."""
        base = np.interp(t, (0, .22, .42, .70, .88, 1), (.034, .0345, .0315, .0465, .044, .040))
        heel, toe = max(0.0, 1 - t / .13), max(0.0, 1 - (1 - t) / .17)
        return base * max(0.0, 1 - heel ** 2.2) ** .5 * max(0.0, 1 - toe ** 2.4) ** .5

    def middle(t):
        return side * (.010 * math.sin(math.pi * t * 1.1) - .006 * max(0, t - .6))

    n, m = 90, 30
    v, uv = [], []
    for i in range(n):
        t = .5 - .4995 * math.cos(math.pi * i / (n - 1))
        for j in range(m):
            s = math.sin(math.pi / 2 * (2 * j / (m - 1) - 1))
            edge = min(1 - abs(s), t / .07, (1 - t) / .07)
            plump = .0055 * (1 - max(0, 1 - edge / .30) ** 2.4) - .0022 * max(0, 1 - (s * s + ((t - .18) / .16) ** 2))
            v.append((middle(t) + s * half(t) * .985, (t - .5) * length * .992, .0175 + plump))
            uv.append((s * half(t), t * length))
    f = [(i * m + j, i * m + j + 1, (i + 1) * m + j + 1, (i + 1) * m + j) for i in range(n - 1) for j in range(m - 1)]
    footbed = mesh("footbed", v, f, cloth(f"{tint}footbed", colour, "wool", 0), uv)
    ends = [.5 - .5 * math.cos(math.pi * i / 60) for i in range(61)]
    outline = [(middle(t) + half(t), (t - .5) * length) for t in ends] + [(middle(t) - half(t), (t - .5) * length) for t in ends[-2:0:-1]]
    sole = slab("sole", outline, ((0, .985), (.002, 1), (.016, 1), (.018, .985)), cloth(f"{tint}sole", "#d6cab6", "linen", 0, mapped=False))
    v, uv, f = [], [], []
    rows, cols = 44, 52

    def dome(t, a):
        """A point of the upper at t along the foot and angle a over it."""
        s = (t - .36) / .635
        tall = (.057 - .012 * s) * max(0, 1 - s ** 2.8) ** .55
        w = half(t) * 1.06 + .0015
        return (middle(t) + math.copysign(abs(math.cos(a)) ** .78, math.cos(a)) * w, (t - .5) * length, .012 + max(0, math.sin(a)) ** .80 * tall)

    for i in range(rows):
        for j in range(cols):
            a = math.pi * j / (cols - 1)
            start = .36 + .16 * max(0, math.sin(a)) ** 1.5  # the opening slants back over the foot
            t = start + (.995 - start) * math.sin(math.pi / 2 * i / (rows - 1))
            v.append(dome(t, a))
            uv.append((a * .05, t * length))
    f = [(i * cols + j, i * cols + j + 1, (i + 1) * cols + j + 1, (i + 1) * cols + j) for i in range(rows - 1) for j in range(cols - 1)]
    upper = mesh("upper", v, f, cloth(f"{tint}upper", colour, "wool", 0), uv)
    thicken(upper, .005, 1)
    binding = cloth(f"{tint}binding", colour, "percale", 0, mapped=False)
    parts = [sole, footbed, upper, rod("binding", [(x, y - .001, z + .0015) for x, y, z in v[:cols]], .0032, binding)]
    thread = yarn(f"{tint}slipper-yarn", colour)
    stroke = lambda q: (np.hypot((q[:, 1] - .040) / .0165, (q[:, 0] - middle(.65)) / .0125) < 1) & (q[:, 2] > .045)
    pile(footbed, thread, density, .0022, .00040, seed=1, skip=lambda q, nn: q[:, 1] > .06)
    pile(upper, thread, density, .0024, .00040, seed=2, skip=lambda q, nn: stroke(q))
    silk = plain("embroidery", "#587079", .5)
    for k in range(-12, 13):
        t = k / 12
        y = .040 + t * .0135
        x = middle(.65) - t * .0098
        a = math.acos(max(-1, min(1, (x - middle(y / length + .5)) / (half(y / length + .5) * 1.06))))
        top = dome(y / length + .5, a)[2] + .0065
        wide = .0027 * (1 - .25 * abs(t))
        parts.append(rod("stitch", [(x - wide, y - wide * .6, top - .0003), (x, y, top), (x + wide, y + wide * .6, top - .0003)], .00075, silk))
    return group(parts, at, turn)


def slippers_pair(at=(0, 0, 0), turn=0.0, colour=WHITE, density=40):
    c, s = math.cos(turn), math.sin(turn)
    x, y, z = at
    slipper((x - .060 * c, y - .060 * s, z), turn + .05, colour, True, density=density)
    slipper((x + .060 * c + .02 * s, y + .060 * s - .02 * c, z), turn - .07, colour, False, density=density)


def slippers(colour=WHITE, view="hero"):
    """The pair on oak; near, the embroidered instep; in use, beside the bed."""
    if view == "room":
        from bed import legs
        import room
        room.floor("#9c8163")
        room.back_wall(1.38, panels=False)
        box("rug", (1.5, 2.4, .014), (-.75, -.3, .007), cloth("rug", "#d9cfbf", "wool", .3), .006)
        legs("round_natural", 1.6, 2.0, .12)
        for part in bpy.data.objects:
            if part.name.startswith("leg"):
                part.location.x += .95
        base = cloth("base", "#b9a78f", "linen", .12, sheen=.3)
        box("base", (1.6, 2.0, .24), (.95, 0, .24), base, .022, 4)
        box("mattress", (1.6, 2.0, .26), (.95, 0, .49), cloth("sheet", "#efebe4", "percale", .5), .05, 5)
        slippers_pair((-.13, -.45, .014), .25, colour, 40)
        room.daylight(key=.9, centre=(-.1, -.3, .2), glow=.9)
        props.tile_frame((-.06, -.40, .10), .66, 75, 24, -20, 7, focus=(-.12, -.5, .05))
        return
    box("floor", (8, 8, .1), (0, 0, -.05), oak("floor", "#9c8163", "y", boards=.14), 0)
    box("wall", (8, .1, 4), (0, .75, 1.9), plain("paint", "#ddd3c5", .9), 0)
    slippers_pair((0, 0, 0), math.pi - .55, colour, 55 if view == "hero" else 70)
    north_light(.8, centre=(0, 0, .02))
    if view == "detail":
        props.tile_frame((.054, -.045, .04), .265, 100, 44, -4, 7, focus=(.06, -.03, .06))
    else:
        props.tile_frame((.005, .0, .03), .45, 90, 34, -6, 8, focus=(0, -.03, .04))
