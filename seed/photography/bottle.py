"""Body care: pump bottles, flacons, tubes, jars, soap, and their still lifes."""
import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

import labels
import props
from materials import Graph, aluminium, brass, cloth, glass, oak, plain, printed, satin, soap as soap_paste, travertine
from shapes import box, grid, group, mesh, rod, rounded, thicken, turned
from studio import north_light

# What each container is made of: body colour and ink of its silk-screen.
BONE, SAND, CLAY, LAKE = "#e6dece", "#c9baa4", "#a38f7c", "#45606a"
# Smoked glass, and what is seen of a liquid in it.
SMOKED, IN_SMOKED = "#d2cac0", "#d9cdbd"
TONES = {"bone": (BONE, labels.INK), "sand": (SAND, labels.INK), "clay": (CLAY, labels.CREAM), "lake": (LAKE, labels.CREAM)}


def dress(name, quantity, radius, height, base, ink, paper=None, share=.5, wide=1.7):
    w, h = radius * wide, height * share
    picture = labels.label(name, quantity, w, h, paper, ink)
    return labels.wrapped(radius, base, w, h, printed("print", picture, .62 if paper else .5, bool(paper)))


def pump_head(height, metal):
    h = height
    return [
        turned("collar", rounded([(0, h - .004), (.0155, h - .004), (.0155, h + .015), (.006, h + .017), (0, h + .017)], [0, .001, .002, .001, 0]), metal),
        turned("stem", [(0, h + .016), (.0042, h + .016), (.0042, h + .032), (0, h + .032)], metal, around=48),
        turned("head", rounded([(0, h + .030), (.0108, h + .030), (.0108, h + .041), (0, h + .041)], [0, .001, .002, 0]), metal),
        rod("spout", [(0, 0, h + .0365), (-.012, 0, h + .0365), (-.027, 0, h + .0365), (-.036, 0, h + .036), (-.0405, 0, h + .0335), (-.0415, 0, h + .026)], .0037, metal),
    ]


def bottle(name, quantity, tone="bone", top="pump", radius=.033, height=.155, at=(0, 0, 0), turn=0.0):
    """An opaque, silk-screened bottle with a brass pump or cap."""
    colour, ink = TONES[tone]
    r, h, neck, shoulder = radius, height, .0125, height - .012
    outline = rounded([(0, .0015), (r * .8, 0), (r, 0), (r, shoulder), (neck, shoulder + .008), (neck, h + .004)],
                      [0, .002, .005, .016, .004, 0], 9)
    metal = brass()
    parts = [turned("body", outline + [(0, h + .004)], satin(f"body-{tone}", colour))]
    parts += pump_head(h, metal) if top == "pump" else [
        turned("cap", rounded([(0, h - .006), (.0165, h - .006), (.0165, h + .022), (0, h + .022)], [0, .0008, .0022, 0]), metal)]
    parts.append(dress(name, quantity, r, h, h * .22, ink))
    return group(parts, at, turn)


def filled(clear, colour, across):
    """A clear body that gives light this colour on `across` metres of way: the liquid, deeper where there is more of it."""
    from studio import linear
    tree = clear.node_tree
    dye = tree.nodes.new("ShaderNodeVolumeAbsorption")
    loss = [-math.log(c) / across for c in linear(colour)[:3]]
    dye.inputs["Density"].default_value = max(loss)
    dye.inputs["Color"].default_value = (*(1 - v / max(loss) for v in loss), 1)
    tree.links.new(dye.outputs[0], next(n for n in tree.nodes if n.type == "OUTPUT_MATERIAL").inputs["Volume"])
    return clear


