"""Soft goods: simulated cushions, duvets and drapes (cached), quilting, piping and terry pile."""
import hashlib
import math
import os
import tempfile

import bpy
import numpy as np

from shapes import box, fractal, grid, mesh, normals, points, refine, rod, set_points

REVISION = 1
CACHE = os.path.join(os.environ.get("PHOTOGRAPHY_CACHE", os.path.join(tempfile.gettempdir(), "valmere-photography")), "cloth")


# ---------------------------------------------------------------- simulation

def cushion_mesh(name, width, depth, per_metre=80, taper=.05, gap=.006):
    """Two sheets sewn along their edge; returns the object and the seam's vertex indices in order."""
    nx, ny = int(width * per_metre) + 1, int(depth * per_metre) + 1
    v, f, index = grid(nx, ny, width, depth)
    uv = v[:, :2].copy()
    a, b = v[:, 0] / (width / 2), v[:, 1] / (depth / 2)
    v[:, 1] *= 1 - taper * np.abs(a) ** 4 * np.abs(b)
    v[:, 0] *= 1 - taper * np.abs(b) ** 4 * np.abs(a)
    inner = np.zeros(nx * ny, bool)
    inner.reshape(nx, ny)[1:-1, 1:-1] = True
    top, bottom = v.copy(), v[inner].copy()
    top[inner, 2], bottom[:, 2] = gap, -gap
    remap = np.arange(nx * ny)
    remap[inner] = nx * ny + np.arange(inner.sum())
    # Both faces share their UVs: a jump between them would tear what is quilted or woven along the seam.
    obj = mesh(name, np.vstack([top, bottom]), np.vstack([f, remap[f][:, ::-1]]).tolist(), None, np.vstack([uv, uv[inner]]))
    seam = obj.vertex_groups.new(name="seam")
    seam.add([int(i) for i in np.where(~inner)[0]], 1.0, "REPLACE")
    return obj, around(index)


def around(index):
    """The outermost vertices of a grid, in order: front, right, back, left."""
    return [int(i) for i in (*index[:, 0], *index[-1, 1:], *index[-2::-1, -1], *index[0, -2:0:-1])]


def beside_seam(width, depth, rows, below=False, per_metre=80):
    """The ring of vertices `rows` cells inside the seam of a cushion of that size, on its upper or its lower face."""
    nx, ny = int(width * per_metre) + 1, int(depth * per_metre) + 1
    index = np.arange(nx * ny).reshape(nx, ny)
    if below:
        index[1:-1, 1:-1] = nx * ny + np.arange((nx - 2) * (ny - 2)).reshape(nx - 2, ny - 2)
    return around(index[rows:-rows, rows:-rows])


def as_cloth(obj, quality=5, mass=.12, stiffness=25, shear=6, bend=.1, pressure=None, gravity=1.0, air=1.0, gap=.006, pinned=None, selfish=False):
    modifier = obj.modifiers.new("cloth", "CLOTH")
    s = modifier.settings
    s.quality, s.mass, s.air_damping = quality, mass, air
    s.tension_stiffness, s.compression_stiffness, s.shear_stiffness, s.bending_stiffness = stiffness, stiffness * .9, shear, bend
    s.tension_damping = s.compression_damping = s.shear_damping = 5
    s.bending_damping = .5
    s.effector_weights.gravity = gravity
    if pressure is not None:
        s.use_pressure, s.uniform_pressure_force = True, pressure
    if pinned:
        s.vertex_group_mass, s.pin_stiffness = pinned, 1
    c = modifier.collision_settings
    c.distance_min, c.collision_quality = gap, 2
    c.use_self_collision, c.self_distance_min = selfish, gap
    return modifier


def obstacle(obj, friction=30, thickness=.006):
    obj.modifiers.new("obstacle", "COLLISION")
    obj.collision.thickness_outer, obj.collision.cloth_friction, obj.collision.damping_factor = thickness, friction, .5
    return obj


def release(objects):
    for obj in objects:
        for modifier in [m for m in obj.modifiers if m.type == "COLLISION"]:
            obj.modifiers.remove(modifier)


