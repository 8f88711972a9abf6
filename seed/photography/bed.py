"""Beds: upholstered bases, legs, headboards, mattresses and how they are made up."""
import math

import bpy
import numpy as np

import props
import room
from cloth import as_cloth, crumple, cushion_mesh, dress, edge, freeze, gusts, hash_noise, jitter, obstacle, pile, pillow, press, puff, quilted, release, remembered, rest, rounded_block, run, stand, uv_points
from materials import Graph, brass, cloth, glass, oak, plain, steel, twill, yarn
from shapes import box, fractal, grid, group, mesh, normals, points, rod, rounded, set_points, thicken, turned
from studio import linear, north_light

FABRIC = "#cbb8a0"
WHITE = "#efebe4"
LAKE = "#6d8791"
# Where the legs stand in each picture of the Lac bed (left, bottom, right, top).
LEG_REGIONS = {"bed-lac": (0, .10, 1, .41), "bed-lac-detail": (0, 0, 1, .42), "bed-lac-room": (0, .08, 1, .34)}


def brushed_steel(name, colour):
    """Steel brushed round and round, then satined: what it mirrors is drawn out along the leg to soft bands."""
    g = Graph(name)
    s = g.surface(linear(colour), .34, 1.0, Anisotropic=.8, Anisotropic_Rotation=.25)
    g.link(g.node("ShaderNodeTangent", direction_type="RADIAL", axis="Z").outputs[0], s.inputs["Tangent"])
    lines = g.noise(g.space(), 1, 3, .6, stretch=(9, 9, 2600))
    g.link(g.ramp(lines, (.35, (.27, .27, .27, 1)), (.65, (.40, .40, .40, 1))), s.inputs["Roughness"])
    g.link(g.bump(lines, .00003, .25), s.inputs["Normal"])
    return g.finish(s)