def flacon(name, quantity, colour="#e3c8a6", liquid="#d8bd97", top="pump", radius=.033, height=.14, at=(0, 0, 0), turn=0.0, fill=.86, paper=labels.PAPER):
    """An amber glass bottle with a paper label; top: pump, cap or mist.

    Glass and liquid are one clear body with the air above the liquid hollowed out of it.
    """
    r, h, wall = radius, height, .0028
    neck, shoulder = .0125, height - .012
    outer = rounded([(0, .0015), (r * .8, 0), (r, 0), (r, shoulder), (neck, shoulder + .008), (neck, h + .004)], [0, .002, .005, .016, .004, 0], 9)
    level = shoulder * fill
    air = rounded([(neck - .002, h + .004), (neck - .002, shoulder + .006), (r - wall, shoulder - .002), (r - wall, level), (0, level - .0004)], [0, .004, .014, .0014, 0], 9)
    metal = brass()
    parts = [turned("glass", outer + air, filled(glass("amber", colour, 1.42, shade=.8), liquid, .035))]
    if top == "pump":
        parts += pump_head(h, metal)
    elif top == "mist":
        parts += [turned("collar", rounded([(0, h - .004), (.0140, h - .004), (.0140, h + .010), (0, h + .010)], [0, .001, .0015, 0]), metal),
                  turned("atomiser", rounded([(0, h + .009), (.0092, h + .009), (.0092, h + .028), (0, h + .028)], [0, .0008, .002, 0]), metal)]
    else:
        parts.append(turned("cap", rounded([(0, h - .006), (.0165, h - .006), (.0165, h + .022), (0, h + .022)], [0, .0008, .0022, 0]), metal))
    parts.append(dress(name, quantity, r, h, h * .17, labels.INK, paper, .48, 1.65))
    return group(parts, at, turn)


def tube(name, quantity, at=(0, 0, 0), turn=0.0, length=.125, radius=.0185, tilt=None, paper=labels.PAPER):
    """An aluminium tube standing on its cap, folded flat at the end, a label round it."""
    skin, cap = aluminium(), plain("cap", "#ebe3d5", .5)
    around, rows, flat = 72, 60, radius * math.pi / 2 * .98

    def section(z):
        s = min(1.0, max(0.0, (z - .012) / (length - .012))) ** 1.3
        shoulder = min(1.0, .46 + .54 * math.sin(min(1, z / .012) * math.pi / 2))
        return (radius + (flat - radius) * s) * shoulder, (radius * (1 - s) + .0008 * s) * shoulder

    def dent(z, x):
        return .0005 * math.sin(z * 170 + x * 60) * min(1, z / length)

    vertices, faces = [], []
    for i in range(rows + 1):
        z = length * i / rows
        a, b = section(z)
        for k in range(around):
            x, y = a * math.cos(2 * math.pi * k / around), b * math.sin(2 * math.pi * k / around)
            vertices.append((x, y + dent(z, x) * (1 if y > 0 else -1), z))
    for i in range(rows):
        for k in range(around):
            n = (k + 1) % around
            faces.append((i * around + k, i * around + n, (i + 1) * around + n, (i + 1) * around + k))
    parts = [mesh("tube", vertices, faces, skin), box("fold", (flat * 2, .0030, .009), (0, 0, length + .004), skin, .0005, 2),
             box("fold", (flat * 2, .0046, .006), (0, -.0004, length + .0055), skin, .0006, 2),
             turned("cap", rounded([(0, -.020), (radius * .62, -.020), (radius * .56, .0010), (0, .0010)], [0, .0012, .0008, 0]), cap)]
    w, h, n = .037, .074, 26
    vertices, faces, uv = [], [], []
    for j in range(n + 1):
        z = .024 + h * j / n
        a, b = section(z)
        for i in range(n + 1):
            x = (i / n - .5) * w
            vertices.append((x, -b * math.sqrt(max(0, 1 - (x / a) ** 2)) - .0007 - abs(dent(z, x)), z))
            uv.append((i / n, j / n))
    for j in range(n):
        for i in range(n):
            q = j * (n + 1) + i
            faces.append((q, q + 1, q + n + 2, q + n + 1))
    picture = labels.label(name, quantity, w, h, paper, labels.INK)
    parts.append(mesh("label", vertices, faces, printed("print", picture, .6), uv))
    x, y, z = at
    return group(parts, (x, y, z + .020), turn)