def gusts(strength, size, seed, until, at=(0, 0, 0)):
    """A little turbulence that dies away, so that no two sides are alike."""
    empty = bpy.data.objects.new("gusts", None)
    bpy.context.scene.collection.objects.link(empty)
    bpy.context.view_layer.objects.active = empty
    empty.select_set(True)
    bpy.ops.object.forcefield_toggle()
    field = empty.field
    field.type, field.size, field.seed, field.strength = "TURBULENCE", size, seed, strength
    field.keyframe_insert("strength", frame=1)
    field.keyframe_insert("strength", frame=until)
    field.strength = 0
    field.keyframe_insert("strength", frame=until + 4)
    empty.location = at
    return empty


def run(frames):
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, frames
    for obj in scene.objects:
        for modifier in obj.modifiers:
            if modifier.type == "CLOTH":
                modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, frames
    for frame in range(1, frames + 1):
        scene.frame_set(frame)


def freeze(obj):
    """Keep the simulated shape, drop the modifiers, bake the object's own transform."""
    graph = bpy.context.evaluated_depsgraph_get()
    data = bpy.data.meshes.new_from_object(obj.evaluated_get(graph), preserve_all_data_layers=True, depsgraph=graph)
    obj.modifiers.clear()
    obj.data = data
    m = np.array(obj.matrix_world)
    set_points(obj, points(obj) @ m[:3, :3].T + m[:3, 3])
    obj.location, obj.rotation_euler = (0, 0, 0), (0, 0, 0)
    return obj


def remembered(obj, recipe, simulate):
    """Run `simulate(obj)` once per recipe; afterwards only load the resulting points."""
    path = os.path.join(CACHE, hashlib.sha256(repr((REVISION, recipe)).encode()).hexdigest()[:20] + ".npy")
    if os.path.exists(path):
        kept = np.load(path)
        if len(kept) == len(obj.data.vertices):
            set_points(obj, kept)
            obj.location, obj.rotation_euler = (0, 0, 0), (0, 0, 0)
            return obj
    simulate(obj)
    os.makedirs(CACHE, exist_ok=True)
    part = f"{path}.{os.getpid()}.npy"  # runs side by side may stop here together
    np.save(part, points(obj))
    os.replace(part, path)
    return obj


def jitter(obj, amount, seed):
    set_points(obj, points(obj) + np.random.default_rng(seed).normal(size=(len(obj.data.vertices), 3)) * amount)


