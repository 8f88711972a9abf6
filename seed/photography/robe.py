"""Bathrobes on a brass peg: a kimono pattern sewn and hung by simulation, collar and belt added after."""
import math

import bpy
import numpy as np

import props
from cloth import as_cloth, crumple, freeze, gusts, jitter, obstacle, pile, remembered, run, uv_points
from materials import brass, cloth, oak, plaster, velour, waffle, yarn
from shapes import box, mesh, normals, points, refine, rod, rounded, set_points, thicken, turned
from studio import ambient, panel, sun

STEP = .0145
NECK, SIDE = .075, .30  # half the width of the neck and of the body
BELT = .54  # from shoulder to belt along the cloth
WAIST = round(BELT / STEP)
BLOUSE = .010  # by how much the belt is drawn up: the cloth above it falls over
TIED = .178  # half the width that the belt leaves to the waist


def shoulder(x):
    """Height of the hanger's upper side below its middle, `x` from it: a shallow arch, then straight on."""
    return 1.05 * min(x, .24) ** 2 + .46 * max(0, x - .24)


def pattern(length=1.22, sleeve=.47, cuff=.25):
    """Back and two fronts as one sewn mesh. Returns object and (layer, side, column, row) per vertex."""
    known, vertices, uv, faces, info = {}, [], [], [], []
    columns, body_columns = round((SIDE + sleeve) / STEP), round(SIDE / STEP)
    rows, cuff_rows, neck = round(length / STEP), round(cuff / STEP), round(NECK / STEP)

    def opening(z):
        t = min(1, z / .50)
        t = t * t * (3 - 2 * t)
        return .070 * (1 - t) - .13 * t

    def vertex(layer, i, j, side):
        x, z = i * STEP, j * STEP
        spread = x * (1 + .16 * max(0, z - .3) / length)
        sewn = (j == 0 and i >= neck) or (i == body_columns and j >= cuff_rows) or (j == cuff_rows and i >= body_columns)
        key = ("seam", side, i, j) if sewn else (layer, 0 if layer == 0 and i == 0 else side, i, j)
        if key in known:
            return known[key]
        y = 0.0 if sewn else (.03 if layer == 0 else -.03)
        if layer == 1:
            edge, t = opening(z), min(1, x / SIDE)
            if i <= body_columns:
                spread += edge * (1 - t)
            if edge < .03 and not sewn and spread < .2 and side > 0:
                y -= .022
        known[key] = len(vertices)
        level = min(1, max(0, (z - .28) / (BELT - .28)))  # what the shoulder drops is made up for by the belt
        vertices.append((side * spread, y, -z - shoulder(x) * (1 - level)))
        uv.append((side * x, z))
        info.append((layer, side, i, j))
        return known[key]

    for layer in (0, 1):
        for side in (1, -1):
            for i in range(columns):
                for j in range(rows):
                    if i >= body_columns and j >= cuff_rows:
                        continue
                    quad = [vertex(layer, i, j, side), vertex(layer, i + 1, j, side), vertex(layer, i + 1, j + 1, side), vertex(layer, i, j + 1, side)]
                    if (side > 0) == (layer == 0):
                        quad = quad[::-1]
                    if len(set(quad)) == 4:
                        faces.append(tuple(quad))
    return mesh("robe", vertices, faces, None, uv), np.array(info)


def gathered(p, info):
    """The flat pattern with its waist drawn in by the belt, narrower by two fifths, the rest of the width in uneven pleats; and where the elbows will hang."""
    layer, side, column, row = info.T
    q = p.copy()
    wide = np.abs(p[row == WAIST][:, 0]).max()
    x = p[:, 0] * TIED / wide
    pleats = .0185 * np.sin(2 * math.pi * p[:, 0] / .105 + 1.5 * np.sin(p[:, 0] * 11 + 1)) * (1 + .3 * np.sin(p[:, 0] * 23))
    arch = np.sqrt(np.clip(1 - (x / (TIED + .004)) ** 2, 0, 1))
    q[:, 0] = x
    q[:, 1] = np.where(layer == 0, .050, -.062) * arch + pleats * np.clip(arch * 1.6, 0, 1)
    q[:, 1] -= .026 * ((layer == 1) & (side > 0)) * np.clip((TIED - np.abs(x)) / .05, 0, 1)
    q[:, 2] += BLOUSE
    sleeve = column * STEP > SIDE + .1
    down = .25 + (column * STEP - .50)
    q[sleeve, 0] = (side * (.235 + .30 * down))[sleeve]
    q[sleeve, 1] = np.where(side > 0, -.055, -.030)[sleeve]
    q[sleeve, 2] = (-shoulder(.235) - .95 * down)[sleeve]
    return q


