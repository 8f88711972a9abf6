"""The set around a product: ledges, benches, trays, a twig, a folded cloth, stones, books."""
import math
import random

from mathutils import Euler, Vector

import bpy
from materials import Graph, ceramic, cloth, oak, plain, plaster, satin, travertine
from shapes import box, fold_path, fractal, group, mesh, place, points, rod, rounded, set_points, settle, swept, turned
from studio import camera


def ledge(kind="travertine", depth=.34, thickness=.05, wall=.26, top=0.0, width=3.0, plaster_colour="#ddd3c5"):
    """A shelf let into a plaster wall; its surface lies at z = top, its front edge at y = wall - depth."""
    box("wall", (8, .1, 5), (0, wall + .05, 0), plaster(colour=plaster_colour), radius=0)
    slab = {"travertine": lambda: travertine(), "oak": lambda: oak(), "dark-oak": lambda: oak("oak", "#7d5f43")}[kind]()
    box("ledge", (width, depth, thickness), (0, wall - depth / 2, top - thickness / 2), slab, radius=.0022)
    return top


def table(kind="travertine", wall=.5, top=0.0, plaster_colour="#ddd3c5"):
    """A surface that fills the foreground, plaster behind."""
    box("wall", (10, .1, 6), (0, wall + .05, 0), plaster(colour=plaster_colour), radius=0)
    slab = {"travertine": lambda: travertine(), "oak": lambda: oak(boards=.19),
            "linen": lambda: cloth("tablecloth", "#ded5c6", "linen", .7)}[kind]()
    box("table", (6, 3 + wall, .06), (0, wall - (3 + wall) / 2, top - .03), slab, radius=0)
    return top


def tile_frame(centre, height, lens=90, lift=8, swing=0, stop=7, focus=None, name="camera"):
    """A camera that sees `height` metres at `centre`, `lift` degrees above, `swing` degrees to the right."""
    distance = height * lens / 36
    a, b = math.radians(lift), math.radians(swing)
    c = Vector(centre)
    at = c + Vector((math.sin(b) * math.cos(a), -math.cos(b) * math.cos(a), math.sin(a))) * distance
    return camera(at, c, lens, stop, focus or centre, name=name)


def leaf(length, width, material, curl=.25):
    """One leaf in the x direction, folded a little along its rib and arched."""
    n, vertices, faces = 9, [], []
    for i in range(n):
        t = i / (n - 1)
        half = width / 2 * math.sin(math.pi * t ** .8) ** .9
        z = -curl * length * t * t
        vertices += [(length * t, -half, z + half * .35), (length * t, 0, z), (length * t, half, z + half * .35)]
    for i in range(n - 1):
        for j in (0, 1):
            faces.append((3 * i + j, 3 * i + 3 + j, 3 * i + 4 + j, 3 * i + 1 + j))
    return mesh("leaf", vertices, faces, material)


def twig(at, height=.22, lean=(.05, 0), seed=1, leaves=16, size=.045, colour="#6c7656"):
    """A slender stem with narrow leaves, as of olive."""
    rng = random.Random(seed)
    green, back, bark = plain("leaf-a", colour, .55), plain("leaf-b", "#868d6c", .6), plain("bark", "#6d5a45", .8)
    base = Vector(at)
    stem = [base + Vector((lean[0] * t ** 1.6, lean[1] * t ** 1.6, height * t)) + Vector((math.sin(t * 5 + seed) * .004, math.cos(t * 4) * .004, 0)) for t in [i / 8 for i in range(9)]]
    rod("stem", stem, .0011, bark)
    for i in range(leaves):
        t = .28 + .72 * (i + rng.random() * .6) / leaves
        k = min(7, int(t * 8))
        p = stem[k].lerp(stem[k + 1], t * 8 - k)
        around = i * 2.4 + rng.random() * .7
        obj = leaf(size * (1.15 - .5 * t) * rng.uniform(.85, 1.15), size * .23, rng.choice((green, green, back)), rng.uniform(.05, .35))
        obj.rotation_euler = Euler((rng.uniform(-.5, .5), -rng.uniform(.35, 1.0), around))
        obj.location = p
    return stem[-1]