def pouch(name, quantity, at=(0, 0, 0), turn=0.0, width=.145, height=.235):
    """A white stand-up pouch: two films welded along their sides and top, the foot of a spout between them."""
    foot, top = -width * .26, height + .012

    def film(x, z, half=width / 2):
        """How far each film stands from the middle: what is in it, the foot of the spout, the flat ribbed weld."""
        t, c, u = min(1, z / height), min(1, abs(x) / half) ** (1 / .55), min(1, abs(x - foot) / .031)
        body = .036 * (1 - t ** 1.6) ** .8 * min(1, .55 + t * 6) * max(0, 1 - c * c) ** .575
        rise = min(1, max(0, (z - height + .036) / .030))
        spread = .0090 * (1 - u * u) ** 1.5 * rise * rise * (3 - 2 * rise)
        ribs = .00012 * math.sin(2 * math.pi * z / .0018) if height - .004 < z < top - .001 else 0
        return math.sqrt(body ** 2 + spread ** 2 + .0007 ** 2) + ribs

    def ripple(x, z):
        return .0012 * math.sin(z / height * 23 + x * 60) * max(0, 1 - z / height)

    rows = [height * .985 * i / 72 for i in range(72)] + [height * .985 + (top - height * .985) * i / 64 for i in range(65)]
    columns = [math.sin(math.pi / 2 * (i / 80 - 1)) for i in range(161)]
    vertices, faces, uv = [], [], []
    for z in rows:
        corner = max(0, z - top + .007)
        half = width / 2 * (1 - .015 * math.sin(math.pi * min(1, z / height))) - .007 + math.sqrt(.007 ** 2 - corner ** 2)
        for side in (-1, 1):
            for c in columns[::-side]:
                x = c * half
                vertices.append((x, side * film(x, z, half) + ripple(x, z), z))
                uv.append((x, z))
    m = 2 * len(columns)
    for i in range(len(rows) - 1):
        for k in range(m):
            j = (k + 1) % m
            faces.append((i * m + k, i * m + j, (i + 1) * m + j, (i + 1) * m + k))
    faces.append(tuple(range(len(vertices) - m, len(vertices))))
    body = mesh("pouch", vertices, faces, satin("pouch", "#ece7de", .45, .0004), uv)
    body.modifiers.new("crisp", "EDGE_SPLIT").split_angle = math.radians(50)
    parts = [body, *spout(foot, top)]
    w, h, q = .080, .110, 64
    vertices, faces, uv = [], [], []
    for j in range(q + 1):
        z = .055 + h * j / q
        for i in range(q + 1):
            x = (i / q - .5) * w
            # On the skin and its ripple: a print that stood off would throw a shadow of its own.
            vertices.append((x, ripple(x, z) - film(x, z) - .0004, z))
            uv.append((i / q, j / q))
    for j in range(q):
        for i in range(q):
            k = j * (q + 1) + i
            faces.append((k, k + 1, k + q + 2, k + q + 1))
    picture = labels.label(name, quantity, w, h, None, labels.INK)
    parts.append(mesh("print", vertices, faces, printed("print", picture, .5, False), uv))
    return group(parts, at, turn)


def spout(x, z):
    """What stands out of a pouch between its films: the neck of a moulded spout, a ribbed screw cap."""
    white, dark = satin("spout", "#e9e4da", .4, .0001), plain("cap", "#57504a", .5)
    neck = turned("neck", rounded([(0, z - .001), (.0095, z - .001), (.0095, z + .0035), (.0135, z + .0035), (.0135, z + .0055), (.0095, z + .0055), (.0095, z + .010), (0, z + .010)],
                                  [0, .0004, .0008, .0006, .0006, .0006, 0, 0]), white, (x, 0, 0), 64)
    ribs, base, top = 192, z + .0085, z + .0255
    rings = [(.0128, base, 0), (.0132, base + .0003, 0), (.0132, base + .0028, 0), (.0128, base + .0031, 0), (.0132, base + .0036, 1), (.0132, top - .0016, 1), (.0127, top - .0004, .4), (.0118, top, 0), (0, top, 0)]
    vertices = []
    for radius, level, rib in rings:
        for k in range(ribs):
            r = radius - .00045 * rib * (k % 4 == 3)
            vertices.append((x + r * math.cos(2 * math.pi * k / ribs), r * math.sin(2 * math.pi * k / ribs), level))
    faces = [(i * ribs + k, i * ribs + (k + 1) % ribs, (i + 1) * ribs + (k + 1) % ribs, (i + 1) * ribs + k) for i in range(len(rings) - 1) for k in range(ribs)]
    cap = mesh("cap", vertices, faces, dark)
    cap.modifiers.new("crisp", "EDGE_SPLIT").split_angle = math.radians(35)
    return [neck, cap]