def wooden_hanger(top):
    """A broad hanger of turned oak that follows the shoulders."""
    reach = np.linspace(-.238, .238, 17)
    obj = rod("hanger", [(x, 0, top + .004 - shoulder(abs(x))) for x in reach], .0105, oak("hanger", "#9a754c"))
    for point, x in zip(obj.data.splines[0].points, reach):
        point.radius = 1 + .5 * (abs(x) / .238) ** 3
    return obj


def hung(top):
    """The robe as it hangs, tied; simulated once."""
    obj, info = pattern()
    hanger = wooden_hanger(top)

    def simulate(o):
        graph = bpy.context.evaluated_depsgraph_get()
        solid = bpy.data.objects.new("solid", bpy.data.meshes.new_from_object(hanger.evaluated_get(graph)))
        bpy.context.scene.collection.objects.link(solid)
        obstacle(solid, 60, .006)
        o.location = (0, 0, top + .024)
        jitter(o, .0008, 1)
        pinned = o.vertex_groups.new(name="pin")
        layer, _, column, row = info.T
        x = column * STEP
        waist, elbow = (np.abs(row - WAIST) <= 1) & (x <= SIDE), (row == 0) & (np.abs(x - .50) < STEP)
        held = (row == 0) & (x > .08) & (x < .23) | waist | elbow
        pinned.add([int(k) for k in np.where(held)[0]], 1, "REPLACE")
        flat = points(o).astype(float)
        o.shape_key_add(name="as cut")
        tied = o.shape_key_add(name="tied")
        tied.data.foreach_set("co", np.where((waist | elbow)[:, None], gathered(flat, info), flat).astype(np.float32).ravel())
        for value, frame in ((0, 1), (1, 36)):
            tied.value = value
            tied.keyframe_insert("value", frame=frame)
        as_cloth(o, 8, .12, 20, 8, .35, gravity=1, air=1.5, pinned="pin", gap=.006, selfish=True)
        wind = gusts(.8, .3, 3, 20, (.2, .3, 1))
        run(96)
        freeze(o)
        bpy.data.objects.remove(solid)
        bpy.data.objects.remove(wind)

    remembered(obj, ("robe", "guided", STEP, TIED, BLOUSE, NECK, top), simulate)
    return obj, info


def pressed(p, info):
    """What the simulation leaves out: the collar ironed flat, the pleats of the belt deep down to the hem, the cloth full above and below it."""
    layer, side, column, row = info.T
    x, z = column * STEP, row * STEP
    p = p.astype(float)
    for s in (-1, 1):
        for i in range(round(.16 / STEP)):
            strip = np.where((layer == 1) & (side == s) & (column == i) & (row <= WAIST - 2))[0]
            strip = strip[np.argsort(row[strip])]
            share = np.clip((.16 - i * STEP) / .07, 0, 1) * .5
            for _ in range(60):
                q = p[strip]
                p[strip[1:-1]] = q[1:-1] * (1 - share) + (q[:-2] + q[2:]) / 2 * share
    for k, s, j in ((k, s, j) for k in (0, 1) for s in (-1, 1) for j in range(WAIST + 3, row.max() + 1)):
        line = np.where((layer == k) & (side == s) & (row == j) & (x <= SIDE))[0]
        line = line[np.argsort(column[line])]
        depth = np.pad(p[line, 1], 5, "reflect", reflect_type="odd")
        smooth = np.convolve(depth, np.hanning(13)[1:-1] / 6, "valid")
        p[line, 1] = smooth + np.clip(p[line, 1] - smooth, -.016, .016) * (1 + min(1, (j - WAIST) * STEP / .15) * 1.1)
    below = np.clip((z - BELT - .03) / .16, 0, 1) * (1 - .35 * np.clip((z - .8) / .4, 0, 1)) * (x <= SIDE + STEP / 2)
    way = side * x + np.where(layer == 1, .02, 0) + .018 * np.sin(z * 5 + side * x * 6)
    fold = np.sin(2 * math.pi * way / .118 + 1.7 * np.sin(way * 12 + 1)) * (.75 + .35 * np.sin(way * 21 + 2))
    p[:, 1] += below * .015 * fold
    swell = np.exp(-((z - BELT + .075) / .045) ** 2) + np.exp(-((z - BELT - .08) / .05) ** 2)
    p[:, :2] *= 1 + .05 * (swell * (x <= SIDE + STEP / 2))[:, None]
    return p