def bud_vase(at, colour="#c9bcab", height=.11):
    h = height
    body = ceramic("ceramic", colour)
    outline = rounded([(0, 0), (h * .24, 0), (h * .36, h * .34), (h * .10, h * .74), (h * .10, h * .97), (h * .125, h), (h * .10, h), (h * .08, h * .96), (h * .08, h * .7), (0, h * .3)],
                      [0, h * .05, h * .3, h * .2, h * .03, h * .01, .001, .01, .01, 0], 8)
    obj = turned("vase", outline, body, at)
    return obj


def sprig(at, height=.22, lean=(-.03, -.01), seed=4, leaves=15, colour="#c3b5a1", vase=.10):
    """A twig in a small vase: stems stand in nothing else."""
    x, y, z = at
    bud_vase(at, colour, vase)
    return twig((x, y, z + vase * .85), height, lean, seed, leaves)


def dish(at, radius=.055, height=.018, colour="#d9cdbd", material=None):
    r, h = radius, height
    outline = rounded([(0, .001), (r * .6, 0), (r, h), (r - .003, h), (r * .58, .004), (0, .004)], [0, r * .2, .002, .001, r * .25, 0], 8)
    return turned("dish", outline, material or ceramic("ceramic", colour), at)


def tray(size, at, kind="oak", rim=.014):
    w, d = size
    wood = oak("tray", "#a97f55") if kind == "oak" else travertine("tray", "#cfc0ab")
    x, y, z = at
    parts = [box("tray", (w, d, .008), (x, y, z + .004), wood, .002)]
    if kind == "oak":
        for dx, dy, sx, sy in ((0, d / 2, w, .008), (0, -d / 2, w, .008), (w / 2, 0, .008, d), (-w / 2, 0, .008, d)):
            parts.append(box("rim", (sx, sy, rim), (x + dx, y + dy, z + rim / 2), wood, .002))
    return z + .008


def napkin(at, size=(.16, .12), colour="#d9cfbf", turn=0.0, seed=3, weave="linen", thickness=.0016):
    """A small cloth folded twice."""
    obj = swept("napkin", fold_path(size[0], thickness, .0006), size[1], thickness, cloth(f"napkin-{seed}", colour, weave, .5), seed=seed, wobble=.0022)
    settle(obj, .25, .002, seed)
    return place(obj, at, turn)


def linen_tray(size, at, turn=0.0, colour="#d9cdba", floor=.004, lid=False):
    """An open box covered in linen: base and four thin walls."""
    w, d, h = size
    cover = cloth("box-linen", colour, "linen", 0)
    wall = .0035
    parts = [box("base", (w, d, floor), (0, 0, floor / 2), cover, .001)]
    for x, y, sx, sy in ((0, d / 2, w + wall, wall), (0, -d / 2, w + wall, wall), (w / 2, 0, wall, d), (-w / 2, 0, wall, d)):
        parts.append(box("side", (sx, sy, h), (x, y, h / 2), cover, .001))
    return group(parts, at, turn)


def linen_box(size, at, turn=0.0, colour="#d9cdba"):
    """The same box closed, its lid a little larger."""
    w, d, h = size
    cover = cloth("box-linen", colour, "linen", 0)
    return group([box("box", (w, d, h), (0, 0, h / 2), cover, .0015), box("lid", (w + .006, d + .006, .034), (0, 0, h - .014), cover, .0018)], at, turn)