LEGS = {
    "round_black": ("round", lambda: plain("leg", "#1e1c1b", .42)),
    "round_light_wood": ("round", lambda: oak("leg", "#d8b98f", "z")),
    "round_natural": ("round", lambda: oak("leg", "#a97a4c", "z")),
    "square_black": ("square", lambda: plain("leg", "#1e1c1b", .42)),
    "square_dark_wood": ("square", lambda: oak("leg", "#57402e", "z", depth=.45)),
    "square_silver": ("square", lambda: brushed_steel("leg", "#e6ebf2")),
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
                box("leg", (.066, .066, height), (x, y, height / 2), m, .0045, 4)


def lac_base(width, length, bottom, height, colour=FABRIC, name="tint-base"):
    """A sprung base, piped above and below. The mattress lies on a set-back felt: a line of shade between the two, without
    which a white base and its mattress would be one."""
    fabric = cloth(name, colour, "linen", .12, sheen=.3)
    top = bottom + height - .016
    box("felt", (width - .044, length - .044, .030), (0, 0, top + .001), plain("felt", "#8a8177", .95, specular=.1), .012)
    box("base", (width, length, top - bottom), (0, 0, (top + bottom) / 2), fabric, .022, 4)
    cord = cloth(name + "-cord", colour, "linen", 0, mapped=False)
    outline_cord(width + .002, length + .002, top - .026, .0042, cord, .022)
    outline_cord(width + .002, length + .002, bottom + .026, .0042, cord, .022)
    return fabric


def mattress(width, length, bottom, height=.26, tufts=True, name="ticking", colour="#efece6", spacing=.20, piped=True, label=True, step=.022):
    """Ticking over springs: tufted top, quilted border, piped edges, two handles a side."""
    fabric = cloth(name, colour, "sateen", .12, sheen=.15)
    obj, uv, kind = rounded_block("mattress", (width, length, height), .045, step, fabric)
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


def handle(at, turn, colour="#c9bda8", length=.19, width=.036):
    """A webbing handle sewn to a mattress border by a boxed cross at each end, facing -y before turning."""
    webbing, thread = cloth("handle", colour, "linen", 0), plain("handle-thread", "#efe7d8", .8)
    t = np.linspace(-.5, .5, 49)
    bow = .017 * np.clip((.34 - np.abs(t)) / .34, 0, 1) ** .55 * (1 - np.exp(-((.34 - np.abs(t)).clip(0) / .06) ** 2))
    across = np.linspace(-.5, .5, 7)
    v = np.array([(x * length, -b - .0035, h * width) for x, b in zip(t, bow) for h in across])
    _, faces, _ = grid(49, 7, 1, 1)
    strap = mesh("handle", v, faces.tolist(), webbing, v[:, (0, 2)])
    thicken(strap, .0030)
    parts = [strap]
    for side in (-1, 1):
        near, far, low, high = side * .365 * length, side * .485 * length, -.40 * width, .40 * width
        corners = [(near, low), (near, high), (far, high), (far, low)]
        for line in (corners + corners[:1], (corners[0], corners[2]), (corners[1], corners[3])):
            parts += stitches(line, -.0056, thread)
    return group(parts, at, turn)


def stitches(line, y, thread, every=.0036):
    """A row of short stitches along a broken line in the x, z plane."""
    parts = []
    for (x0, z0), (x1, z1) in zip(line, line[1:]):
        count = max(2, round(math.dist((x0, z0), (x1, z1)) / every))
        for k in range(count):
            a, b = (k + .12) / count, (k + .88) / count
            parts.append(rod("stitch", [(x0 + (x1 - x0) * a, y, z0 + (z1 - z0) * a), (x0 + (x1 - x0) * b, y, z0 + (z1 - z0) * b)], .00065, thread, curved=False))
    return parts


def bedspread(width, depth, at, bodies, bed, pressure=1.1, per_metre=36, frames=72, key="", curve=0.0):
    """A duvet laid over a `bed` (width, length): heavy enough to fall straight at the sides and in one soft fold at each corner.

    `curve` is the radius of its two corners at the foot. Returns object, seam and the index table of its upper side.
    """
    obj, seam = cushion_mesh("duvet", width, depth, per_metre, .0, .02)
    if curve:
        p = points(obj)
        p[:, :2] = cut_round(p[:, :2], width, depth, curve)
        set_points(obj, p)
    index = np.arange((int(width * per_metre) + 1) * (int(depth * per_metre) + 1)).reshape(int(width * per_metre) + 1, -1)

    def simulate(o):
        jitter(o, .001, 2)
        o.location = at
        for body in bodies:
            obstacle(body, 25, .012)
        m = as_cloth(o, 6, .3, 25, 6, .3, pressure, gap=.012)
        m.settings.vertex_group_shrink, m.settings.shrink_max = "seam", .02
        wind = gusts(2.0, .35, 3, int(frames * .3), (.3, .2, at[2]))
        run(frames)
        freeze(o)
        bpy.data.objects.remove(wind)
        release(bodies)

    remembered(obj, ("bedspread", width, depth, at, pressure, per_metre, frames, key, *([curve] if curve else [])), simulate)
    # A corner would stand off like a fin, were it not for its weight: what hangs is drawn towards the bed.
    p, near = points(obj), .14 * (width - bed[0])
    beside = p[:, :2] - np.clip(p[:, :2], -np.array(bed) / 2, np.array(bed) / 2)
    far = np.linalg.norm(beside, axis=1)[:, None]
    p[:, :2] -= beside * (1 - near * (1 - np.exp(-far / near)) / (far + 1e-9))
    if curve:
        hung_corners(p, index, curve, (width, depth), at[1], bed)
    # What hangs falls in softer folds, and the lower side keeps close behind the upper, or a tight crease would gape.
    upper, hangs = p[index], np.clip(far[index] / .06, 0, 1)
    mean = (upper[:-2, 1:-1] + upper[2:, 1:-1] + upper[1:-1, :-2] + upper[1:-1, 2:]) / 4
    upper[1:-1, 1:-1] += (mean - upper[1:-1, 1:-1]) * hangs[1:-1, 1:-1] * .7
    out = np.cross(np.gradient(upper, axis=0), np.gradient(upper, axis=1))
    behind = upper - out / (np.linalg.norm(out, axis=2)[..., None] + 1e-12) * .008
    p[index] = upper
    p[index.size:] = behind[1:-1, 1:-1].reshape(-1, 3)
    set_points(obj, p)
    return obj, seam, index


def cut_round(flat, width, depth, curve):
    """Points of a flat cloth whose two corners at the foot are cut round."""
    past = np.stack([np.abs(flat[:, 0]) - width / 2, -flat[:, 1] - depth / 2], 1) / curve + 1
    inside = (past > 0).all(1)
    past[inside] *= (past[inside].max(1) / np.linalg.norm(past[inside], axis=1))[:, None]
    q = flat.copy()
    q[inside] = np.array((width, depth)) / 2 - curve + curve * past[inside]
    q[inside] *= np.column_stack([np.sign(flat[inside, 0]), -np.ones(inside.sum())])
    return q


def hung_corners(p, index, curve, size, middle, bed, margin=.13):
    """Lets both corners at the foot of a laid duvet hang as a bell: what falls beside the bed is carried round the corner into
    what falls before it, a little fuller between the two."""
    (width, depth), edges = size, np.array(bed) / 2
    u, v = np.meshgrid(*(np.linspace(-side / 2, side / 2, count) for side, count in zip(size, index.shape)), indexing="ij")
    flat = cut_round(np.column_stack([u.ravel(), v.ravel()]), width, depth, curve).reshape(*u.shape, 2)
    hang, foot = width / 2 - edges[0], depth / 2 - middle - edges[1]
    for side in (-1, 1):
        # Metres beyond the bed's side and foot, of the cloth and of where it is.
        cloth_at = np.stack([side * flat[..., 0] - edges[0], -flat[..., 1] - middle - edges[1]], -1)
        at = p[index] * (side, -1, 1) - (*edges, 0)
        column = np.abs(v[0] + depth / 2 - foot - margin).argmin()
        row = np.abs(side * u[:, 0] - edges[0] + margin).argmin()
        near, far = cloth_at[row, 0, 0], cloth_at[0, column, 1]

        def fall(r, distances, line):
            order = np.argsort(distances)
            found = np.stack([np.interp(r, distances[order], line[order, k]) for k in range(3)], -1)
            found[..., 2] -= np.clip(r - distances.max(), 0, None)
            return found

        a, b = cloth_at[..., 0], cloth_at[..., 1]
        here = ((a > 0) & (b > far)) | ((b > 0) & (a > near))
        a, b = a[here], b[here]
        r, angle = np.hypot(a.clip(0), b.clip(0)), np.arctan2(b.clip(0), a.clip(0))
        beside = fall(r, side * u[:, column] - edges[0], at[:, column]) + np.stack([0 * b, np.minimum(b, 0) - far, 0 * b], -1)
        before = fall(r, -v[row] - middle - edges[1], at[row]) + np.stack([np.minimum(a, 0) - near, 0 * a, 0 * a], -1)
        c, d = np.cos(angle)[:, None], np.sin(angle)[:, None]
        hung = c * beside + d * before
        hung[:, 2] = c[:, 0] ** 2 * beside[:, 2] + d[:, 0] ** 2 * before[:, 2]
        hung[:, :2] *= 1 + .5 * ((r / hang) ** 1.5 * np.sin(2 * angle) ** 2)[:, None]
        at[here] = hung
        p[index] = (at + (*edges, 0)) * (side, -1, 1)


class Surface:
    """The upper side of a laid duvet by metres of its cloth, so that whatever lies on it follows it."""

    def __init__(self, duvet, index, width, depth):
        self.at, self.size = points(duvet)[index].astype(float), np.array((width, depth))
        u, v = np.gradient(self.at, axis=0), np.gradient(self.at, axis=1)
        n = np.cross(u, v)
        # What lies on a duvet bridges its small hollows: directions are taken a little broader than the creases.
        for _ in range(4):
            n[1:-1, 1:-1] = (n[:-2, 1:-1] + n[2:, 1:-1] + n[1:-1, :-2] + n[1:-1, 2:] + 2 * n[1:-1, 1:-1]) / 6
        self.up = n / (np.linalg.norm(n, axis=2)[..., None] + 1e-12)

    def sample(self, u, v):
        """Points and directions outward at metres from the middle of the cloth."""
        count = np.array(self.at.shape[:2]) - 1
        q = np.clip(np.stack([u, v], -1) / self.size + .5, 0, 1) * count
        i = np.minimum(q.astype(int), count - 1)
        t = q - i
        result = []
        for field in (self.at, self.up):
            low = field[i[..., 0], i[..., 1]] * (1 - t[..., :1]) + field[i[..., 0] + 1, i[..., 1]] * t[..., :1]
            high = field[i[..., 0], i[..., 1] + 1] * (1 - t[..., :1]) + field[i[..., 0] + 1, i[..., 1] + 1] * t[..., :1]
            result.append(low * (1 - t[..., 1:]) + high * t[..., 1:])
        return result


def woven_grid(name, rows, material, uv):
    """A cloth through a table of points, its UVs in metres."""
    nx, ny = rows.shape[:2]
    _, faces, _ = grid(nx, ny, 1, 1)
    return mesh(name, rows.reshape(-1, 3), faces.tolist(), material, uv.reshape(-1, 2))


def turned_down(surface, fold, material, piping=None, roll=.017, cell=.022):
    """The top sheet turned down over the duvet's head end: round where it turns, close to the duvet all along."""
    width, depth = surface.size
    u = np.linspace(-width / 2 + .025, width / 2 - .025, int(width / cell))
    s = np.linspace(0, fold, int(fold / cell))
    uu, ss = np.meshgrid(u, s, indexing="ij")
    p, n = surface.sample(uu, depth / 2 - ss)
    hem = np.clip((ss - fold + .09) / .09, 0, 1)
    wave = hem * np.clip(.0024 * np.sin(uu * 7.3 + 1) + .0016 * np.sin(uu * 17), 0, 1)
    # A piped hem tells by its cord; a plain one by the shade below it.
    lift = .007 - (.003 if piping else -.003) * hem + wave
    flat = p + n * (lift + (1.6 * roll - .007) * np.exp(-(ss / .08) ** 2))[..., None]
    out = surface.sample(u, np.full_like(u, depth / 2))[0] - surface.sample(u, np.full_like(u, depth / 2 - .06))[0]
    out /= np.linalg.norm(out, axis=1)[:, None]
    centre, up = flat[:, 0] - n[:, 0] * roll, n[:, 0]
    turn = np.stack([centre + roll * (math.sin(a) * up + math.cos(a) * out) for a in np.radians((-80, -50, -20, 10, 40, 68))], 1)
    rows = np.concatenate([turn, flat], 1)
    run = np.concatenate([np.broadcast_to(np.linspace(-.044, -.008, 6), (len(u), 6)), ss], 1)
    sheet = woven_grid("sheet", rows, material, np.stack([np.broadcast_to(u[:, None], run.shape), run], -1))
    crumple(sheet, .004, 5, (.6, 1, 1), 5, density=1)
    if piping:
        edge_row = np.arange(rows.shape[0]) * rows.shape[1] + rows.shape[1] - 1
        rod("hem", [tuple(q) for q in points(sheet)[edge_row]], .0030, piping)
    thicken(sheet, .005, 1)
    return sheet


def astray(u):
    """How far a throw has gone from straight across, `u` metres from the middle: thrown, not measured out."""
    return .035 * u + .014 * np.sin(u * 2.6 + 1)


def weighed_down(duvet, index, width, depth, centre, deep=.62):
    """A duvet gives way below a throw and wells up a little before its edges. Returns what it then offers to lie on."""
    surface, uv = Surface(duvet, index, width, depth), uv_points(duvet)
    along = np.abs(uv[:, 1] - centre + depth / 2 - astray(uv[:, 0])) - deep / 2
    sunk = 1 / (1 + np.exp((along - .012) / .016))
    welled = np.exp(-((along - .075) / .045) ** 2)
    ends = np.clip((width / 2 - .10 - np.abs(uv[:, 0])) / .14, 0, 1)
    up = surface.sample(uv[:, 0], uv[:, 1])[1]
    set_points(duvet, points(duvet) + up * ((.006 * welled - .014 * sunk) * ends)[:, None])
    return Surface(duvet, index, width, depth)


def throw_over(surface, material, centre=.42, deep=.62, short=.07, cell=.018, hair=None):
    """A throw across the bed: it bridges the duvet's hollows, lies in a few long waves that run out before its hems, and ends
    in a short twisted fringe."""
    width, depth = surface.size
    u, v = np.linspace(-width / 2 + short, width / 2 - short, int(width / cell)), np.linspace(-deep / 2, deep / 2, int(deep / cell))
    uu, vv = np.meshgrid(u, v, indexing="ij")
    p, n = surface.sample(uu, centre - depth / 2 + vv + astray(uu) + .008 * np.sin(uu * 6.1 + vv * 5))
    for _ in range(3):
        p[1:-1, 1:-1] = (p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]) / 4
    wander = 1.7 * np.sin(uu * 2.3 + .4) + .9 * np.sin(uu * 6.1 + 2)
    ridge = (.5 + .5 * np.sin(vv * 23 + uu * 2.2 + wander)) ** 3 * np.clip(.55 + .6 * np.sin(uu * 3.7 + vv * 6 + 1), 0, 1)
    free = np.clip((deep / 2 - np.abs(vv)) / .11, 0, 1)
    free *= free * (3 - 2 * free)
    rows = p + n * (.0075 + free * (.004 + .020 * ridge))[..., None]
    # At a room's distance the finest ribs would only shimmer, so the weave is taken thrice as coarse.
    throw = woven_grid("throw", rows, material, np.stack([uu, vv], -1) / 3)
    crumple(throw, .006, 8, (1, .5, 1), 5, density=1)
    ends = points(throw)[:rows.shape[0] * rows.shape[1]].reshape(rows.shape)
    for line, inner in ((ends[0], ends[2]), (ends[-1], ends[-3])):
        tassels(line, line - inner, material)
    if hair:
        pile(throw, hair, 34, .013, .00036, lean=1.2, seed=2)
    thicken(throw, .006, -1)
    return throw