def jar(name, quantity, tone="bone", at=(0, 0, 0), turn=0.0, radius=.040, height=.048):
    """A squat jar with a brass lid."""
    colour, ink = TONES[tone]
    r, h = radius, height
    parts = [turned("jar", rounded([(0, .001), (r * .85, 0), (r, 0), (r, h), (0, h)], [0, .002, .007, .002, 0], 8), satin(f"jar-{tone}", colour)),
             turned("lid", rounded([(0, h + .0006), (r * 1.005, h + .0006), (r * 1.005, h + .019), (0, h + .019)], [0, .0006, .0022, 0], 6), brass())]
    picture = labels.label(name, quantity, r * 1.5, h * .86, None, ink)
    parts.append(labels.wrapped(r, h * .07, r * 1.5, h * .86, printed("print", picture, .5, False)))
    return group(parts, at, turn)


def soap_bar(at=(0, 0, 0), turn=0.0, tilt=0.0, colour="#e9dec9", size=(.084, .056, .028), round=3.0):
    """A moulded bar, the wordmark pressed into its face."""
    n = 240
    vertices, faces, index = grid(n, int(n * .66), 2, 2)
    stamp = Image.new("L", (1200, 800), 0)
    draw = ImageDraw.Draw(stamp)
    labels.spaced(draw, 600, 445, labels.BRAND, labels.font(132 * min(1, 7 / len(labels.BRAND))), 255, 24)
    pressed = np.asarray(stamp.filter(ImageFilter.GaussianBlur(2.5)), float)[::-1] / 255
    u, v = vertices[:, 0], vertices[:, 1]
    ring = np.maximum(np.abs(u), np.abs(v))
    dome = (1 - ring ** 4) ** .25
    angle = np.arctan2(v, u)
    corner = (np.abs(np.cos(angle)) ** round + np.abs(np.sin(angle)) ** round) ** (-1 / round)
    x, y = ring * corner * np.cos(angle) * size[0] / 2, ring * corner * np.sin(angle) * size[1] / 2
    mark = pressed[np.clip(((y / size[1] + .5) * 799).astype(int), 0, 799), np.clip(((x / size[0] + .5) * 1199).astype(int), 0, 1199)]
    top = np.stack([x, y, dome * size[2] / 2 - mark * .0012], 1)
    low = np.stack([x, y, -dome * size[2] / 2], 1)
    obj = mesh("soap", np.vstack([top, low]), faces.tolist() + (faces[:, ::-1] + len(vertices)).tolist(), soap_paste(f"soap{colour}", colour))
    obj.location = (at[0], at[1], at[2] + size[2] / 2)
    obj.rotation_euler = (tilt, 0, turn)
    return obj


def soap_band(at=(0, 0, 0), turn=0.0, size=(.084, .056, .028), wide=.040):
    """A band of waxed paper drawn tight round the bar's middle, house and scent printed on it."""
    g = Graph("waxed")
    from studio import linear
    at_ = g.space("UV")
    s = g.surface(rough=.40, specular=.45, Subsurface_Weight=.25, Subsurface_Radius=(.002, .0015, .001), Subsurface_Scale=1.0)
    fibres = g.noise(at_, 1, 4, .62, stretch=(420, 900, 1), distort=.6)
    g.link(g.ramp(fibres, (.34, linear("#cfbb98")), (.66, linear("#dccbab"))), s.inputs["Base Color"])
    g.link(g.bump(g.noise(at_, 55, 3, .5, distort=1.0), .0010, .45), s.inputs["Normal"])
    paper = g.finish(s)

    def skin(x, s, off):
        """A point of the sheet: the bar's section at its middle, and a breath more where the bar falls away."""
        c, k = math.cos(s), math.sin(s)
        y, z = math.copysign(abs(c) ** .5, c), math.copysign(abs(k) ** .5, k)
        ease = off - .0011 * (abs(x) / wide * 2) ** 3 + .00018 * math.sin(x * 310 + s * 9) * math.sin(s * 7 + x * 90)
        return (x, y * (size[1] / 2 + ease), size[2] / 2 + z * (size[2] / 2 + ease))

    n, m = 24, 240
    xs = [(i / (n - 1) - .5) * wide for i in range(n)]
    vertices = [skin(x, 2 * math.pi * k / m, .0009) for x in xs for k in range(m)]
    uv = [(x, .15 * k / m) for x in xs for k in range(m)]
    faces = [(i * m + k, (i + 1) * m + k, (i + 1) * m + (k + 1) % m, i * m + (k + 1) % m) for i in range(n - 1) for k in range(m)]
    sheet = thicken(mesh("band", vertices, faces, paper, uv), .00025, 0)
    w, h, q = wide * .92, .030, 40
    vertices, uv = [], []
    for i in range(q + 1):
        for j in range(q + 1):
            y = (j / q - .5) * h / (size[1] / 2)
            vertices.append(skin((i / q - .5) * w, math.atan2((1 - y ** 4) ** .5, math.copysign(y * y, y)), .00125))
            uv.append((i / q, j / q))
    faces = [(i * (q + 1) + j, (i + 1) * (q + 1) + j, (i + 1) * (q + 1) + j + 1, i * (q + 1) + j + 1) for i in range(q) for j in range(q)]
    picture = labels.label("fleur de tilleul", "100 g", w, h, None, labels.INK, 40)
    print_ = mesh("print", vertices, faces, printed("print", picture, .5, False), uv)
    return group([sheet, print_], at, turn)


