"""Bathrobes on a brass peg: a kimono pattern sewn and hung by simulation, collar and belt added after."""
import math

import bpy
import numpy as np

import props
from cloth import as_cloth, crumple, freeze, gusts, jitter, obstacle, pile, remembered, run, uv_points
from materials import brass, cloth, oak, plaster, velour, waffle, yarn
from shapes import box, mesh, normals, place, points, refine, rod, rounded, set_points, thicken, turned
from studio import ambient, north_light, panel, sun

STEP = .02
WAIST = 27  # row of the belt


def pattern(body=.30, length=1.22, sleeve=.48, cuff=.25):
    """Back and two fronts as one sewn mesh. Returns object and (layer, side, column, row) per vertex."""
    known, vertices, uv, faces, info = {}, [], [], [], []
    columns, body_columns = round((body + sleeve) / STEP), round(body / STEP)
    rows, cuff_rows, neck = round(length / STEP), round(cuff / STEP), round(.09 / STEP)

    def opening(z):
        t = min(1, z / .50)
        t = t * t * (3 - 2 * t)
        return .085 * (1 - t) - .13 * t

    def vertex(layer, i, j, side):
        x, z = i * STEP, j * STEP
        spread = x * (1 + .10 * max(0, z - .3) / length)
        sewn = (j == 0 and i >= neck) or (i == body_columns and j >= cuff_rows) or (j == cuff_rows and i >= body_columns)
        key = ("seam", side, i, j) if sewn else (layer, 0 if layer == 0 and i == 0 else side, i, j)
        if key in known:
            return known[key]
        y = 0.0 if sewn else (.03 if layer == 0 else -.03)
        if layer == 1:
            edge, t = opening(z), min(1, x / body)
            if i <= body_columns:
                spread += edge * (1 - t)
            if edge < .03 and not sewn and spread < .2 and side > 0:
                y -= .022
        known[key] = len(vertices)
        vertices.append((side * spread, y, -z - .10 * max(0, x - .02)))
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


def hung(top):
    """The robe as it hangs; simulated once."""
    obj, info = pattern()
    path = [(-.215, 0, top - .065), (-.19, 0, top - .045), (-.08, 0, top - .008), (0, 0, top + .012), (.08, 0, top - .008), (.19, 0, top - .045), (.215, 0, top - .065)]
    hanger = rod("hanger", path, .0095, oak("hanger", "#9a754c"))

    def simulate(o):
        graph = bpy.context.evaluated_depsgraph_get()
        solid = bpy.data.objects.new("solid", bpy.data.meshes.new_from_object(hanger.evaluated_get(graph)))
        bpy.context.scene.collection.objects.link(solid)
        obstacle(solid, 60, .006)
        o.location = (0, 0, top + .022)
        jitter(o, .0008, 1)
        pinned = o.vertex_groups.new(name="pin")
        held = lambda layer, i, j: j == 0 and 5 <= i <= 9 or layer == 1 and i <= 5 and abs(j - WAIST) <= 1  # at the shoulders, and where the belt will tie
        pinned.add([k for k, (layer, _, i, j) in enumerate(info) if held(layer, i, j)], 1, "REPLACE")
        as_cloth(o, 8, .25, 20, 8, 1.2, gravity=1, air=1.5, pinned="pin", gap=.006, selfish=True)
        wind = gusts(1.2, .3, 3, 20, (.2, .3, 1))
        run(70)
        freeze(o)
        bpy.data.objects.remove(solid)
        bpy.data.objects.remove(wind)

    remembered(obj, ("robe", "tied", top), simulate)
    return obj, info


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


def ribbon(path, width, material, twist=0.0, thickness=.006):
    path = [*path[:-1], tuple(np.array(path[-1]) * .93 + np.array(path[-2]) * .07), path[-1]]
    v, uv, run = [], [], 0.0
    for i, (x, y, z) in enumerate(path):
        run += math.dist(path[i], path[i - 1]) if i else 0
        turn = twist * min(1, i / (len(path) - 2))
        for share in (-.5, -.44, 0, .44, .5):
            v.append((x + math.cos(turn) * width * share, y + math.sin(turn) * width * share, z))
            uv.append((width * share, run))
    f = [(5 * i + k, 5 * i + k + 1, 5 * i + k + 6, 5 * i + k + 5) for i in range(len(path) - 1) for k in range(4)]
    obj = mesh("belt-tail", v, f, material, uv)
    thicken(obj, thickness)
    return refine(obj, 2)