def pillow(width=.70, depth=.50, pressure=1.9, seed=0, bend=.10, shrink=.05, breeze=1.6, frames=62, per_metre=80):
    """An inflated pillow lying on z = 0; returns object and seam."""
    obj, seam = cushion_mesh("pillow", width, depth, per_metre)

    def simulate(o):
        jitter(o, .0005, seed)
        o.location = (0, 0, .10)
        floor = obstacle(box("floor", (6, 6, .2), (0, 0, -.1), radius=0))
        m = as_cloth(o, 6, .12, 25, 8, bend, pressure, gravity=.04, air=2)
        m.settings.vertex_group_shrink, m.settings.shrink_max = "seam", shrink
        wind = gusts(breeze, .18, seed + 1, frames // 2, (.1 * seed, .2, .1))
        run(frames)
        freeze(o)
        bpy.data.objects.remove(floor)
        bpy.data.objects.remove(wind)

    remembered(obj, ("pillow", width, depth, pressure, seed, bend, shrink, breeze, frames, per_metre), simulate)
    return obj, seam


def duvet(width, depth, at, bodies, pressure=2.2, seed=2, bend=.06, breeze=3.0, frames=60, per_metre=38, key=""):
    """A filled cover dropped on `bodies` (which must stand where the recipe says)."""
    obj, seam = cushion_mesh("duvet", width, depth, per_metre, .0, .02)

    def simulate(o):
        jitter(o, .001, seed)
        o.location = at
        for body in bodies:
            obstacle(body, 35, .012)
        m = as_cloth(o, 5, .12, 25, 6, bend, pressure, gap=.012)
        m.settings.vertex_group_shrink, m.settings.shrink_max = "seam", .03
        wind = gusts(breeze, .35, seed + 1, int(frames * .45), (.3, .2, at[2]))
        run(frames)
        freeze(o)
        bpy.data.objects.remove(wind)
        release(bodies)

    remembered(obj, ("duvet", width, depth, at, pressure, seed, bend, breeze, frames, per_metre, key), simulate)
    return obj, seam


def drape(width, depth, at, turn, bodies, per_metre=55, bend=.05, breeze=1.5, frames=44, seed=4, key="", selfish=False):
    """A single sheet dropped on `bodies`; returns object and its grid index table."""
    nx, ny = int(width * per_metre) + 1, int(depth * per_metre) + 1
    v, f, index = grid(nx, ny, width, depth)
    obj = mesh("drape", v, f.tolist(), None, v[:, :2])

    def simulate(o):
        o.location, o.rotation_euler = at, (0, 0, turn)
        for body in bodies:
            obstacle(body, 40, .008)
        as_cloth(o, 6, .1, 20, 4, bend, gap=.008, selfish=selfish)
        wind = gusts(breeze, .3, seed, 14)
        run(frames)
        freeze(o)
        bpy.data.objects.remove(wind)
        release(bodies)

    remembered(obj, ("drape", width, depth, at, turn, per_metre, bend, breeze, frames, seed, key, selfish), simulate)
    return obj, index


# ---------------------------------------------------------------- creases

def hash_noise(p, seed=0):
    """Smooth gradient noise at many points at once, about -1..1."""
    cell = np.floor(p).astype(np.int64)
    f = p - cell
    fade = f * f * f * (f * (f * 6 - 15) + 10)
    total = np.zeros(len(p))
    for dx in (0, 1):
        for dy in (0, 1):
            for dz in (0, 1):
                corner = cell + (dx, dy, dz)
                h = (corner[:, 0] * 374761393 + corner[:, 1] * 668265263 + corner[:, 2] * 2147483647 + seed * 1274126177) & 0xffffffff
                h = ((h ^ (h >> 13)) * 1274126177) & 0xffffffff
                h ^= h >> 16
                a, b = (h & 0xffff) / 65536 * 2 * math.pi, ((h >> 16) & 0xffff) / 32768 - 1
                flat = np.sqrt(np.maximum(0, 1 - b * b))
                along = (f[:, 0] - dx) * np.cos(a) * flat + (f[:, 1] - dy) * np.sin(a) * flat + (f[:, 2] - dz) * b
                weight = (np.where(dx, fade[:, 0], 1 - fade[:, 0]) * np.where(dy, fade[:, 1], 1 - fade[:, 1]) * np.where(dz, fade[:, 2], 1 - fade[:, 2]))
                total += along * weight
    return total * 1.5


def crumple(obj, amount, seed=0, run=(1.0, .38, 1.0), scale=3.4, levels=3, density=2):
    """Creases finer than any simulation: soft ridges that run mostly one way, and finer ones between them.

    The mesh is refined first (`density` times), so that the creases are shape and cast shadows; `amount` in metres
    is the height of the broadest. `run` stretches them: small numbers make long creases along that axis.
    """
    refine(obj, density)
    graph = bpy.context.evaluated_depsgraph_get()
    fine = bpy.data.meshes.new_from_object(obj.evaluated_get(graph), preserve_all_data_layers=True, depsgraph=graph)
    obj.modifiers.clear()
    obj.data = fine
    p, n = points(obj).astype(float), normals(obj)
    q = p * np.array(run)
    height = np.zeros(len(p))
    for level in range(levels):
        s = scale * 2.1 ** level
        turn = .42 + 1.1 * level
        along = q[:, 0] * math.cos(turn) + q[:, 1] * math.sin(turn) + .6 * q[:, 2]
        # Ridges follow a wandering phase, so that they run on and never close to rings.
        phase = 2 * math.pi * s * .5 * along + 4.2 * hash_noise(q * s * .42, seed + 11 * level)
        ridge = (.5 + .5 * np.cos(phase)) ** 3
        gaps = np.clip(hash_noise(q * s * .55, seed + 5 + 11 * level) * 1.8 + .35, 0, 1)
        height += (ridge - .3) * gaps * amount / 2.3 ** level
    # Cloth lies flat in places: creases gather where this slow noise is high.
    height *= .35 + .65 * np.clip(hash_noise(p * 1.7, seed + 77) * 1.6 + .6, 0, 1)
    set_points(obj, p + n * height[:, None])
    obj.data.polygons.foreach_set("use_smooth", np.ones(len(obj.data.polygons), bool))
    return obj


# ---------------------------------------------------------------- making up

def dress(obj, material, seam=None, piping=None, bead=.0028, smooth=1):
    """Give a simulated body its cloth, smoothing and, if wanted, piping along the seam."""
    obj.data.materials.clear()
    obj.data.materials.append(material)
    obj.data.polygons.foreach_set("use_smooth", np.ones(len(obj.data.polygons), bool))
    if smooth:
        refine(obj, smooth)
    if piping and seam:
        p = points(obj)
        line = p[seam].copy()
        for _ in range(5):
            line = (np.roll(line, 1, 0) + 2 * line + np.roll(line, -1, 0)) / 4
        p[seam] = line
        set_points(obj, p)
        cord = rod("piping", [tuple(q) for q in line], bead, piping, closed=True)
        cord.parent = obj
    return obj


def even(line, times=5):
    """A closed line with its small kinks smoothed away."""
    for _ in range(times):
        line = (np.roll(line, 1, 0) + 2 * line + np.roll(line, -1, 0)) / 4
    return line


def outward(obj, ring):
    """Which way the cloth faces along a ring of its vertices."""
    n = even(normals(obj)[ring], 3)
    return n / (np.linalg.norm(n, axis=1)[:, None] + 1e-9)


def edge(obj, seam, piping, bead=.0028, times=5):
    """Piping along the seam of a body that has its final shape, its kinks smoothed away so many `times`. It stands proud of
    the cloth, which is drawn to the line of the cord on both sides, so that no crease swallows it."""
    p = points(obj)
    kinked = p[seam].copy()
    line = even(kinked, times)
    gap = np.full(len(p), np.inf, np.float32)
    shift = np.zeros_like(p)
    for at, move in zip(kinked, line - kinked):
        distance = ((p - at) ** 2).sum(1)
        near = distance < gap
        gap[near], shift[near] = distance[near], move
    set_points(obj, p + shift * np.exp(-gap / .018 ** 2)[:, None])
    cord = rod("piping", [tuple(q) for q in line + outward(obj, seam) * bead * .6], bead, piping, closed=True)
    cord.parent = obj
    return cord


def press(obj, surface=0.0, soft=.03):
    """Let a soft body lie on a surface: what is near it is flattened and spreads a little, nothing passes through."""
    bpy.context.view_layer.update()
    m = np.array(obj.matrix_world)
    p = points(obj) @ m[:3, :3].T + m[:3, 3]
    z = p[:, 2] - surface
    flat = np.where(z < soft, soft * np.exp(np.minimum((z - soft) / soft, 0)), z)
    spread = np.clip((flat - z) / soft, 0, 1.5) * .018
    p[:, :2] += (p[:, :2] - p[:, :2].mean(0)) * spread[:, None]
    p[:, 2] = surface + flat - flat.min()
    set_points(obj, p)
    obj.location, obj.rotation_euler = (0, 0, 0), (0, 0, 0)
    return obj


def laid(material, at, lean=0, turn=0.0, cord=None, pressure=1.9, seed=0, size=(.70, .50), surface=0.0, sink=.03, crease=.0065, bead=.003):
    """A pillow lying or leaning on a surface under its own weight; returns object and seam."""
    obj, seam = pillow(*size, pressure, seed)
    dress(obj, material, smooth=0)
    if crease:
        crumple(obj, crease, seed + 2, (1, .55, 1), 5.5, density=1)
    stand(obj, at, lean, turn)
    rest(obj, surface, sink)
    press(obj, surface, max(.02, sink))
    if cord:
        edge(obj, seam, cord, bead)
    return obj, seam


def stand(obj, at, lean=62, turn=0.0, roll=0.0):
    """Lean a pillow back: `lean` degrees from lying, centre at `at`."""
    obj.rotation_mode = "XYZ"
    obj.rotation_euler = (math.radians(lean), math.radians(roll), math.radians(turn))
    obj.location = at
    return obj


def rest(obj, surface=0.0, sink=.006):
    """Lower or raise an object so that it lies on a surface, sunk a little into it."""
    bpy.context.view_layer.update()
    m = np.array(obj.matrix_world)
    z = (points(obj) @ m[:3, :3].T + m[:3, 3])[:, 2]
    obj.location.z += surface - z.min() - sink
    return obj


def rounded_block(name, size, radius, step, material=None, smooth=True):
    """A soft-edged block with an even mesh and metre UVs per face (top: x, y; sides: run, z)."""
    size = np.array(size, float)
    half = size / 2
    vertices, faces, uv, kinds = [], [], [], []
    base = 0
    for axis in range(3):
        a, b = [(1, 2), (0, 2), (0, 1)][axis]
        na, nb = max(2, int(size[a] / step) + 1), max(2, int(size[b] / step) + 1)
        for side in (-1, 1):
            u, v = np.meshgrid(np.linspace(-half[a], half[a], na), np.linspace(-half[b], half[b], nb), indexing="ij")
            p = np.zeros((na * nb, 3))
            p[:, a], p[:, b], p[:, axis] = u.ravel(), v.ravel(), side * half[axis]
            core = np.clip(p, -(half - radius), half - radius)
            out = p - core
            p = core + out / (np.linalg.norm(out, axis=1)[:, None] + 1e-12) * radius
            index = np.arange(na * nb).reshape(na, nb) + base
            quads = np.stack([index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]], -1).reshape(-1, 4)
            flip = (side < 0) != (axis == 1)
            faces += (quads[:, ::-1] if flip else quads).tolist()
            vertices.append(p)
            uv.append(np.stack([u.ravel(), v.ravel()], 1))
            kinds.append(np.full(na * nb, axis if side > 0 else axis + 3))
            base += na * nb
    loose, flat, kind = np.vstack(vertices), np.vstack(uv), np.concatenate(kinds)
    _, first, same = np.unique(np.round(loose, 5), axis=0, return_index=True, return_inverse=True)
    same = same.ravel()
    obj = mesh(name, loose[first], same[np.array(faces)].tolist(), material, None, smooth)
    layer = obj.data.uv_layers.new(name="UVMap")
    layer.data.foreach_set("uv", flat[np.array(faces).ravel()].astype(np.float32).ravel())
    return obj, flat[first], kind[first]