def tassels(line, away, material, length=.060, every=.013, seed=3):
    """Twisted strands along the end of a throw, each a little different, hanging as the cloth there does."""
    rng = np.random.default_rng(seed)
    run = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    for s in np.arange(every / 2, run[-1], every):
        at, along = (np.array([np.interp(s, run, f[:, k]) for k in range(3)]) for f in (line, away))
        along /= np.linalg.norm(along)
        drift = rng.normal(size=3) * .006
        drop = length * rng.uniform(.85, 1.1)
        rod("fringe", [tuple(at - along * .006), tuple(at + along * drop * .5 + drift * .4), tuple(at + along * drop + drift)], .0026, material)


def fitted_sheet(width, length, top, linen):
    """The sheet drawn over a mattress whose top lies at z = top."""
    sheet, _, _ = rounded_block("fitted", (width + .014, length + .014, .262), .045, .03, linen)
    sheet.location = (0, 0, top - .123)
    return crumple(sheet, .003, 4, (1, .6, 1), 6, density=1)


def plump(material, at, lean=0, turn=0.0, cord=None, size=(.70, .50), full=.092, seed=0, surface=0.0, sink=.012, wall=None, folds=1.0, droop=0.0, bead=.003, per_metre=170):
    """A calm, well-filled pillow: smooth to its corners, where a few fine folds run from the tips into the cloth.

    It lies or leans on a surface, against a `wall` (a y) if there is one; `full` is half its thickness,
    `droop` how far the rim of one that lies hangs below its middle. Returns object and seam."""
    rng = np.random.default_rng(seed)
    obj, seam = cushion_mesh("pillow", *size, per_metre, 0, 0)
    p, half = points(obj).astype(float), np.array(size) / 2
    flat = p[:, :2].copy()
    nx, ny = (int(side * per_metre) + 1 for side in size)
    upper = np.arange(len(p)) < nx * ny
    u, v = flat[:, 0] / half[0], flat[:, 1] / half[1]
    filled = ((1 - np.abs(u) ** 2.3) * (1 - np.abs(v) ** 2.3)).clip(0) ** .56
    # The filling takes cloth from the sides, not from the corners; leaning, it sinks a little.
    q = flat * (1 - np.array((.062, .105)) * np.stack([1 - v ** 2, 1 - u ** 2], 1) - .035 * (np.abs(u * v) ** 5)[:, None])
    low = 1 - .16 * math.sin(math.radians(lean)) * v
    here = np.column_stack([flat, np.where(upper, 0, 9.3)])
    height = full * filled * low * (1 + .07 * fractal(here, 3.6, seed, 2))
    ridges = np.zeros(len(p))
    for face in (upper, ~upper):
        for cx in (-1, 1):
            for cy in (-1, 1):
                away = (half * (cx, cy) - flat[face]) * (cx, cy)
                far, angle = np.hypot(*away.T) + 1e-9, np.arctan2(away[:, 1], away[:, 0]) / (math.pi / 2)
                for k, middle in enumerate(rng.uniform(.12, .88, 6)):
                    reach, strength, bow = rng.uniform(.24, .34) if k == 0 else rng.uniform(.07, .20), rng.uniform(.5, 1), rng.uniform(-.6, .6)
                    aside = (angle - middle - bow * far) * far * 1.57
                    wide = .0055 + .045 * far
                    profile = np.exp(-(aside / wide) ** 2) - .55 * np.exp(-((aside - 1.7 * wide) / wide) ** 2) - .30 * np.exp(-((aside + 1.7 * wide) / wide) ** 2)
                    ridges[face] += strength * .0052 * profile * np.clip(far / .035, 0, 1) * np.exp(-(far / reach) ** 2)
    # Along the seam the cloth is eased in: short shallow puckers, here and there.
    for run, gap in ((flat[:, 0], half[1] - np.abs(flat[:, 1])), (flat[:, 1], half[0] - np.abs(flat[:, 0]))):
        side = np.column_stack([run * 34, np.sign(flat.sum(1)) * 3.7, here[:, 2]])
        ridges += .0022 * hash_noise(side, seed + 3) * np.exp(-gap / .022) * np.clip(gap / .006, 0, 1) * np.clip(1.4 * hash_noise(side * [.12, 1, 1], seed + 9) + .6, 0, 1)
    # The seam is no ruled line: it wanders a little, and the whole gives way to what it lies on.
    slack = np.stack([fractal(np.column_stack([flat, 0 * u]), 4.2, seed + k, 2) for k in (11, 12, 13)], 1) * np.clip(1.2 - filled, .2, 1)[:, None]
    p[:, :2], p[:, 2] = q + .008 * slack[:, :2], np.where(upper, 1, -1) * height + .016 * slack[:, 2] - .022 * math.sin(math.radians(lean)) * v ** 2 - droop * (1 - filled)
    set_points(obj, p)
    rim = np.clip(filled / .12, 0, 1)
    set_points(obj, p + normals(obj) * (ridges * rim * folds)[:, None])
    dress(obj, material, smooth=0)
    rest(stand(obj, at, lean, turn), surface, sink)
    press(obj, surface, max(.02, sink))
    if wall is not None:
        p = points(obj)
        p[:, 1] += wall - p[:, 1].max() + .030
        over = p[:, 1] - (wall - .030)
        p[:, 1] = np.where(over > 0, wall - .030 * np.exp(-over / .030), p[:, 1])
        set_points(obj, p)
    if cord:
        edge(obj, seam, cord, bead, 2)
    return obj, seam