def sheer(name, milk=0.0, rough=0.0, wave=0.0, through=.965):
    """A wall so thin that it bends nothing: what lies behind it, a shine that grows towards its edges, a little milk."""
    g = Graph(name)
    clear, body, shine, edge = (g.node(kind) for kind in ("ShaderNodeBsdfTransparent", "ShaderNodeBsdfTranslucent", "ShaderNodeBsdfGlossy", "ShaderNodeLayerWeight"))
    clear.inputs[0].default_value, body.inputs[0].default_value = (through, through + .01, through, 1), (.9, .9, .88, 1)
    shine.inputs["Roughness"].default_value, edge.inputs[0].default_value = rough, .20
    if wave:
        g.link(g.bump(g.noise(g.space(), 26, 2, .5, distort=.6), wave, .5), shine.inputs["Normal"])
    cloudy, wall = g.node("ShaderNodeMixShader"), g.node("ShaderNodeMixShader")
    cloudy.inputs[0].default_value = milk
    # Never a mirror: seen edge on, it would show nothing but the dark of the room.
    g.link(g.math("MINIMUM", edge.outputs["Fresnel"], .40), wall.inputs[0])
    for mix, below, above in ((cloudy, clear, body), (wall, cloudy, shine)):
        g.link(below.outputs[0], mix.inputs[1])
        g.link(above.outputs[0], mix.inputs[2])
    return g.finish(wall)


def tumbler(at, radius=.029, height=.066):
    """A plain water glass, empty: filled, it would gather the wood behind it and look like tea."""
    r, h = radius, height
    body = rounded([(0, 0), (r * .86, 0), (r, h), (r - .0013, h), (r * .86 - .0013, .009), (0, .008)], [0, .004, .0006, .0006, .004, 0])
    return turned("tumbler", body, sheer("tumbler"), at)


def bedside():
    """A bedside table top in oak, the bed's turned-down sheet behind it."""
    box("wall", (8, .1, 5), (0, .75, 0), plaster(), radius=0)
    box("top", (.62, .40, .022), (-.06, .06, -.011), oak(), .004)
    sheet = swept("sheet", fold_path(.40, .020, .002), .9, .020, cloth("sheet", "#efebe4", "percale", .8), seed=12, wobble=.006)
    settle(sheet, .1, .012, 2)
    place(sheet, (.30, .36, -.03), math.pi / 2 + .05)
    book((-.12, .10, 0), (.12, .17, .018), "#77838a", .3)


def basin(at=(0, 0, 0), radius=.20, height=.13):
    """A hollowed stone basin."""
    r, h = radius, height
    outline = rounded([(0, .0), (r * .62, 0), (r, h), (r - .022, h), (r * .56, .028), (0, .022)], [0, r * .2, .010, .008, r * .25, 0], 9)
    return turned("basin", outline, travertine("basin-stone", "#c8bba7"), at, 128)


def pebble(at, size=.03, colour="#a59a8b", seed=1):
    bpy.ops.mesh.primitive_uv_sphere_add(segments=48, ring_count=32)
    obj = bpy.context.object
    p = points(obj)
    p *= (1 + .12 * fractal(p, 1.1, seed, 2))[:, None]
    p *= [size * .5, size * .38, size * .25]
    set_points(obj, p)
    obj.data.polygons.foreach_set("use_smooth", [True] * len(obj.data.polygons))
    obj.data.materials.append(satin("pebble", colour, .7, .0003))
    obj.location = (at[0], at[1], at[2] - p[:, 2].min())
    return obj


def book(at, size=(.17, .23, .022), colour="#8b7f6f", turn=0.0):
    w, d, h = size
    cover, leafs = plain(f"cover{colour}", colour, .75), plain("leaves", "#e9e1d2", .9)
    parts = [box("cover", (w, d, .003), (0, 0, .0015), cover, .001), box("cover", (w, d, .003), (0, 0, h - .0015), cover, .001),
             box("pages", (w - .006, d - .006, h - .006), (.002, 0, h / 2), leafs, .0005), box("spine", (.003, d, h), (-w / 2 + .0015, 0, h / 2), cover, .001)]
    return group(parts, at, turn)
