"""Surfaces: plaster, stone, ceramic, oak, brass, glass, wax, soap, woven cloth, silk, wool, waffle, terry, printed labels.

Materials whose picture colour may change are named 'tint-<group>…'; the renderer can then
separate that group (studio.stencil) and recolour it without rendering again.
"""
import math

import bpy

from studio import linear, scaled

REVISION = 1


class Graph:
    """A small front end to a material's shader nodes."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.node("ShaderNodeOutputMaterial")

    def node(self, kind, **values):
        node = self.tree.nodes.new(kind)
        for key, value in values.items():
            setattr(node, key, value)
        return node

    def link(self, a, b):
        self.tree.links.new(a, b)
        return a

    def math(self, operation, a, b=None):
        node = self.node("ShaderNodeMath", operation=operation)
        for slot, value in enumerate((a, b)):
            if isinstance(value, (int, float)):
                node.inputs[slot].default_value = value
            elif value is not None:
                self.link(value, node.inputs[slot])
        return node.outputs[0]

    def space(self, kind="Object"):
        return self.node("ShaderNodeTexCoord").outputs[kind]

    def noise(self, coordinates, scale=1.0, detail=3, rough=.5, stretch=(1, 1, 1), distort=0.0):
        mapping = self.node("ShaderNodeMapping")
        mapping.inputs["Scale"].default_value = stretch
        self.link(coordinates, mapping.inputs[0])
        node = self.node("ShaderNodeTexNoise")
        for key, value in (("Scale", scale), ("Detail", detail), ("Roughness", rough), ("Distortion", distort)):
            node.inputs[key].default_value = value
        self.link(mapping.outputs[0], node.inputs["Vector"])
        return node.outputs[0]

    def ramp(self, factor, *stops):
        node = self.node("ShaderNodeValToRGB")
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(.5)
        for element, (position, colour) in zip(elements, stops):
            element.position, element.color = position, colour
        self.link(factor, node.inputs[0])
        return node.outputs[0]

    def bump(self, height, distance, strength=1.0, below=None):
        node = self.node("ShaderNodeBump")
        node.inputs["Distance"].default_value, node.inputs["Strength"].default_value = distance, strength
        self.link(height, node.inputs["Height"])
        if below is not None:
            self.link(below, node.inputs["Normal"])
        return node.outputs[0]

    def axes(self, coordinates):
        node = self.node("ShaderNodeSeparateXYZ")
        self.link(coordinates, node.inputs[0])
        return node.outputs

    def surface(self, colour=None, rough=.5, metal=0.0, specular=.5, **extra):
        node = self.node("ShaderNodeBsdfPrincipled")
        if colour is not None:
            node.inputs["Base Color"].default_value = colour
        node.inputs["Roughness"].default_value = rough
        node.inputs["Metallic"].default_value = metal
        node.inputs["Specular IOR Level"].default_value = specular
        for key, value in extra.items():
            node.inputs[key.replace("_", " ")].default_value = value
        return node

    def finish(self, shader, bounce=None):
        """Close the graph. With a `bounce` colour, light that has already bounced meets a plain
        diffuse of that colour: the renderer then skips the textures, which halves its work."""
        if bounce is not None:
            cheap = self.node("ShaderNodeBsdfDiffuse")
            cheap.inputs[0].default_value = bounce
            mix = self.node("ShaderNodeMixShader")
            self.link(self.node("ShaderNodeLightPath").outputs["Is Camera Ray"], mix.inputs[0])
            self.link(cheap.outputs[0], mix.inputs[1])
            self.link(shader.outputs[0], mix.inputs[2])
            shader = mix
        self.link(shader.outputs[0], self.output.inputs[0])
        return self.material


def plain(name, colour, rough=.5, metal=0.0, specular=.5, coat=0.0):
    g = Graph(name)
    return g.finish(g.surface(linear(colour), rough, metal, specular, Coat_Weight=coat, Coat_Roughness=.25))


def satin(name, colour, rough=.36, grain=.00012):
    """Satin-lacquered or moulded bottle: even colour, a breath of orange peel."""
    g = Graph(name)
    s = g.surface(linear(colour), rough, specular=.45, Coat_Weight=.12, Coat_Roughness=.3)
    g.link(g.bump(g.noise(g.space(), 260, 2), grain, .4), s.inputs["Normal"])
    return g.finish(s, linear(colour))


def ceramic(name="ceramic", colour="#d9cdbd"):
    """Unglazed stoneware: matt, faintly uneven."""
    return satin(name, colour, .61, .0005)


def plaster(name="plaster", colour="#ddd3c5", variation=.07):
    g = Graph(name)
    c = linear(colour)
    s = g.surface(rough=.93, specular=.12)
    at = g.space()
    cloud = g.noise(at, 1.5, 3, .62, distort=.7)
    g.link(g.ramp(cloud, (.30, scaled(c, 1 - variation)), (.70, scaled(c, 1 + variation * .5))), s.inputs["Base Color"])
    trowel = g.noise(at, 9, 4, .68, stretch=(1, 1, 2.4))
    g.link(g.bump(trowel, .006, .38), s.inputs["Normal"])
    return g.finish(s, scaled(c, .95))


def travertine(name="travertine", colour="#d8cab6"):
    """Honed travertine: drifting horizontal bands, small filled and open pits."""
    g = Graph(name)
    c = linear(colour)
    at = g.space()
    s = g.surface(rough=.48, specular=.35)
    bands = g.noise(at, 1.0, 5, .60, stretch=(2.2, 5, 42), distort=.35)
    tone = g.ramp(bands, (.34, linear("#bfae96")), (.46, scaled(c, .93)), (.58, c), (.70, linear("#e9e0d1")))
    pits = g.noise(at, 1.0, 2, .55, stretch=(46, 70, 210))
    holes = g.ramp(pits, (.66, (1, 1, 1, 1)), (.72, (.62, .57, .50, 1)))
    blend = g.node("ShaderNodeMixRGB", blend_type="MULTIPLY")
    blend.inputs[0].default_value = .8
    g.link(tone, blend.inputs[1])
    g.link(holes, blend.inputs[2])
    g.link(blend.outputs[0], s.inputs["Base Color"])
    g.link(g.bump(holes, .0007, .8), s.inputs["Normal"])
    return g.finish(s, scaled(c, .95))


def oak(name="oak", colour="#ab8a67", along="x", boards=0.0, depth=.55):
    """Oiled oak: stretched growth rings, short pores; `boards` > 0 lays planks of that width."""
    g = Graph(name)
    c = linear(colour)
    at = g.space()
    board = None
    if boards:
        x, y, _ = g.axes(at)
        run, cross = (x, y) if along == "x" else (y, x)
        row = g.math("FLOOR", g.math("DIVIDE", cross, boards))
        shift = g.node("ShaderNodeTexWhiteNoise", noise_dimensions="1D")
        g.link(row, shift.inputs["W"])
        piece = g.math("FLOOR", g.math("DIVIDE", g.math("ADD", run, g.math("MULTIPLY", shift.outputs[0], 3)), 1.9))
        key = g.node("ShaderNodeCombineXYZ")
        g.link(row, key.inputs[0])
        g.link(piece, key.inputs[1])
        chance = g.node("ShaderNodeTexWhiteNoise", noise_dimensions="2D")
        g.link(key.outputs[0], chance.inputs["Vector"])
        board = chance.outputs[0]
        move = g.node("ShaderNodeCombineXYZ")
        g.link(g.math("MULTIPLY", board, 11), move.inputs[0])
        g.link(g.math("MULTIPLY", board, 37), move.inputs[2])
        add = g.node("ShaderNodeVectorMath", operation="ADD")
        g.link(at, add.inputs[0])
        g.link(move.outputs[0], add.inputs[1])
        at = add.outputs[0]
    long = {"x": (.9, 11, 11), "y": (11, .9, 11), "z": (11, 11, .9)}[along]
    short = tuple(v * 13 for v in long)
    rings = g.noise(at, 1.4, 5, .58, stretch=long, distort=1.6)
    pores = g.noise(at, 1.4, 4, .66, stretch=short)
    f = g.math("ADD", g.math("MULTIPLY", rings, .62), g.math("MULTIPLY", pores, .38))
    if board is not None:
        f = g.math("ADD", f, g.math("MULTIPLY", g.math("SUBTRACT", board, .5), .17))
    s = g.surface(rough=.46, specular=.4)
    g.link(g.ramp(f, (.33, scaled(c, depth)), (.50, scaled(c, .92)), (.68, scaled(c, 1.18))), s.inputs["Base Color"])
    below = g.bump(pores, .0005, .5)
    if boards:
        gap = g.math("LESS_THAN", g.math("FRACT", g.math("DIVIDE", cross, boards)), .015)
        below = g.bump(g.math("MULTIPLY", gap, -1), .003, 1, below)
    g.link(below, s.inputs["Normal"])
    return g.finish(s, scaled(c, .95))


def brass(name="brass", colour="#b3905c", rough=.30):
    g = Graph(name)
    s = g.surface(linear(colour), rough, 1.0)
    g.link(g.bump(g.noise(g.space(), 1, 3, .6, stretch=(60, 60, 1800)), .00012, .3), s.inputs["Normal"])
    return g.finish(s)


def aluminium(name="aluminium", colour="#c9c7c2", rough=.34):
    """Soft, slightly brushed aluminium; not fully metallic, so that it reads silver in a warm room."""
    g = Graph(name)
    s = g.surface(linear(colour), rough, .82, .5)
    g.link(g.bump(g.noise(g.space(), 1, 2, .6, stretch=(500, 500, 30)), .00006, .3), s.inputs["Normal"])
    return g.finish(s)


def cork(name="cork", colour="#c39b6a"):
    g = Graph(name)
    c = linear(colour)
    s = g.surface(rough=.85, specular=.15)
    f = g.noise(g.space(), 260, 3, .65)
    g.link(g.ramp(f, (.36, scaled(c, .55)), (.46, scaled(c, .95)), (.62, scaled(c, 1.1))), s.inputs["Base Color"])
    g.link(g.bump(f, .0006, .6), s.inputs["Normal"])
    return g.finish(s, c)


def steel(name="steel", colour="#b9b9b6", rough=.32):
    return plain(name, colour, rough, 1.0)


def glass(name="glass", colour="#ffffff", ior=1.5, shade=.9, rough=0.0):
    """Clear, amber or smoked by `colour`, frosted by `rough`. Glass that lets shadow and bounce light through straight, so no caustics are needed."""
    g = Graph(name)
    c = linear(colour)
    clear = g.node("ShaderNodeBsdfGlass")
    clear.inputs["Color"].default_value, clear.inputs["Roughness"].default_value, clear.inputs["IOR"].default_value = c, rough, ior
    through = g.node("ShaderNodeBsdfTransparent")
    through.inputs[0].default_value = scaled(c, shade)
    path = g.node("ShaderNodeLightPath")
    mix = g.node("ShaderNodeMixShader")
    g.link(g.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"]), mix.inputs[0])
    g.link(clear.outputs[0], mix.inputs[1])
    g.link(through.outputs[0], mix.inputs[2])
    return g.finish(mix)


def wax(name="wax", colour="#efe4d0", radius=.012):
    g = Graph(name)
    return g.finish(g.surface(linear(colour), .38, specular=.4, Subsurface_Weight=1.0,
                              Subsurface_Radius=(radius, radius * .55, radius * .3), Subsurface_Scale=1.0))


def soap(name="soap", colour="#eee5d6"):
    g = Graph(name)
    s = g.surface(linear(colour), .42, specular=.45, Subsurface_Weight=.6, Subsurface_Radius=(.005, .0035, .0022), Subsurface_Scale=1.0)
    g.link(g.bump(g.noise(g.space(), 120, 3), .0002, .3), s.inputs["Normal"])
    return g.finish(s)


def cloth(name, colour="#ece7de", weave="percale", crease=1.0, sheen=.2, mapped=True, glow=0.0):
    """Woven cloth; UVs in metres. weave: percale, sateen, linen, wool or boucle."""
    pitch, slub, rough, shine, fuzz = {
        "percale": (.0007, .03, .85, .22, .0004),
        "sateen": (.0006, .015, .48, .42, .0002),
        "linen": (.0013, .15, .88, .2, .0011),
        "wool": (.0034, .12, .93, .12, .0015),
        "boucle": (.0050, .10, .95, .10, .0035),
    }[weave]
    g = Graph(name)
    c = linear(colour)
    at = g.space("UV" if mapped else "Object")
    s = g.surface(rough=rough, specular=shine, Sheen_Weight=sheen, Sheen_Roughness=.4, Sheen_Tint=scaled(c, 1.1))
    warp = g.noise(at, 1, 1, .6, stretch=(30, 700, 30))
    weft = g.noise(at, 1, 1, .6, stretch=(700, 30, 30))
    threads = g.math("MULTIPLY", g.math("ADD", warp, weft), .5)
    g.link(g.ramp(threads, (.35, scaled(c, 1 - slub)), (.65, scaled(c, 1 + slub * .4))), s.inputs["Base Color"])
    below = None
    if crease:
        broad = g.noise(at, 5.5, 2, .5, distort=.9)
        sharp = g.noise(at, 17, 2, .5, stretch=(1, .4, 1), distort=1.2)
        height = g.math("ADD", g.math("MULTIPLY", broad, .7), g.math("MULTIPLY", sharp, .3))
        below = g.bump(height, .013 * crease, .55)
    if weave == "boucle":
        below = g.bump(g.noise(at, 150, 3, .7, distort=1.5), fuzz, .9, below)
    else:
        below = g.bump(threads, fuzz, .8, below)
        x, y, _ = g.axes(at)
        k = 2 * math.pi / pitch
        cross = g.math("MULTIPLY", g.math("SINE", g.math("MULTIPLY", x, k)), g.math("SINE", g.math("MULTIPLY", y, k)))
        below = g.bump(cross, pitch * .2, .5, below)
    g.link(below, s.inputs["Normal"])
    if not glow:
        return g.finish(s, scaled(c, .96))
    light = g.node("ShaderNodeBsdfTranslucent")
    light.inputs[0].default_value = c
    mix = g.node("ShaderNodeMixShader")
    mix.inputs[0].default_value = glow
    g.link(s.outputs[0], mix.inputs[1])
    g.link(light.outputs[0], mix.inputs[2])
    return g.finish(mix)


def silk(name, colour):
    """Mulberry silk: a soft, stretched shine."""
    g = Graph(name)
    s = g.surface(linear(colour), .26, specular=.9, Sheen_Weight=.1, Anisotropic=.7)
    at = g.space("UV")
    g.link(g.bump(g.noise(at, 6, 2, .5, distort=.8), .02, .5), s.inputs["Normal"])
    return g.finish(s, linear(colour))


def twill(name, colour):
    """Raised wool in a plain twill: fine diagonal ribs under a soft nap."""
    g = Graph(name)
    c = linear(colour)
    at = g.space("UV")
    s = g.surface(rough=.93, specular=.12, Sheen_Weight=.5, Sheen_Roughness=.45, Sheen_Tint=scaled(c, 1.1))
    x, y, _ = g.axes(at)
    rib = g.math("SINE", g.math("MULTIPLY", g.math("ADD", x, y), 2 * math.pi / .0042))
    nap = g.noise(at, 900, 2, .7)
    g.link(g.ramp(nap, (.3, scaled(c, .9)), (.7, scaled(c, 1.05))), s.inputs["Base Color"])
    below = g.bump(g.noise(at, 7, 2, .5, distort=.8), .012, .35)
    below = g.bump(rib, .0009, .7, below)
    g.link(g.bump(nap, .0006, .7, below), s.inputs["Normal"])
    return g.finish(s, c)


def velour(name, colour="#ece7de"):
    """Cotton loops cut short: a soft, dense nap that lies a little this way and that."""
    g = Graph(name)
    c = linear(colour)
    at = g.space("UV")
    s = g.surface(rough=.95, specular=.10, Sheen_Weight=.55, Sheen_Roughness=.35, Sheen_Tint=scaled(c, 1.1))
    brushed = g.noise(at, 16, 4, .62, distort=.8)
    nap = g.noise(at, 420, 3, .7)
    shade = g.math("ADD", g.math("MULTIPLY", brushed, .5), g.math("MULTIPLY", nap, .5))
    g.link(g.ramp(shade, (.36, scaled(c, .86)), (.62, scaled(c, 1.03))), s.inputs["Base Color"])
    below = g.bump(brushed, .010, .5)
    g.link(g.bump(nap, .0022, .9, below), s.inputs["Normal"])
    return g.finish(s, scaled(c, .95))


def waffle(name, colour="#ece7de", pitch=.012, depth=.0036):
    """Honeycomb weave: square cells with raised ridges."""
    g = Graph(name)
    c = linear(colour)
    at = g.space("UV")
    s = g.surface(rough=.9, specular=.18, Sheen_Weight=.25, Sheen_Roughness=.4)
    x, y, _ = g.axes(at)
    k = math.pi / pitch
    cell = g.math("MULTIPLY", g.math("ABSOLUTE", g.math("SINE", g.math("MULTIPLY", x, k))),
                  g.math("ABSOLUTE", g.math("SINE", g.math("MULTIPLY", y, k))))
    ridge = g.math("POWER", g.math("SUBTRACT", 1.0, cell), 1.6)
    g.link(g.ramp(ridge, (0, scaled(c, .84)), (.7, c)), s.inputs["Base Color"])
    below = g.bump(ridge, depth, .9)
    g.link(g.bump(g.noise(at, 900, 2), .0003, .5, below), s.inputs["Normal"])
    return g.finish(s, scaled(c, .95))


def yarn(name, colour="#ece7de", glow=.05):
    """Cotton loops: plain diffuse with a little light carried through the pile."""
    g = Graph(name)
    c = linear(colour)
    body = g.node("ShaderNodeBsdfDiffuse")
    g.link(g.ramp(g.node("ShaderNodeHairInfo").outputs["Random"], (0, scaled(c, .95)), (1, scaled(c, 1.1))), body.inputs["Color"])
    light = g.node("ShaderNodeEmission")
    light.inputs[0].default_value, light.inputs[1].default_value = c, glow
    add = g.node("ShaderNodeAddShader")
    g.link(body.outputs[0], add.inputs[0])
    g.link(light.outputs[0], add.inputs[1])
    return g.finish(add)


def printed(name, picture, rough=.6, paper=True):
    """A label from an image file; without paper only the ink is there (silk-screen)."""
    g = Graph(name)
    s = g.surface(rough=rough, specular=.3)
    texture = g.node("ShaderNodeTexImage", extension="EXTEND" if paper else "CLIP", interpolation="Cubic")
    texture.image = bpy.data.images.load(picture)
    g.link(texture.outputs[0], s.inputs["Base Color"])
    if paper:
        g.link(g.bump(g.noise(g.space("UV"), 110, 3, .6), .0001, .3), s.inputs["Normal"])
    else:
        g.link(texture.outputs[1], s.inputs["Alpha"])
    return g.finish(s)