def made_up(width, length, top, linen=None, piping=None, fold=.34, hang=.31, foot=.31, throw=None, pillows=True, head=None, cushion=None, frame=None, hair=None, case=None, wall=None):
    """Fitted sheet, duvet, turned-down sheet and two pairs of pillows on a bed whose mattress top lies at z = top.

    Simulations are shared by every bed of the same size and height; `hang` and `foot` are how far the duvet falls,
    `frame` is the size of a base that is wider than the mattress, `wall` a y where the hind pillows lean.
    Returns what the duvet offers to lie on.
    """
    linen = linen or cloth("percale", WHITE, "percale", .8)
    fitted_sheet(width, length, top, linen)
    bodies = [box("stand-in", (width, length, top), (0, 0, top / 2), radius=.05, segments=4)]
    if frame:
        bodies.append(box("stand-in", frame, (0, 0, frame[2] / 2), radius=.03))
    for body in bodies:
        body.hide_render = True
    across, reach = width + 2 * hang, length - .62 + foot
    d, seam, index = bedspread(across, reach, (0, -length / 2 - foot + reach / 2, top + .06), bodies, (width, length), curve=.9 * hang)
    dress(d, linen, smooth=0)
    crumple(d, .019, 2, density=1)
    if piping:
        edge(d, seam, piping, .0030)
    surface = weighed_down(d, index, across, reach, foot + .45) if throw else Surface(d, index, across, reach)
    if fold:
        turned_down(surface, fold, linen, piping)
    if throw:
        throw_over(surface, throw, foot + .45, hair=hair)
    if pillows:
        head = head if head is not None else length / 2
        case = case or cloth("pillowcase", WHITE, "percale", .12)
        gap, size = width / 4 - .01, (min(.70, width / 2 - .02), .50)
        for k, (x, y, lean, turn) in enumerate(((-gap - .01, -.10, 70, 2), (gap, -.10, 71, -2), (-gap + .02, -.30, 58, -3), (gap - .01, -.29, 57, 4))):
            plump(case, (x, head + y, top + .3), lean, turn, piping, size, .105, 20 + k, top + .004, .03, wall if k < 2 else None, bead=.0042)
        if cushion:
            c, sc = pillow(.62, .32, 2.1, 8, breeze=.4, shrink=.02)
            dress(c, cushion, sc, smooth=0)
            crumple(c, .004, 4, scale=6, density=1)
            rest(stand(c, (.02, head - .47, top + .17), 58, 1.5), top + .008, .03)
    return surface


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
    room.back_wall(1.04, window=(-1.62, 1.10, .12, 2.75), panels=((.0, 1.7), (1.85, 1.7)))
    room.curtain(-2.62, -2.17, .94, colour="#ece6db")
    room.curtain(-1.17, -.94, .94, folds=6, seed=2, colour="#ece6db")
    # The bed comes without a headboard: its pillows lean against the wall.
    top = lac(leg, colour=colour, width=1.8)
    made_up(1.8, 2.0, top, piping=cloth("lake-cord", LAKE, "linen", 0, mapped=False), throw=cloth("throw", "#b3a48f", "wool", .2), wall=1.04)
    room.nightstand(1.20, .84)
    room.daylight(key=.85, centre=(-.1, 0, .6), glow=.8)
    props.tile_frame((.04, .12, .86), 4.0, 58, 10, -17, 8, focus=(0, -.4, .7))