def make(item, at=(0, 0, 0), turn=0.0):
    """Build one container from its table entry: {'form': …, 'name': …, 'quantity': …, …}."""
    item = dict(item)
    form = item.pop("form")
    return {"bottle": bottle, "flacon": flacon, "tube": tube, "jar": jar, "pouch": pouch}[form](at=at, turn=turn, **item)


# ---------------------------------------------------------------- scenes

def single(item, surface="travertine", prop="twig", height=.30):
    """One container on a ledge, one prop."""
    props.ledge(surface)
    make(item, (-.012, .035, 0), .10)
    garnish(prop)
    north_light(.42, centre=(0, .03, .09))
    props.tile_frame((0, .03, height * .325), height, 95, 6, 2, 7, focus=(0, 0, .09))


def garnish(prop):
    if prop == "twig":
        props.sprig((.088, .105, 0), .13, (-.03, -.01), 4, 13, "#c9bcab", .085)
    elif prop == "pebbles":
        props.pebble((.075, .0, 0), .042, "#b1a595", 2)
        props.pebble((.098, .045, 0), .030, "#8d8478", 5)
    elif prop == "napkin":
        props.napkin((.055, .12, 0), (.15, .13), "#d8cdbb", .5)
    elif prop == "dish":
        props.dish((.085, .045, 0), .042, .014)
        props.pebble((.085, .045, .004), .026, "#9a8f80", 3)
    elif prop == "soap":
        props.dish((.092, .03, 0), .055, .012)
        soap_bar((.092, .03, .006), .4)
    elif prop == "bottle":
        from table import SOAP
        make(SOAP, (.104, .010, 0), -.05)


def closeup(item, view="label"):
    """Nearer: the label, or the bottle in use on stone, oak or terry."""
    if view == "shelf":
        props.ledge("oak", plaster_colour="#d6cbbb")
        make(item, (-.03, .04, 0), .12)
        props.sprig((.095, .10, 0), .10, (-.02, 0), 11, 12, vase=.062)
        north_light(.42, centre=(0, .03, .09))
        props.tile_frame((.012, .03, .082), .235, 95, 9, -10, 6.3, focus=(-.03, .01, .08))
        return
    if view == "towel":
        from towel import towel
        props.ledge("travertine", depth=.5, wall=.34)
        # The towel towards the light: behind the bottle it would lie in amber shade.
        towel(.24, .20, .010, 12, "#cdb999", density=40, at=(-.130, -.05, 0), turn=-.10)
        make(item, (.062, .035, 0), -.06)
        north_light(.5, centre=(0, .03, .08))
        props.tile_frame((-.012, .0, .085), .30, 95, 13, 0, 6.3, focus=(.055, .0, .08))
        return
    props.ledge("travertine", wall=.40, depth=.56)
    if view == "basin":
        props.basin((.16, .16, 0), .17, .12)
        make(item, (-.035, .03, 0), .14)
    else:
        make(item, (0, .03, 0), .16)
        props.sprig((.13, .26, 0), .2, (-.05, -.01), 6, 18, "#b9ac9a", .12)
    north_light(.42, centre=(0, .03, .09))
    if view == "basin":
        props.tile_frame((.03, .05, .085), .29, 95, 14, -8, 6.3, focus=(-.03, .0, .08))
    else:
        props.tile_frame((.006, .02, .098), .165, 100, 10, -9, 5, focus=(0, -.003, .08))