def quilted(u, v, cell, pattern="square", soft=.45):
    """Height 0 (seam) .. 1 (crown) of quilting at metre coordinates."""
    if pattern == "diamond":
        u, v = (u + v) / math.sqrt(2), (u - v) / math.sqrt(2)
    if pattern == "wave":
        return np.abs(np.sin(math.pi * (u + .028 * np.sin(v * 2 * math.pi / .30)) / cell)) ** soft
    if pattern == "channel":
        return np.abs(np.sin(math.pi * u / cell)) ** soft
    return (np.abs(np.sin(math.pi * u / cell)) * np.abs(np.sin(math.pi * v / cell))) ** soft


def puff(obj, uv, cell, height, pattern="square", soft=.45, where=None, lumps=.25, seed=0):
    """Push a mesh out along its normals in a quilted pattern, with uneven filling."""
    n = normals(obj)
    h = quilted(uv[:, 0], uv[:, 1], cell, pattern, soft)
    uneven = 1 + lumps * fractal(np.column_stack([uv, np.zeros(len(uv))]), 3.1, seed, 2)
    if where is not None:
        h = h * where
    set_points(obj, points(obj) + n * (h * uneven * height)[:, None])
    return obj


def uv_points(obj):
    """UV of every vertex (last one wins, which is fine where seams do not matter)."""
    index = np.zeros(len(obj.data.loops), np.int32)
    obj.data.loops.foreach_get("vertex_index", index)
    flat = np.zeros(len(index) * 2, np.float32)
    obj.data.uv_layers[0].data.foreach_get("uv", flat)
    uv = np.zeros((len(obj.data.vertices), 2), np.float32)
    uv[index] = flat.reshape(-1, 2)
    return uv