def with_throw(kind="merino"):
    """A white bed with a throw across it, seen from its side: near enough for the merino's twill, the mohair's hair."""
    room.floor()
    room.back_wall(1.24, panels=((.35, 1.9), (-1.75, 1.5), (2.2, 1.3)))
    top = lac("round_natural", colour="#b9ac99", width=1.8)
    headboard(1.8, 1.12, colour="#b9ac99", name="head")
    if kind == "merino":
        made_up(1.8, 2.0, top, throw=twill("tint-throw", "#ded3c0"))
    else:
        made_up(1.8, 2.0, top, throw=cloth("throw", "#96836f", "boucle", 0, sheen=.7), hair=yarn("haze", "#96836f", .06))
    room.nightstand(1.34, .98)
    room.daylight(key=.85, centre=(-.1, 0, .6), glow=.8)
    props.tile_frame((-.42, -.28, .66), 1.42, 62, 19, -32, 7, focus=(-.6, -.5, .62))


def bare_duvet(kind="down"):
    """A duvet without its cover, over a bed beside the window: squares of down, small ones for summer, waves of microfibre."""
    room.floor()
    room.back_wall(1.24, window=(-1.45, 1.25, .12, 2.75), panels=((.55, 1.7), (2.2, 1.3)))
    room.curtain(-2.50, -2.04, 1.14)
    room.curtain(-.86, -.56, 1.14, folds=6, seed=2)
    top = lac("round_natural", colour="#b9ac99")
    headboard(1.6, 1.12, colour="#b9ac99", name="head")
    linen = cloth("bedlinen", "#e9e3d8", "percale", .4)
    fitted_sheet(1.6, 2.0, top, linen)
    body = box("stand-in", (1.6, 2.0, top), (0, 0, top / 2), radius=.05, segments=4)
    body.hide_render = True
    cell, height, pattern, pressure = {"down": (.235, .046, "square", 1.3), "summer": (.17, .024, "square", .5), "micro": (.25, .036, "wave", 1.1)}[kind]
    across, reach = 2.16, 1.68
    d, seam, _ = bedspread(across, reach, (0, -.43, top + .06), [body], (1.6, 2.0), pressure)
    dress(d, cloth("down", "#f3f1ec", "percale", .2), smooth=0)
    crumple(d, .004, 6, scale=6, levels=2, density=2)
    quilt(d, across, reach, cell, height, pattern, .24)
    edge(d, seam, cloth("edge", "#ddd6c8", "linen", 0, mapped=False), .0042)
    case = cloth("case", "#efeae1", "percale", .12)
    for x, turn, seed in ((-.40, 2, 20), (.40, -3, 21)):
        plump(case, (x, .84, top + .3), 66, turn, None, (.70, .50), .105, seed, top + .004, .03)
    room.daylight(key=.9, centre=(-.1, 0, .6), glow=1.0)
    props.tile_frame((-.28, .10, .80), 2.55, 52, 16, -30, 8, focus=(-.3, -.2, .66))


def quilt(duvet, across, reach, cell, height, pattern, hang):
    """Fill a duvet's upper side in whole cells; its rim is left flat, and less is in the corners, which fold."""
    uv = uv_points(duvet)
    upper = uv[:, 0] < across
    rim = np.minimum(across / 2 - np.abs(uv[:, 0]), reach / 2 - np.abs(uv[:, 1]))
    cells = np.array((across / round(across / cell), reach / round(reach / cell)))
    corner = np.clip((np.abs(uv[:, 0]) - across / 2 + hang) / .1, 0, 1) * np.clip((-uv[:, 1] - reach / 2 + hang) / .1, 0, 1)
    full = np.clip((rim - .012) / .05, 0, 1) * (1 - .7 * corner)
    whole = (uv + (across / 2, reach / 2)) * cell / cells
    puff(duvet, whole, cell, height, pattern, .55, np.where(upper, full, 0), .3, 4)


def headboard(width, y, colour=FABRIC, name="headboard", height=.60, bottom=.42, panels=0):
    """An upholstered headboard: one calm panel with a piped edge, or upright channels."""
    fabric = cloth(name, colour, "linen", .10, sheen=.3)
    if panels:
        # They reach down behind the base: ending in mid-air, they would hang on nothing.
        w, low, top = (width + .10) / panels, .12, bottom + height
        for i in range(panels):
            box("channel", (w - .001, .10, top - low), (-(width + .10) / 2 + w * (i + .5), y, (top + low) / 2), fabric, .036, 5)
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
    edge = .035
    rings = []
    for k in range(6):
        a = math.pi / 2 * k / 5
        rings.append((edge - edge * math.sin(a), bottom + edge - edge * math.cos(a), corner - edge + edge * math.sin(a)))
    for k in range(6):
        a = math.pi / 2 * k / 5
        rings.append((edge - edge * math.cos(a), bottom + height - edge + edge * math.sin(a), corner - edge + edge * math.cos(a)))
    # The mattress is let in, with a line of shade all round.
    rings += [(.037, bottom + height, .06), (.040, bottom + height - .004, .055), (.041, bottom + height - .09, .055)]
    v, f, uv = [], [], []
    n = 0
    for inset, z, turn in rings:
        ring = []
        run = 0
        cx, cy = x - inset - turn, y - inset - turn
        for sx, sy, a0 in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
            for k in range(25):
                a = math.radians(a0 + 90 * k / 24)
                ring.append((sx * cx + turn * math.cos(a), sy * cy + turn * math.sin(a), z))
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
    room.back_wall(1.09, window=(1.42, 1.3, .48, 2.45), panels=((-.75, 2.2),), colour="#d6d0c2")
    box("seat", (1.4, .42, .05), (1.42, .88, .46), oak("seat", "#b0895f", "x"), .006)
    box("seat-front", (1.36, .39, .435), (1.42, .89, .2175), plain("panel", "#d9d2c5", .7), .004)
    rive(width=1.2)
    made_up(1.2, 2.0, .46, hang=.24, foot=.27, frame=(1.3, 2.1, .30), throw=cloth("throw", "#8c9a93", "wool", .2))
    room.daylight(key=.85, centre=(0, 0, .5), glow=.8)
    c, s = pillow(.45, .45, 2.2, 9, breeze=.4)
    dress(c, cloth("seat-cushion", "#b9ad9a", "linen", .2), s)
    stand(c, (1.62, .95, .69), 72, -14)
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
    box("lip", (1.784, .014, .034), (0, 1.018, 1.261), shelf, .004)
    props.book((-.50, 1.105, z), (.145, .215, .026), "#76838a", 1.50)
    spectacles((-.475, 1.065, z + .0265), -.42)
    props.tumbler((.42, 1.09, z))
    props.bud_vase((.62, 1.10, z), "#c5b9a7", .12)
    props.twig((.62, 1.10, z + .10), .26, (.06, 0), 3, 18)
    made_up(1.6, 2.0, .62, head=1.02)
    room.daylight(key=.95, centre=(0, .4, .8))
    if closer:
        props.tile_frame((-.44, 1.02, 1.22), .62, 85, 12, -14, 5.6, focus=(-.49, 1.05, 1.28))
    elif view == "side":
        props.tile_frame((.10, .85, .98), 1.45, 62, 10, 34, 6.3, focus=(.3, .9, 1.0))
    else:
        props.tile_frame((.15, .35, .88), 3.55, 60, 9, -10, 8, focus=(0, .8, .9))