def before(item, what):
    """The product itself in the foreground, sharp; behind it the whole container, softer."""
    tall = .155 if item["form"] == "tube" else .178
    props.ledge("travertine", wall=.42, depth=.70)
    make(item, (-.036, .060, 0), .16)
    if what == "comb":
        comb((.010, -.050, 0), .30)
        cream((.000, -.0415, .0056), .030, .5)
    elif what == "lather":
        lather((.014, -.050, 0), 6)
    else:
        cream((.026, -.052, 0), .050, .35, "#e2d3ba" if what == "grain" else "#f3eee5", grains=2400 if what == "grain" else 0)
    north_light(.42, centre=(0, .0, .07))
    props.tile_frame((.008, .0, tall * .435), tall * 1.44, 66, 14, -5, 14, focus=(.02, -.055, .010))


def in_use(item, spot="basin"):
    """Where the bottle lives: by the basin, on a shelf with rolled towels, on the stone edge of the bath, on a tray."""
    import towel
    if spot == "shelf":
        props.ledge("oak", depth=.42, wall=.30, plaster_colour="#d2c6b6")
        for i, (x, z) in enumerate(((.075, 0), (.165, 0), (.120, .078))):
            path = towel.roll_path(.0078, 3.6, .0022)
            roll = towel.swept("roll", path, .24, .0082, cloth(f"roll-{i}", towel.WHITE, "wool", 0), across=40, seed=i, skew=.006)
            towel.pile(roll, towel.yarn(f"roll-yarn-{i}", towel.WHITE), 34, seed=i, skip=lambda p, n: np.abs(p[:, 1]) > .116)
            roll.location, roll.rotation_euler = (x, .07, z + .0445), (0, 2.2 + i, .03 * (i - 1))
        make(item, (-.070, .02, 0), .16)
        north_light(.5, centre=(0, .03, .09))
        props.tile_frame((.020, .03, .088), .40, 95, 8, -4, 7, focus=(-.07, .0, .08))
    elif spot == "stack":
        props.ledge("travertine", depth=.52, wall=.34, plaster_colour="#d2c6b6")
        towel.stack(2, at=(.085, -.06, 0), width=.27, depth=.21, colours=("#cdb999", towel.WHITE))
        make(item, (-.105, .02, 0), .16)
        north_light(.55, centre=(0, .03, .08))
        props.tile_frame((-.005, .02, .088), .46, 95, 11, 4, 7, focus=(-.10, .0, .08))
    elif spot == "tray":
        props.ledge("travertine", depth=.46, wall=.32, plaster_colour="#d2c6b6")
        z = props.tray((.30, .17), (0, .04, 0))
        make(item, (-.07, .05, z), .14)
        props.dish((.055, .03, z), .050, .012)
        soap_bar((.055, .03, z + .006), .4)
        props.sprig((.108, .085, z), .12, (-.02, 0), 9, 12, vase=.070)
        north_light(.46, centre=(0, .03, .08))
        props.tile_frame((.0, .03, .085), .34, 95, 12, -4, 7, focus=(-.07, .02, .08))
    else:
        props.ledge("travertine", depth=.62, wall=.40, plaster_colour="#d2c6b6")
        props.basin((.17, .13, 0), .17, .12)
        make(item, (-.075, .0, 0), .18)
        north_light(.55, centre=(0, .03, .09))
        props.tile_frame((.02, .04, .09), .38, 95, 11, -4, 7, focus=(-.07, -.02, .08))


def set_in_use(items):
    """A set unpacked beside the basin."""
    props.ledge("travertine", depth=.62, wall=.40, plaster_colour="#d2c6b6")
    props.basin((.235, .16, 0), .17, .12)
    for i, item in enumerate(items):
        make(item, (-.112 + .078 * i, .03 - .03 * (i % 2), 0), .18 - .1 * i)
    north_light(.58, centre=(0, .03, .09))
    props.tile_frame((.0, .04, .092), .44, 95, 11, -3, 7, focus=(-.1, .0, .08))


