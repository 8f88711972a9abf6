"""Geometry: turned, boxed, extruded and folded bodies built as meshes with UVs in metres."""
import math

import bpy
import numpy as np
from mathutils import Vector, noise


def mesh(name, vertices, faces, material=None, uv=None, smooth=True):
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], [tuple(f) for f in faces])
    data.update()
    if uv is not None:
        layer = data.uv_layers.new(name="UVMap")
        index = np.zeros(len(data.loops), np.int32)
        data.loops.foreach_get("vertex_index", index)
        layer.data.foreach_set("uv", np.asarray(uv, np.float32)[index].ravel())
    if smooth:
        data.polygons.foreach_set("use_smooth", np.ones(len(data.polygons), bool))
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    if material:
        data.materials.append(material)
    return obj


def points(obj):
    array = np.zeros(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("co", array)
    return array.reshape(-1, 3)


def set_points(obj, array):
    obj.data.vertices.foreach_set("co", np.asarray(array, np.float32).ravel())
    obj.data.update()


def normals(obj):
    array = np.zeros(len(obj.data.vertices) * 3, np.float32)
    obj.data.vertices.foreach_get("normal", array)
    return array.reshape(-1, 3)


def refine(obj, levels=1):
    modifier = obj.modifiers.new("refine", "SUBSURF")
    modifier.levels = modifier.render_levels = levels
    return obj


def thicken(obj, thickness, offset=0):
    modifier = obj.modifiers.new("thick", "SOLIDIFY")
    modifier.thickness, modifier.offset = thickness, offset
    return obj


def place(obj, at=(0, 0, 0), turn=0.0, tilt=0.0):
    obj.location = at
    obj.rotation_euler = (tilt, 0, turn)
    return obj


def group(parts, at=(0, 0, 0), turn=0.0):
    """Move several parts as one."""
    holder = bpy.data.objects.new("group", None)
    bpy.context.scene.collection.objects.link(holder)
    for part in parts:
        if part.parent is None:
            part.parent = holder
    holder.location, holder.rotation_euler = at, (0, 0, turn)
    return holder


def box(name, size, at=(0, 0, 0), material=None, radius=.004, segments=3):
    """A block with eased edges; its UVs are metres, projected per face."""
    x, y, z = (s / 2 for s in size)
    corners = [(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    obj = mesh(name, corners, faces, material, smooth=bool(radius))
    obj.location = at
    layer = obj.data.uv_layers.new(name="UVMap")
    for polygon in obj.data.polygons:
        axis = max(range(3), key=lambda i: abs(polygon.normal[i]))
        u, v = [(1, 2), (0, 2), (0, 1)][axis]
        for loop in polygon.loop_indices:
            point = obj.data.vertices[obj.data.loops[loop].vertex_index].co
            layer.data[loop].uv = (point[u], point[v])
    if radius:
        bevel = obj.modifiers.new("edge", "BEVEL")
        bevel.width, bevel.segments = radius, segments
        obj.modifiers.new("shade", "WEIGHTED_NORMAL")
    return obj


def rounded(outline, radii, steps=7):
    """Round the corners of an outline of (radius, height) points."""
    result = []
    count = len(outline)
    for i, corner in enumerate(outline):
        corner = Vector(corner)
        if radii[i] <= 0 or i in (0, count - 1):
            result.append(tuple(corner))
            continue
        before = Vector(outline[i - 1]) - corner
        after = Vector(outline[i + 1]) - corner
        reach = min(radii[i], before.length * .49, after.length * .49)
        start, end = corner + before.normalized() * reach, corner + after.normalized() * reach
        for k in range(steps + 1):
            t = k / steps
            result.append(tuple((1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t * t * end))
    return result


def turned(name, outline, material=None, at=(0, 0, 0), around=96):
    """A body of revolution; points at radius 0 become poles."""
    vertices, faces, uv, rings = [], [], [], []
    for r, z in outline:
        if r < 1e-6:
            rings.append([len(vertices)])
            vertices.append((0, 0, z))
            uv.append((0, z))
            continue
        ring = []
        for k in range(around):
            angle = 2 * math.pi * k / around
            ring.append(len(vertices))
            vertices.append((r * math.cos(angle), r * math.sin(angle), z))
            uv.append((angle * r, z))
        rings.append(ring)
    for low, high in zip(rings, rings[1:]):
        for k in range(around):
            n = (k + 1) % around
            if len(low) == 1 and len(high) == 1:
                continue
            if len(low) == 1:
                faces.append((low[0], high[n], high[k]))
            elif len(high) == 1:
                faces.append((low[k], low[n], high[0]))
            else:
                faces.append((low[k], low[n], high[n], high[k]))
    obj = mesh(name, vertices, faces, material, uv)
    obj.location = at
    split = obj.modifiers.new("crisp", "EDGE_SPLIT")
    split.split_angle = math.radians(50)
    return obj


def rod(name, path, radius, material=None, closed=False, curved=True):
    """A round rod along points."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_depth, data.bevel_resolution, data.use_fill_caps = "3D", radius, 5, True
    spline = data.splines.new("NURBS" if curved else "POLY")
    spline.points.add(len(path) - 1)
    for point, co in zip(spline.points, path):
        point.co = (*co, 1)
    spline.use_cyclic_u = closed
    if curved:
        spline.order_u, spline.use_endpoint_u = 4, True
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    if material:
        data.materials.append(material)
    return obj


def grid(nx, ny, width, depth):
    """A flat grid centred on the origin: vertices, faces, index table."""
    x, y = np.meshgrid(np.linspace(-width / 2, width / 2, nx), np.linspace(-depth / 2, depth / 2, ny), indexing="ij")
    vertices = np.stack([x.ravel(), y.ravel(), np.zeros(nx * ny)], 1)
    index = np.arange(nx * ny).reshape(nx, ny)
    faces = np.stack([index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]], -1).reshape(-1, 4)
    return vertices, faces, index


def fractal(array, scale, seed=0, octaves=3):
    """Smooth noise at many points (about -1..1)."""
    offset = Vector((seed * 7.31, seed * 3.17, seed * 1.73))
    return np.array([noise.fractal(Vector(p) * scale + offset, 1.0, 2.0, octaves) for p in np.asarray(array).tolist()])


def swept(name, path, width, thickness, material=None, across=44, seed=0, wobble=.0016, skew=.004):
    """A thick cloth that follows a path in the (x, z) plane, `width` deep along y, with rolled hems.

    UVs are metres along the path and across it.
    """
    path = np.asarray(path, float)
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None] + 1e-9
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1)
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    offset = Vector((seed * 5.7, seed * 2.3, seed * 9.1))
    ys = np.linspace(-1, 1, across)
    ys = np.sign(ys) * (1 - (1 - np.abs(ys)) ** 1.5) * width / 2
    half = thickness / 2
    profile = []
    for y, h in [(y, half) for y in ys] + [(y, -half) for y in ys[::-1]]:
        edge = min(1, (width / 2 - abs(y)) / (half * 1.2))
        profile.append((y, h * math.sqrt(max(.12, 1 - (1 - edge) ** 2))))
    vertices, faces, uv = [], [], []
    count = len(profile)
    for i, (px, pz) in enumerate(path):
        end = min(1, min(length[i], length[-1] - length[i]) / half)
        taper = math.sqrt(max(.1, 1 - (1 - end) ** 2))
        slide = noise.noise(Vector((length[i] * 5, 0, 0)) + offset) * skew
        for y, h in profile:
            lift = noise.fractal(Vector((px * 6, y * 6, pz * 14)) + offset, 1.0, 2.0, 2) * wobble
            vertices.append((px + normal[i, 0] * (h * taper + lift), y + slide, pz + normal[i, 1] * (h * taper + lift)))
            uv.append((length[i], y))
    for i in range(len(path) - 1):
        for k in range(count):
            n = (k + 1) % count
            faces.append((i * count + k, (i + 1) * count + k, (i + 1) * count + n, i * count + n))
    faces.append(tuple(range(count)))
    faces.append(tuple((len(path) - 1) * count + k for k in range(count))[::-1])
    return mesh(name, vertices, faces, material, uv)


def fold_path(depth, thickness, gap=.0008):
    """Centre line of a cloth folded in half and in half again, its rounded fold at x = 0."""
    pitch = thickness + gap
    outer, inner = 1.5 * pitch, .5 * pitch
    heights = [pitch * (k + .5) for k in range(4)]
    line = []

    def straight(a, b, z, n=26):
        line.extend((a + (b - a) * k / n, z) for k in range(n))

    def bend(cx, cz, r, a, b, n=18, flat=1.0):
        for k in range(n):
            t = a + (b - a) * k / n
            line.append((cx + r * math.cos(t) * flat, cz + r * math.sin(t)))

    straight(depth, outer, heights[0])
    bend(outer, (heights[0] + heights[3]) / 2, outer, -math.pi / 2, -3 * math.pi / 2, 30, .85)
    straight(outer, depth, heights[3])
    bend(depth, (heights[2] + heights[3]) / 2, inner, math.pi / 2, -math.pi / 2)
    straight(depth, outer + .004, heights[2])
    bend(outer + .004, 2 * pitch, inner, math.pi / 2, 3 * math.pi / 2)
    straight(outer + .004, depth - .003, heights[1])
    return np.array(line)


def roll_path(thickness, turns, gap=.0012, core=.004):
    pitch = thickness + gap
    angle = np.linspace(0, turns * 2 * math.pi, int(turns * 48))
    radius = core + pitch * angle / (2 * math.pi)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1)


def over_path(front, back, radius, swing=.010, steps=46):
    """Centre line of a cloth hung over a rail of that radius: x is depth, z height, rail axis at the origin."""
    line = [(-radius - swing * math.sin(math.pi * (1 - k / steps)) * .6, -front * (1 - k / steps)) for k in range(steps)]
    line += [(-radius * math.cos(math.pi * k / 16), radius * math.sin(math.pi * k / 16)) for k in range(17)]
    line += [(radius + swing * math.sin(math.pi * k / steps) * .4, -back * k / steps) for k in range(1, steps + 1)]
    return np.array(line)


def settle(obj, droop=.12, amplitude=.004, seed=0):
    """Let a folded stack relax: sides and front sink, surfaces undulate."""
    p = points(obj)
    low, high = p.min(0), p.max(0)
    centre, half = (low + high) / 2, (high - low) / 2 + 1e-9
    q = (p - centre) / half
    height = high[2] - low[2]
    rise = (p[:, 2] - low[2]) / height
    n = fractal(p * np.array([7, 7, 5]), 1, seed, 2)
    p[:, 2] += rise * (height * (-droop * np.abs(q[:, 1]) ** 5 - droop * .6 * np.clip(-q[:, 0], 0, 1) ** 6
                                 + .05 * (1 - q[:, 1] ** 2)) + n * amplitude)
    p[:, 0] += n * amplitude * .8
    p[:, 1] += np.roll(n, 7) * amplitude * .8
    set_points(obj, p)
    return obj