def quai_room():
    """The headboard at an angle, behind the pillows."""
    quai(view="side")


def spectacles(at, turn=0.0):
    """Round wire spectacles laid down open: they stand on their rims and on the ends of their temples."""
    wire, lens, pad = brass(), glass("lens", "#fbfcfb", 1.5, .97), plain("pad", "#e9e2d4", .3)
    r, half = .0225, .0345
    parts = []
    for side in (-1, 1):
        x = side * half
        ring = [(x + r * math.cos(a), -.16 * r * math.sin(a), r * 1.02 + r * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 32, endpoint=False)]
        parts.append(rod("rim", ring, .0010, wire, closed=True))
        disc = turned("lens", [(0, 0), (r, 0), (r, .0012), (0, .0016)], lens, (x, 0, r * 1.02), 48)
        disc.rotation_euler[0] = math.radians(81)
        hinge = (side * (half + r + .0045), .003, r * 1.5)
        parts += [disc, rod("hinge", [(x + side * r * .93, -.002, r * 1.42), (x + side * (r + .003), -.001, r * 1.5), hinge], .0012, wire)]
        back = [(side * (half + r + .0045), y, z) for y, z in ((.003, r * 1.5), (.04, r * 1.42), (.085, r * 1.22), (.102, r * 1.0), (.113, r * .55), (.119, .0015))]
        parts.append(rod("temple", back, .0010, wire))
        parts.append(rod("pad-arm", [(side * .0120, -.001, r * 1.15), (side * .0095, .006, r * 1.05), (side * .0085, .007, r * .85)], .0005, wire))
        pads = turned("nose-pad", rounded([(0, -.0015), (.0032, -.0008), (.0032, .0008), (0, .0015)], [0, .0008, .0008, 0], 4), pad, (side * .0085, .007, r * .80), 20)
        pads.rotation_euler = (0, math.radians(75) * side, 0)
        parts.append(pads)
    parts.append(rod("bridge", [(-.0130, -.002, r * 1.32), (-.006, -.003, r * 1.62), (.006, -.003, r * 1.62), (.0130, -.002, r * 1.32)], .0011, wire))
    return group(parts, at, turn)


# ---------------------------------------------------------------- mattresses, toppers, protectors

def low_platform(height=.10, width=1.1, length=2.1):
    wood = oak("platform", "#b08a61", "x")
    for i in range(9):
        box("slat", (width, .12, .022), (0, -length / 2 + .08 + i * (length - .16) / 8, height - .011), wood, .004)
    for x in (-width / 2 + .04, width / 2 - .04):
        box("rail", (.05, length, height - .022), (x, 0, (height - .022) / 2), oak("rail", "#a37d55", "y"), .004)


def mattress_rive():
    """The latex mattress on its slatted base, seen from the corner."""
    room.floor()
    room.back_wall(1.1, panels=False)
    low_platform(.10, 1.02, 2.1)
    mattress(.95, 2.0, .10, .20, tufts=False, name="cotton", colour="#f0ece4", label=False)
    room.daylight(centre=(0, -.2, .3))
    props.tile_frame((.02, -.1, .45), 2.9, 60, 17, -34, 8, focus=(-.3, -.95, .3))


def mattress_lac():
    """The Lac mattress on a low oak platform, seen from its foot: tufts, piping, two of its four handles."""
    room.floor()
    room.back_wall(1.35, panels=False)
    wood = oak("platform", "#a5825d", "x")
    box("plinth", (.94, 1.96, .07), (0, 0, .035), plain("plinth", "#5b4a39", .7), .004)
    box("platform", (1.06, 2.12, .055), (0, 0, .0925), wood, .006)
    mattress(.95, 2.0, .118, .26, colour="#ebe6dd", step=.008)
    for x in (-.25, .25):
        handle((x, -1.016, .248), 0, length=.20)
    room.daylight(centre=(0, -.3, .3), key=.9)
    props.tile_frame((.05, -.15, .40), 2.50, 62, 20, -31, 8, focus=(-.2, -.95, .3))


def mattress_detail():
    room.floor()
    room.back_wall(1.4, panels=False)
    low_platform(.10, 1.02, 2.1)
    mattress(.95, 2.0, .10, .26)
    handle((-.25, -1.010, .235), 0, length=.22)
    room.daylight(centre=(-.2, -.9, .2), glow=.6)
    props.tile_frame((-.20, -.95, .265), .50, 85, 13, -24, 5.6, focus=(-.18, -1.0, .24))


def mattress_layers():
    """A cut through the mattress: springs in pockets, felted wool, ticking."""
    props.table("oak", wall=.9)
    w, d = .62, .46
    felt = cloth("felt", "#d9cdb8", "wool", .1)
    cotton = cloth("wadding", "#f0ece3", "boucle", 0)
    cover = cloth("cover", "#eeeae2", "sateen", .12)
    pocket = cloth("pocket", "#e6e2d9", "percale", .1)
    box("pad-low", (w, d, .022), (0, 0, .011), felt, .006)
    wire = steel("wire", "#b4b2ac", .3)
    for i in range(10):
        for j in range(8):
            at = (-w / 2 + .034 + i * (w - .068) / 9, -d / 2 + .034 + j * (d - .068) / 7, .022)
            if j == 0 and i in (3, 4):
                coil(at, wire)
            else:
                pocket_spring(at, pocket, i * 8 + j)
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
    props.tile_frame((.0, -.02, .118), .94, 85, 17, -20, 9, focus=(0, -.2, .1))


def barrel(t, waist=.74):
    """Radius of a barrel-shaped spring at height 0..1, as a share of its greatest."""
    return waist + (1 - waist) * (1 - abs(2 * t - 1) ** 2.2)


def coil(at, wire, radius=.0275, height=.114, turns=6):
    """A spring without its pocket."""
    x, y, z = at
    path = []
    for t in np.linspace(0, 1, 28 * turns):
        # The first and the last turn lie flat.
        rise, a, r = np.interp(t, (0, .13, .87, 1), (.012, .05, .95, .988)), 2 * math.pi * turns * t, radius * barrel(t)
        path.append((x + r * math.cos(a), y + r * math.sin(a), z + height * rise))
    rod("spring", path, .0017, wire)