def refill_in_use(closer=False):
    """The pouch and the glass bottle that it fills, by the basin; so near that its print is out of sight, its cap and weld."""
    from table import REFILL, SOAP
    props.ledge("travertine", depth=.62, wall=.40, plaster_colour="#d2c6b6")
    make(REFILL, (-.06, .06, 0), .12)
    if closer:
        props.sprig((-.004, .27, 0), .20, (-.03, 0), 9, 16, vase=.13)
        north_light(.55, centre=(0, .03, .1))
        props.tile_frame((-.086, .05, .236), .118, 100, 13, -4, 7, focus=(-.097, .045, .245))
    else:
        make(SOAP, (.065, .0, 0), -.1)
        props.basin((.24, .16, 0), .17, .12)
        north_light(.55, centre=(0, .03, .1))
        props.tile_frame((.012, .04, .115), .42, 95, 10, -5, 7, focus=(-.05, .0, .1))


def soaps_in_use():
    """A bar on its stone dish by the basin, a folded towel behind."""
    import towel
    props.ledge("travertine", depth=.62, wall=.40, plaster_colour="#d2c6b6")
    props.basin((.17, .16, 0), .17, .12)
    towel.towel(.20, .15, .0085, 14, towel.WHITE, density=40, at=(-.17, .05, 0), turn=.12)
    props.dish((-.02, -.02, 0), .062, .014, material=travertine("dish", "#c4b49d"))
    soap_bar((-.02, -.02, .006), .3)
    north_light(.5, centre=(0, .0, .05))
    props.tile_frame((-.01, .03, .05), .34, 95, 17, -4, 7, focus=(-.02, -.03, .02))


def comb(at, turn):
    """A pear-wood comb lying flat."""
    wood = oak("comb", "#9a7148")
    parts = [box("spine", (.135, .018, .006), (0, .014, .003), wood, .0022)]
    for i in range(34):
        wide = .0022 if i < 17 else .0014
        x = -.063 + i * .0038 + (0 if i < 17 else .0)
        parts.append(box("tooth", (wide, .030, .0042), (x, -.009, .0030), wood, .0007, 2))
    for x in (-.0665, .0665):
        parts.append(box("end", (.0035, .044, .006), (x, .0, .003), wood, .0015))
    return group(parts, at, turn)


def heaped(lumps, size, soft=4, n=240):
    """Vertices and faces of a soft mass: (x, y, radius, height) lumps that have run into one another."""
    vertices, faces, _ = grid(n, n, size, size)
    tall = np.zeros(n * n)
    for x, y, radius, height in lumps:
        away = ((vertices[:, 0] - x) ** 2 + (vertices[:, 1] - y) ** 2) / radius ** 2
        tall = np.maximum(tall, height * np.clip(1 - away, 0, None) ** .5)
    field = tall.reshape(n, n)
    for _ in range(soft):
        field[1:-1, 1:-1] = (field[1:-1, 1:-1] * 2 + field[2:, 1:-1] + field[:-2, 1:-1] + field[1:-1, 2:] + field[1:-1, :-2]) / 6
    vertices[:, 2] = field.ravel() - .0003
    return vertices, faces[vertices[faces, 2].max(1) > -.0003]


def cream(at, size, turn, colour="#f2ede4", grains=0):
    """A dollop of cream as it leaves the pump: a soft strand coiled upon itself, drawn out to a tip."""
    lumps = []
    for k in range(241):
        t = k / 240
        a, far = 2 * math.pi * 2.1 * t, size * .30 * (1 - t) ** .85
        lumps.append((far * math.cos(a) + size * .05 * t * t, far * math.sin(a), size * (.215 - .120 * t ** 1.3), size * (.19 + .25 * t + .04 * t ** 5)))
    vertices, faces = heaped(lumps, size * 1.2)
    g = Graph("cream")
    from studio import linear
    paste = g.finish(g.surface(linear(colour), .28, specular=.5, Subsurface_Weight=.6, Subsurface_Radius=(.004, .003, .002), Subsurface_Scale=1.0))
    parts = [mesh("cream", vertices, faces.tolist(), paste)]
    if grains:
        rng = random.Random(5)
        grit = plain("grit", "#b08b62", .7)
        v, f = [], []
        seen = vertices[vertices[:, 2] > 0].tolist()
        for _ in range(grains):
            x, y, z = rng.choice(seen)
            s, b = rng.uniform(.00018, .00042), len(v)
            v += [(x + s, y, z), (x - s, y, z), (x, y + s, z), (x, y - s, z), (x, y, z + s), (x, y, z - s)]
            f += [tuple(b + q for q in tri) for tri in ((0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5))]
        parts.append(mesh("grit", v, f, grit))
    return group(parts, at, turn)