def build(kind="terry", top=1.72, tint="tint-robe", colour="#ece7de"):
    obj, info = hung(top)
    layer, side, column, row = info.T
    p = points(obj)
    waist = top - .52
    body = column <= 15
    pull = np.exp(-((p[:, 2] - waist) / .13) ** 2) * body
    centre = np.array([0, p[body][:, 1].mean(), 0])
    p = (p - centre) * (1 - pull[:, None] * np.array([.22, 0, 0])) + centre
    p[:, 1] += pull * .006 * np.sin(p[:, 0] * 2 * math.pi / .075)
    over = (layer == 1) & (side > 0) & (row > 9)
    p[:, 1] -= over * np.clip(1 - column / 8, 0, 1) * np.clip((row - 9) / 6, 0, 1) * .016
    set_points(obj, p)
    if kind == "waffle":
        shell, trim = waffle(tint, colour, .0125, .0036), cloth(tint + "-trim", colour, "wool", 0)
    else:
        shell, trim = velour(tint, colour), velour(tint + "-trim", colour)
    obj.data.materials.append(shell)
    thicken(obj, .005)
    refine(obj, 2)
    out = normals(obj) * (1 if normals(obj)[(layer == 0) & (row > 10) & body][:, 1].mean() > 0 else -1)
    collar = patch(obj, (layer == 1) & (column <= 4) & (row <= np.where(side > 0, WAIST, 16)), out * .008, trim, .009)
    nape = patch(obj, (layer == 0) & (column <= 5) & (row <= 4), -out * .004, trim, .007)
    end = column.max()
    cuffs = patch(obj, (column >= end - 4) & (row <= round(.25 / STEP)), out * .003, trim, .006)
    for s in (-1, 1):
        pocket = (layer == 1) & (side == s) & (column >= 7) & (column <= 13)
        patch(obj, pocket & (row >= 34) & (row <= 44), out * .003, shell, .005)
        patch(obj, pocket & (row >= 34) & (row <= 36), out * .007, trim, .004)
    sewn = points(obj)
    crumple(obj, .0045, 3, (1, .6, .22), 5, density=0)
    if kind == "terry":
        thread = yarn(tint + "-yarn", colour)
        pile(obj, thread, 20, .0040, .00055, seed=1, skip=lambda q, n: (n[:, 1] > -.2) | (q[:, 1] < centre[1]) | (np.abs(q[:, 0]) > .17) | (q[:, 2] < waist))
        for k, part in enumerate((collar, nape, cuffs)):
            pile(part, thread, 22, .0036, .0005, seed=2 + k, skip=lambda q, n: n[:, 1] > .5)
    p = np.vstack([sewn, points(collar) + [0, -.010, 0]])
    body = np.concatenate([body, np.ones(len(p) - len(body), bool)])
    near = (np.abs(p[:, 2] - waist) < .025) & body
    xy = p[near][:, :2]
    c = xy.mean(0)
    angle, reach = np.arctan2(xy[:, 1] - c[1], xy[:, 0] - c[0]), np.linalg.norm(xy - c, axis=1)
    n = 96
    ring = []
    for i in range(n):
        t = -math.pi + 2 * math.pi * i / n
        d = np.abs((angle - t + math.pi) % (2 * math.pi) - math.pi)
        ring.append(reach[d < .12].max() if (d < .12).any() else reach.mean())
    ring = np.array(ring)
    for _ in range(2):
        ring = (np.roll(ring, 1) + ring + np.roll(ring, -1)) / 3
    ring += .006
    v = []
    for i in range(n):
        t = -math.pi + 2 * math.pi * i / n
        for z in (-.022, .022):
            v.append((c[0] + ring[i] * math.cos(t), c[1] + ring[i] * math.sin(t), waist + z + .006 * math.sin(t * 2)))
    f = [(2 * i, 2 * ((i + 1) % n), 2 * ((i + 1) % n) + 1, 2 * i + 1) for i in range(n)]
    belt = mesh("belt", v, f, trim, [(q[0], q[2]) for q in v])
    thicken(belt, .006, 1)
    refine(belt, 2)
    y = c[1] - ring[n // 4] - .006
    ribbon([(0, y - .012, waist + .01), (-.012, y - .018, waist - .06), (-.03, y - .012, waist - .2), (-.04, y - .006, waist - .36), (-.042, y - .004, waist - .44)], .042, trim, .35)
    ribbon([(.008, y - .012, waist + .01), (.03, y - .02, waist - .06), (.045, y - .016, waist - .18), (.05, y - .006, waist - .3), (.052, y - .004, waist - .37)], .042, trim, -.4)
    knot = box("knot", (.060, .032, .054), (.004, y - .014, waist), trim, .016, 4)
    knot.rotation_euler[1] = .25
    metal = brass()
    peg = turned("peg", rounded([(0, 0), (.011, 0), (.011, .20), (.02, .202), (.02, .214), (0, .214)], [0, 0, .002, .004, .004, 0]), metal, (0, .20, top + .115), 40)
    peg.rotation_euler[0] = math.pi / 2
    rod("hook", [(0, 0, top + .01), (0, 0, top + .06), (0, 0, top + .085), (.012, 0, top + .105), (.012, 0, top + .125), (-.006, 0, top + .137), (-.02, 0, top + .125), (-.02, 0, top + .115)], .0024, metal)
    return top


def scene(kind="terry", view="hero", colour="#ece7de", tint="tint-robe"):
    box("wall", (8, .1, 6), (0, .25, 1.6), plaster(colour="#c9bdac"), 0)
    top = build(kind, colour=colour, tint=tint)
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
    panel("window", (-2.3, -1.3, 2.2), (0, 0, 1.2), (1.4, 2.2), 150, (1, .955, .90))
    panel("card", (2.2, -2.2, 1.4), (0, 0, 1.1), (1.6, 2.2), 34, (1, .96, .92))
    ambient(.22)
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