def pocket_spring(at, fabric, seed, radius=.0315, height=.114):
    """A spring in its pocket: a barrel of thin cloth, gathered above and below, the coils just telling through."""
    outline = [(0, .003), (radius * .45, 0)]
    for t in np.linspace(0, 1, 37):
        outline.append((radius * barrel(t, .76) * (1 + .026 * math.cos(2 * math.pi * 6 * t)), height * (.03 + .94 * t)))
    outline += [(radius * .45, height), (0, height - .003)]
    body = turned("pocket", outline, fabric, at, 72)
    body.rotation_euler[2] = seed * 2.4
    p = points(body)
    around, gathered = np.arctan2(p[:, 1], p[:, 0]), np.abs(p[:, 2] / height * 2 - 1) ** 5
    p[:, :2] *= (1 + gathered * .06 * np.sin(around * 9 + seed) + .010 * np.sin(around * 2 + p[:, 2] * 40 + seed))[:, None]
    set_points(body, p)


def latex_detail():
    """The cover unzipped and turned back from the pierced latex core."""
    props.table("oak", wall=.9)
    block, uv, kind = rounded_block("core", (.9, .7, .17), .018, .012, plain("latex", "#efe6d2", .7, specular=.25))
    block.location = (.19, .06, .085)
    hole = plain("hole", "#8d7f68", .9)
    for i in range(19):
        for j in range(4):
            turned("pin", [(0, 0), (.0042, 0), (0, .0002)], hole, (-.225 + i * .045, -.2905, .03 + j * .036), 20).rotation_euler[0] = math.pi / 2
    for i in range(9):
        for j in range(14):
            turned("pin", [(0, 0), (.0046, 0), (0, .0002)], hole, (-.225 + i * .045, -.25 + j * .046, .1702), 20)
    width, depth, at = 1.005, .775, np.array((.1575, .0125, 0))
    slab, uv, kind = rounded_block("cover", (width, depth, .010), .005, .006, cloth("cover", "#f0ece4", "percale", .15))
    p, n = points(slab), normals(slab)
    # The tape of the zip runs along the edge, flat and unquilted.
    rim = np.minimum(width / 2 - np.abs(p[:, 0]), depth / 2 - np.abs(p[:, 1]))
    puff(slab, uv, .075, .008, "diamond", .5, (np.abs(n[:, 2]) > .5) * np.clip((rim - .012) / .02, 0, 1), .15, 2)
    set_points(slab, turned_back(points(slab) + at))
    teeth = brass()
    x, y = at[0] - width / 2, at[1] - depth / 2
    ends = [((x, v), (x - .005, v)) for v in np.arange(y, y + depth, .005)] + [((u, y), (u, y - .005)) for u in np.arange(x, x + width, .005)]
    for tooth in ends:
        rod("tooth", [tuple(q) for q in turned_back(np.array([(*q, 0) for q in tooth]))], .0013, teeth, curved=False)
    north_light(1.0, centre=(0, 0, .1))
    props.tile_frame((.05, -.06, .13), .70, 90, 26, -22, 8, focus=(0, -.2, .16))


def turned_back(p, edge=-.272, top=.17, radius=.018, lift=.014):
    """Points of a flat cover as it lies on its core: the end turned back over the rest, the front falling over the core's edge."""
    fold = -.02 + .12 * p[:, 1] + .006 * np.sin(p[:, 1] * 11)
    past = np.clip(fold - p[:, 0], 0, None)
    a, x, z = bend(past, .10)
    over = past > 0
    high = lift + np.where(over, z + p[:, 2] * np.cos(a), p[:, 2])
    beyond = edge - p[:, 1]
    turn = np.clip(beyond / radius, 0, math.pi / 2)
    return np.stack([np.where(over, fold + x + p[:, 2] * np.sin(a), p[:, 0]),
                     np.where(beyond > 0, edge - (radius + high) * np.sin(turn), p[:, 1]),
                     top - radius + (radius + high) * np.cos(turn) - np.clip(beyond - radius * math.pi / 2, 0, None)], 1)


def bend(past, loop):
    """Direction, way back and height of a cloth laid over itself, at metres past the hinge: it rises in a round loop, tips
    over a little too far, comes to lie flat."""
    s = np.linspace(0, .6, 601)
    t = np.clip(s / loop, 0, 1)
    angle = math.pi * t * t * (3 - 2 * t) + .36 * np.exp(-((s - loop * 1.12) / .05) ** 2)
    back, rise = -np.cumsum(np.cos(angle)) * .001, np.cumsum(np.sin(angle)) * .001
    return [np.interp(past, s, f) for f in (angle, back, rise)]


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
        props.tile_frame((-.19, -.64, .37), .64, 85, 50, -24, 9, focus=(-.2, -.66, .40))
    else:
        props.tile_frame((.02, -.40, .30), 1.62, 62, 21, -32, 8, focus=(-.3, -.9, .36))


def on_the_bed(kind):
    """A topper, a protector or a mattress in its place: on a bed with headboard, two pillows at its head."""
    room.floor()
    room.back_wall(1.24, panels=((.10, 1.9), (-1.85, 1.5), (2.05, 1.5)))
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
        top = .64 if kind == "down" else .625
    elif kind == "protector":
        holder = bpy.data.objects.new("lift", None)
        bpy.context.scene.collection.objects.link(holder)
        body = protector_body()
        body.parent = holder
        holder.location = (0, 0, .255)
        top = .60
    box("headboard", (1.05, .10, 1.0), (0, 1.10, .55), cloth("head", "#b9a78f", "linen", .10, sheen=.3), .030, 5)
    white = cloth("case", WHITE, "percale", .12)
    plump(white, (-.06, .84, top + .3), 66, 4, None, (.66, .48), .100, 20, top, .03, 1.05)
    plump(white, (.13, .43, top + .3), 0, -12, None, (.66, .48), .094, 40, top, .016, folds=.8, droop=.055)
    room.daylight(key=.9, centre=(-.1, 0, .5), glow=.9)
    props.tile_frame((-.06, -.06, .64), 2.45, 55, 16, -28, 8, focus=(-.1, -.3, .6))


def topper_body(kind="down", pressed=False, turned_up=True):
    """The topper as it lies on a mattress whose top is at z = .32."""
    down = kind == "down"
    colour = "#f1eee8" if down else "#ebe2d1"
    fabric = cloth("topper", colour, "percale", 1.0 if down else .15)
    obj, uv, k = rounded_block("topper", (.97, 2.0, .05 if down else .034), .022 if down else .015, .006 if down else .010, fabric)
    p = points(obj)
    face = p[:, 2] > 0
    sides = np.abs(normals(obj)[:, 2]) < .5
    puff(obj, uv, .19 if down else .115, .038 if down else .017, "square" if down else "diamond", .5, where=np.where(face & ~sides, 1, 0), lumps=.35 if down else .12, seed=3)
    p = points(obj)
    if down:
        # The box walls are full as well, and a little fuller between two seams.
        border = normals(obj) * [1, 1, 0] * np.sqrt(np.clip(1 - (p[:, 2] / .028) ** 2, 0, 1))[:, None]
        run = np.where(np.abs(p[:, 0]) > .46, p[:, 1], p[:, 0])
        p += border * (.016 + .010 * quilted(run, run * 0 + .095, .19, "square", .5))[:, None]
    elif turned_up:
        corner = np.array([-.485, -1.0])
        p = corner_turned(p, corner, .40)
        corner_strap(corner, .40).location = (0, 0, .34)
    if down and pressed:
        press = np.exp(-(((p[:, 0] + .18) / .10) ** 2 + ((p[:, 1] + .66) / .13) ** 2) ** 1.4)
        p[:, 2] -= face * press * .060
    p[:, 2] += .006 * fractal(p * [1, 1, 0], 2.2, 5, 2)
    set_points(obj, p)
    obj.location = (0, 0, .32 + (.03 if down else .02))
    if down:
        cord = cloth("cord", "#e4dfd5", "linen", 0, mapped=False)
        outline_cord(.975, 2.005, .352, .0042, cord, .03)