def lather(at, seed=4):
    """A handful of foam on stone: soft heaps run together, full of fine bubbles, some larger ones on its skin."""
    rng = random.Random(seed)
    lumps = []
    for k in range(420):
        # First the heaps, then what foams on them and about their foot.
        a, q = rng.uniform(0, 2 * math.pi), math.sqrt(rng.random())
        radius = rng.uniform(.010, .018) * (1.1 - .5 * q) if k < 60 else rng.uniform(.0018, .0055)
        far = q if k < 60 else 1.22 * q
        x, y, rise = .046 * far * math.cos(a), .024 * far * math.sin(a), .017 * max(0, 1 - far ** 2) ** .6
        lumps.append((x, y, radius, rise + radius * (.28 if k < 60 else .45)))
    vertices, faces = heaped(lumps, .15, 44, 400)
    g = Graph("foam")
    pores = g.node("ShaderNodeTexVoronoi", feature="SMOOTH_F1")
    pores.inputs["Scale"].default_value = 640
    g.link(g.space(), pores.inputs["Vector"])
    s = g.surface((.93, .92, .89, 1), .40, specular=.5, Subsurface_Weight=.5, Subsurface_Radius=(.003, .003, .003), Subsurface_Scale=1.0)
    g.link(g.bump(g.math("MULTIPLY", pores.outputs["Distance"], -1), .0012, .8), s.inputs["Normal"])
    parts = [mesh("foam", vertices, faces.tolist(), g.finish(s))]
    clear = props.sheer("bubble")
    skin = vertices[vertices[:, 2] > .0004].tolist()
    for _ in range(240):
        x, y, z = rng.choice(skin)
        r = .0006 + .0016 * rng.random() ** 2.5
        parts.append(turned("bubble", [(r * math.sin(math.pi * k / 12), -r * math.cos(math.pi * k / 12)) for k in range(13)], clear, (x, y, z + r * .3), 32))
    return group(parts, at)


def trio(items, height=.34, boxed=False, closer=False):
    """Several containers side by side; with their linen box, or standing in it."""
    props.ledge("travertine", depth=.62, wall=.32)
    n, z = len(items), 0
    gap = .076
    if boxed == "in":
        props.linen_tray((gap * n + .012, .100, .026), (0, .03, 0))
        z = .004
    shift = -.070 if boxed == "beside" else 0
    for i, item in enumerate(items):
        make(item, (shift + (i - (n - 1) / 2) * gap, .03 + (0 if boxed == "in" else .022 * (i % 2)), z), .14 - .09 * i)
    if boxed == "beside":
        props.linen_box((.150, .200, .080), (.115, .125, 0), -.25)
    north_light(.5, centre=(0, .03, .09))
    if closer:
        if n > 2:
            props.tile_frame((-.008, .03, .084), .300, 100, 10, -8, 7, focus=(0, .0, .09))
        else:
            props.tile_frame((shift - .012, .03, .105), .21, 100, 10, -12, 5.6, focus=(shift - .03, .0, .09))
        return
    props.tile_frame((.020 if boxed == "beside" else 0, .03, .098), height, 95, 10, 2, 8, focus=(0, -.01, .09))


def soaps(closer=False):
    """Three oval bars stamped with the house mark; near, one in its waxed paper on a dish."""
    props.ledge("travertine")
    if closer:
        props.dish((0, .03, 0), .070, .014, material=travertine("dish", "#c4b49d"))
        soap_bar((0, .03, .006), .25)
        soap_band((0, .03, .006), .25)
    else:
        soap_bar((-.045, .055, 0), .30)
        soap_bar((.040, .075, 0), -.25)
        soap_bar((.002, -.004, 0), .06)
    north_light(.36, centre=(0, .03, .03))
    if closer:
        props.tile_frame((0, .028, .024), .150, 100, 38, -8, 7, focus=(0, .01, .03))
    else:
        props.tile_frame((0, .045, .036), .26, 95, 30, -4, 8, focus=(0, .0, .025))