def scatter(obj, density, seed, skip=None):
    """Roots and normals on a body, `density` per square centimetre, none where skip(points, normals) holds; and the chance that drew them."""
    graph = bpy.context.evaluated_depsgraph_get()
    evaluated = obj.evaluated_get(graph)
    data = evaluated.to_mesh()
    data.calc_loop_triangles()
    co = np.zeros(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("co", co)
    no = np.zeros(len(data.vertices) * 3, np.float32)
    data.vertices.foreach_get("normal", no)
    tri = np.zeros(len(data.loop_triangles) * 3, np.int32)
    data.loop_triangles.foreach_get("vertices", tri)
    evaluated.to_mesh_clear()
    co, no, tri = co.reshape(-1, 3), no.reshape(-1, 3), tri.reshape(-1, 3)
    a, b, c = co[tri[:, 0]], co[tri[:, 1]], co[tri[:, 2]]
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
    if skip is not None:
        area[skip((a + b + c) / 3, np.cross(b - a, c - a) / (2 * area[:, None] + 1e-12))] = 0
    count = int(area.sum() * 1e4 * density)
    rng = np.random.default_rng(seed)
    pick = rng.choice(len(tri), count, p=area / area.sum())
    r1, r2 = np.sqrt(rng.random(count)), rng.random(count)
    weight = np.stack([1 - r1, r1 * (1 - r2), r1 * r2], 1)[:, :, None]
    root = (co[tri[pick]] * weight).sum(1)
    normal = (no[tri[pick]] * weight).sum(1)
    return root, normal / (np.linalg.norm(normal, axis=1)[:, None] + 1e-9), rng


def strands(name, lines, radius, material, parent):
    """Many fine curves at once: lines is (count, segments, 3), radius one width or one per point of a strand."""
    count, segments, _ = lines.shape
    curves = bpy.data.hair_curves.new(name)
    curves.add_curves([segments] * count)
    curves.attributes["position"].data.foreach_set("vector", lines.astype(np.float32).ravel())
    width = curves.attributes.get("radius") or curves.attributes.new("radius", "FLOAT", "POINT")
    width.data.foreach_set("value", np.broadcast_to(np.asarray(radius, np.float32), (count, segments)).ravel())
    curves.materials.append(material)
    tuft = bpy.data.objects.new(name, curves)
    bpy.context.scene.collection.objects.link(tuft)
    tuft.parent = parent
    return tuft


def pile(obj, material, density=38, height=.0042, radius=.0006, lean=.45, seed=1, skip=None, segments=5):
    """Cover a body with cotton loops: `density` per square centimetre, none where skip(points) holds."""
    root, normal, rng = scatter(obj, density, seed, skip)
    count = len(root)
    chance = rng.normal(size=(count, 3))
    along = chance - (chance * normal).sum(1)[:, None] * normal
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    across = np.cross(normal, along)
    clump = np.sin(root[:, 0] * 310 + 2 * np.sin(root[:, 1] * 140)) * np.sin(root[:, 1] * 290 + 2 * np.sin(root[:, 0] * 120 + root[:, 2] * 200))
    tall = height * (.62 + .55 * rng.random(count) + .15 * clump)[:, None]
    tilt = lean * rng.normal(size=(count, 1)) * tall
    twist = .5 * tall * rng.normal(size=(count, 1))
    loops = np.zeros((count, segments, 3))
    for i, t in enumerate(np.linspace(0, 1, segments)):
        angle = math.pi * t
        loops[:, i] = (root - along * math.cos(angle) * .38 * tall + normal * (math.sin(angle) ** .8 * tall - height * .08)
                       + across * (tilt * math.sin(angle) + (t - .5) * twist))
    return strands("pile", loops, radius, material, obj)


def brushed(root, normal, rng, length, brush, radius, material, parent, lift=.5, segments=9):
    """Long fine hair raised with teasels: each hair rises, bends the way it was brushed, a little crimped, and thins to
    nothing; neighbours bend alike, so that they lie in soft locks."""
    count = len(root)
    flow = np.stack([hash_noise(root * 26, seed) for seed in (3, 4, 5)], 1) + .5 * np.stack([hash_noise(root * 90, seed) for seed in (6, 7, 8)], 1)
    bend = np.asarray(brush) + .9 * flow + .35 * rng.normal(size=(count, 3))
    bend -= (bend * normal).sum(1)[:, None] * normal
    long = length * (.55 + .75 * rng.random((count, 1)) ** 2)
    rise = lift * (.6 + .6 * rng.random((count, 1)))
    stray, crimp, phase = .3 * rng.normal(size=(count, 3)), .07 * rng.normal(size=(count, 3)), rng.random((count, 1)) * 2 * math.pi
    t = np.linspace(0, 1, segments)[:, None, None]
    lines = root + long * (normal * rise * np.sin(t * 1.9) + bend * .8 * t ** 1.4 + stray * t ** 2 + crimp * (np.sin(9 * t + phase) - np.sin(phase)))
    return strands("nap", lines.transpose(1, 0, 2), radius * (1 - .85 * np.linspace(0, 1, segments)), material, parent)


def nap(obj, material, density, length, radius, brush=(0, 0, -1), lift=.5, seed=1, skip=None):
    """Brush a body up, `density` hairs per square centimetre."""
    return brushed(*scatter(obj, density, seed, skip), length, brush, radius, material, obj, lift)