def corner_turned(p, corner, hinge, loop=.17):
    """Points of a thick flat cloth with one corner laid back over it: a soft bend, then the corner at rest on the quilting."""
    direction = -np.sign(corner) / math.sqrt(2)
    along, aside = (p[:, :2] - corner) @ direction, (p[:, :2] - corner) @ (direction[::-1] * [1, -1])
    hinge = hinge + .012 * np.sin(aside * 9 + 1)
    past = np.clip(hinge - along, 0, None)
    a, x, z = bend(past, loop)
    # In the bend the filling gives way; beyond it what is now the lower face is pressed flat.
    lower = np.clip((past - loop * .3) / .05, 0, 1)
    thick = np.where(p[:, 2] > .017, .017 + (p[:, 2] - .017) * (1 - lower), p[:, 2])
    over = along < hinge
    moved = np.where(over, hinge + x + thick * np.sin(a), along)
    q = p.copy()
    q[:, :2] += np.outer(moved - along, direction)
    settled = .004 * np.sin(past * 30) * np.sin(aside * 14)
    q[:, 2] = np.where(over, z + thick * np.cos(a) + settled * lower, p[:, 2])
    return q


def corner_strap(corner, hinge):
    """The elastic band across the underside of that corner, by which the topper holds to the mattress; a little slack."""
    band, _, _ = rounded_block("strap", (.286, .030, .0026), .0011, .004, cloth("elastic", "#f6f1e6", "linen", 0))
    p, inwards = points(band), -np.sign(corner) / math.sqrt(2)
    slack = .012 * np.cos(p[:, 0] / .29 * math.pi) + .0015 * np.sin(p[:, 0] * 40)
    flat = corner + np.outer(.150 + p[:, 1], inwards) + np.outer(p[:, 0], inwards[::-1] * [1, -1])
    q = corner_turned(np.column_stack([flat, p[:, 2] - .0185 - slack]), corner, hinge)
    q[:, 2] += .006 * fractal(q * [1, 1, 0], 2.2, 5, 2)
    set_points(band, q)
    return band


def protector(closer=False):
    """A padded protector drawn over the mattress like a fitted sheet, on an upholstered base."""
    room.floor()
    room.back_wall(1.3, panels=False)
    legs("round_natural", 1.0, 2.06, .12)
    lac_base(1.0, 2.06, .12, .24, "#b5a087", "base")
    protector_body().location.z += .256
    room.daylight(centre=(-.2, -.7, .5), glow=.7)
    if closer:
        props.tile_frame((-.35, -.88, .505), .54, 85, 20, -36, 7, focus=(-.44, -.97, .53))
    else:
        props.tile_frame((-.10, -.62, .49), 1.20, 70, 20, -34, 8, focus=(-.4, -.95, .50))


def protector_body():
    """The protector as it is drawn over a mattress, its middle at z = .22: quilted above, a plain skirt below, tight but for
    the fine gathers that its elastic makes beside each corner."""
    size = np.array((.97, 2.02, .24))
    obj, uv, k = rounded_block("protector", size, .06, .0042, cloth("protector", "#f1eee8", "percale", .05))
    p, n = points(obj), normals(obj)
    # The padding ends at a corded seam on the shoulder; along the seams of the quilting the cloth puckers.
    rim = np.minimum(.485 - np.abs(p[:, 0]), 1.01 - np.abs(p[:, 1]))
    padded = (p[:, 2] > 0) * np.clip((rim - .040) / .025, 0, 1)
    puff(obj, uv, .055, .0080, "diamond", .55, padded, .1)
    crown = quilted(uv[:, 0], uv[:, 1], .055, "diamond", 1)
    here = np.column_stack([uv, np.zeros(len(uv))])
    p = points(obj) + n * (.0011 * hash_noise(here * 85, 4) * np.exp(-(crown / .45) ** 2) * padded)[:, None]
    # Metres round the corner from its middle, metres above the hem.
    at = np.abs(p[:, :2])
    beyond = size[:2] / 2 - .06 - at
    side = np.where(at[:, 0] - size[0] / 2 > at[:, 1] - size[1] / 2, -1, 1)
    around = np.arctan2(*(-beyond).clip(1e-6).T[::-1]) - math.pi / 4
    s = np.where((beyond < 0).all(1), -around * .06, side * (np.where(side < 0, beyond[:, 1], beyond[:, 0]).clip(0) + .06 * math.pi / 4))
    up, quarter = p[:, 2] + size[2] / 2, np.sign(p[:, 0]) * 3.1 + np.sign(p[:, 1]) * 7.7
    hangs = np.clip(1 - n[:, 2].clip(0) / .6, 0, 1) * (n[:, 2] > -.9)
    near = np.exp(-(s / .145) ** 4)
    lot = hash_noise(np.column_stack([s * 19, quarter, 0 * s]), 5)
    phase = s * 2 * math.pi / .021 + 1.9 * hash_noise(np.column_stack([s * 13, quarter, 0 * s]), 8) + 4 * up * lot
    reach = .020 + .062 * near * (.6 + .8 * np.clip(lot + .35, 0, 1))
    gather = ((.5 + .5 * np.cos(phase)) ** 1.5 - .4) * (.0064 - .016 * np.abs(s)).clip(.0032) * near * np.exp(-(up / reach) ** 2)
    p += n * (gather * hangs)[:, None]
    # A little full in the border, drawn in where the skirt passes under the mattress.
    swell = .005 * np.sin(math.pi * np.clip(up / .20, 0, 1)) * hangs
    p[:, :2] += n[:, :2] * (swell - .014 * np.exp(-(up / .024) ** 2))[:, None]
    p[:, 2] += (n[:, 2] > .5) * .0022 * fractal(p * [1, 1, 0], 2.6, 3, 2)
    set_points(obj, p)
    outline_cord(.90, 1.95, .1155, .0026, cloth("protector-cord", "#e9e5dd", "linen", 0, mapped=False), .025).parent = obj
    obj.location = (0, 0, .22)
    return obj