def patch(obj, chosen, lift, material, thickness):
    """A second layer over part of a body: the faces whose corners are all chosen, lifted off it."""
    ids = np.where(chosen)[0]
    remap = -np.ones(len(chosen), int)
    remap[ids] = np.arange(len(ids))
    faces = [tuple(remap[v] for v in q.vertices) for q in obj.data.polygons if all(remap[v] >= 0 for v in q.vertices)]
    p = (points(obj) + lift)[ids]
    part = mesh("layer", p, faces, material, uv_points(obj)[ids])
    toward = (normals(part) * lift[ids]).sum() > 0
    thicken(part, thickness, 1 if toward else -1)
    return refine(part, 2)


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

    tail([(-.004, -.010, .022), (-.014, -.045, .028), (-.028, -.105, .040), (-.033, -.19, .044), (-.042, -.29, .044), (-.040, -.40, .044)], .35)
    tail([(.010, -.010, .022), (.026, -.045, .027), (.043, -.10, .038), (.060, -.17, .044), (.058, -.25, .044), (.064, -.325, .044)], -.45)
    side = (.52, 0, .85)
    parts.append(strap("belt-loop", [(x + dx, y + dy, waist + dz, width, (side[0], turn, side[2]), cup) for dx, dy, dz, width, turn, cup in (
        (.006, -.012, .004, .022, 0, .002), (.030, -.030, -.001, .030, -.1, .006), (.064, -.041, -.018, .043, -.2, .007), (.098, -.036, -.043, .045, -.1, .003),
        (.108, -.022, -.052, .044, 0, 0), (.096, -.010, -.048, .043, .1, -.003), (.058, -.009, -.026, .036, .1, -.004), (.016, -.008, -.006, .024, 0, 0))], trim))
    parts.append(strap("knot", [(x + dx, y + dy, waist + dz, width, (1, 0, .30), cup) for dx, dy, dz, width, cup in (
        (-.004, .004, .018, .030, 0), (-.003, -.012, .027, .032, .002), (.001, -.030, .014, .036, .004), (.004, -.034, -.004, .035, .005), (.006, -.026, -.021, .031, .004), (.006, -.010, -.026, .028, .002), (.006, .002, -.016, .026, 0))], trim))
    return parts


def build(kind="terry", top=1.72, tint="tint-robe", colour="#ece7de", near=False):
    """The robe and what it hangs on; `near`: its nap is dense where a close view sees it, and nowhere else."""
    obj, info = hung(top)
    layer, side, column, row = info.T
    x, z = column * STEP, row * STEP
    body = x <= SIDE + STEP / 2
    set_points(obj, pressed(points(obj), info))
    waist = points(obj)[(row == WAIST) & body][:, 2].mean()
    if kind == "waffle":
        shell, trim = waffle(tint, colour, .0125, .0036), cloth(tint + "-trim", colour, "wool", 0)
    else:
        shell, trim = velour(tint, colour), velour(tint + "-trim", colour)
    obj.data.materials.append(shell)
    thicken(obj, .005)
    refine(obj, 2)
    out = normals(obj) * (1 if normals(obj)[(layer == 0) & (row > 10) & body][:, 1].mean() > 0 else -1)
    rolled = out * (.006 + .010 * np.clip(x / .115, 0, 1) ** 2)[:, None]
    collar = patch(obj, (layer == 1) & (x < .115) & (z <= np.where(side > 0, BELT, .42)), rolled, trim, .009)
    nape = patch(obj, (layer == 0) & (x < NECK + STEP) & (z < .08), -out * .004, trim, .007)
    cuffs = patch(obj, (x > x.max() - .085) & (z <= .255), out * .003, trim, .006)
    pockets = []
    for s in (-1, 1):
        pocket = (layer == 1) & (side == s) & (x > .135) & (x < .27)
        pockets.append(patch(obj, pocket & (z > .68) & (z < .88), out * .003, shell, .005))
        pockets.append(patch(obj, pocket & (z > .68) & (z < .725), out * .007, trim, .004))
    sewn = np.vstack([points(obj)[body], points(collar) + [0, -.008, 0]])
    crumple(obj, .0045, 3, (1, .6, .22), 5, density=0)
    tied = belt(sewn, waist, trim)
    if kind == "terry":
        thread = yarn(tint + "-yarn", colour, .01)
        for k, part in enumerate((obj, *pockets, *tied)):  # cut loops
            pile(part, thread, 34 if near else 11, .0018, .00032, seed=10 + k, skip=lambda q, n: (n[:, 1] > .25) | near & ((q[:, 2] < 1.0) | (np.abs(q[:, 0]) > .32)))
        for k, part in enumerate((collar, nape, cuffs)):  # the inside, turned out
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
