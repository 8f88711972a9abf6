"""Home fragrance: candles in smoked glass, reed diffusers, refills and sprays."""
import math
import random

import bpy
from mathutils import Vector

import labels
import props
from bottle import IN_SMOKED, SMOKED, dress, filled, flacon
from materials import Graph, aluminium, brass, glass, plain, printed, wax
from shapes import group, refine, rod, rounded, turned
from studio import north_light

SMOKE, CLEAR, AMBER = "#94897d", "#ffffff", "#dfa264"


def flame(at, scale=1.0, glow=.20):
    """A still flame: a blue, clear root about the wick, a golden body with an amber rim, its glow in the air."""
    g = Graph("flame")
    light = g.node("ShaderNodeEmission")
    height = g.axes(g.space("Generated"))[2]
    edge = g.node("ShaderNodeLayerWeight")
    edge.inputs[0].default_value = .5
    heart = g.ramp(height, (0, (.10, .16, .55, 1)), (.10, (.55, .26, .10, 1)), (.26, (1, .50, .12, 1)), (.50, (1, .72, .30, 1)), (.82, (1, .64, .22, 1)), (1, (1, .42, .07, 1)))
    power = g.ramp(height, (0, (.06, .06, .06, 1)), (.14, (.16, .16, .16, 1)), (.42, (1, 1, 1, 1)), (.8, (.85, .85, .85, 1)), (1, (.45, .45, .45, 1)))
    g.link(heart, light.inputs[0])
    g.link(g.math("MULTIPLY", power, g.math("SUBTRACT", 2.7, g.math("MULTIPLY", edge.outputs["Facing"], 1.9))), light.inputs[1])
    clear = g.node("ShaderNodeBsdfTransparent")
    mix = g.node("ShaderNodeMixShader")
    # Clear about the wick and at the very rim.
    g.link(g.math("MULTIPLY", g.ramp(height, (.02, (.25, .25, .25, 1)), (.30, (1, 1, 1, 1))), g.math("SUBTRACT", 1.0, g.math("POWER", edge.outputs["Facing"], 4.0))), mix.inputs[0])
    g.link(clear.outputs[0], mix.inputs[1])
    g.link(light.outputs[0], mix.inputs[2])
    s = scale
    drop = rounded([(0, 0), (.0022, .0006), (.0044, .0068), (.0030, .0150), (.0010, .0218), (0, .0246)], [0, .002, .006, .006, .003, 0], 8)
    obj = turned("flame", [(r * s, z * s) for r, z in drop], g.finish(mix), at, 48)
    obj.modifiers.clear()
    refine(obj, 1)
    # The lamp inside it gives the light: this is only to be looked at.
    obj.active_material.cycles.emission_sampling = "NONE"
    obj.visible_shadow = obj.visible_diffuse = False
    lamp = bpy.data.lights.new("flame", "POINT")
    lamp.energy, lamp.color, lamp.shadow_soft_size = glow * s, (1, .55, .22), .006
    holder = bpy.data.objects.new("flame-light", lamp)
    bpy.context.scene.collection.objects.link(holder)
    holder.location = Vector(at) + Vector((0, 0, .016 * s))
    return [obj, holder, halo(Vector(at) + Vector((0, 0, .012 * s)), .030 * s)]


def halo(at, radius):
    """The soft light that a flame leaves in lens and air: light added to what lies behind, fading outwards."""
    g = Graph("halo")
    edge, sides = g.node("ShaderNodeLayerWeight"), g.node("ShaderNodeNewGeometry")
    edge.inputs[0].default_value = .5
    light = g.node("ShaderNodeEmission")
    light.inputs[0].default_value = (1, .52, .18, 1)
    near = g.math("POWER", g.math("SUBTRACT", 1.0, edge.outputs["Facing"]), 5.0)
    g.link(g.math("MULTIPLY", g.math("MULTIPLY", near, .32), g.math("SUBTRACT", 1.0, sides.outputs["Backfacing"])), light.inputs[1])
    clear, add = g.node("ShaderNodeBsdfTransparent"), g.node("ShaderNodeAddShader")
    g.link(clear.outputs[0], add.inputs[0])
    g.link(light.outputs[0], add.inputs[1])
    ball = turned("halo", [(radius * math.sin(math.pi * k / 32), -radius * math.cos(math.pi * k / 32)) for k in range(33)], g.finish(add), at, 64)
    ball.active_material.cycles.emission_sampling = "NONE"
    ball.visible_shadow = ball.visible_diffuse = ball.visible_glossy = False
    return ball


def candle(name="", quantity="220 g", at=(0, 0, 0), turn=0.0, radius=.041, height=.096, colour=SMOKE, wicks=1, lit=True, tinted="#e4d5bb", fill=.84):
    """Wax in a thick glass with a paper label, filled so high that the rim does not hide the flame."""
    r, h, wall = radius, height, .0034
    level = h * fill
    parts = [turned("glass", rounded([(0, 0), (r, 0), (r, h), (r - wall, h), (r - wall, .011), (0, .011)], [0, .005, .0015, .0015, .005, 0], 6), glass("vessel", colour, shade=.9))]
    parts.append(turned("wax", rounded([(0, .0112), (r - wall + .0002, .0112), (r - wall + .0002, level + .001), (r * .7, level - .0012), (0, level - .002)], [0, .004, .0016, .01, 0], 6), wax(f"wax{tinted}", tinted, .007)))
    dark = plain("wick", "#1d1712", .9)
    spots = [(0, 0)] if wicks == 1 else [(r * .42 * math.cos(a), r * .42 * math.sin(a)) for a in (-.5, 1.6, 3.7)]
    for x, y in spots:
        parts.append(rod("wick", [(x, y, level - .006), (x + .0002, y, level + .003), (x + .0012, y, level + .008), (x + .003, y, level + .011)], .0009, dark))
        if lit:
            parts += flame((x + .002, y, level + .0065), .82 if r < .03 else 1.0, glow=.08 if wicks == 1 else .010)
    w, lh = min(.052, r * 1.1), min(.050, h * .50)
    parts.append(labels.wrapped(r, h * .20, w, lh, printed("label", labels.label(name, quantity, w, lh), .7)))
    return group(parts, at, turn)


def diffuser(name="", quantity="200 ml", at=(0, 0, 0), turn=0.0, colour=SMOKED, reeds=8, radius=.038, height=.094):
    """A shouldered bottle with reeds."""
    r, h = radius, height
    outline = rounded([(0, 0), (r, 0), (r, h - .012), (.012, h - .006), (.012, h + .012), (.0095, h + .012), (.0095, h - .006), (r - .003, h - .016), (r - .003, h * .66), (0, h * .66 - .0004)],
                      [0, .004, .014, .003, .001, .001, .003, .012, .0014, 0], 7)
    parts = [turned("glass", outline, filled(glass("bottle", colour, 1.42, shade=.85), "#d3c5b0", .04)),
             turned("collar", rounded([(.0125, h + .001), (.0155, h + .001), (.0155, h + .014), (.0098, h + .014)], [0, .001, .001, 0]), brass())]
    rng = random.Random(2)
    straw = plain("reed", "#c5a97f", .8)
    for i in range(reeds):
        # A fan, seen from the front: every reed apart, near and far by turns; all pass the neck on their way down.
        across, away = 2 * i / (reeds - 1) - 1, .008 * (-1) ** i
        high = (.050 * across + rng.uniform(-.0015, .0015), away, h + .172 - .010 * across * across + rng.uniform(-.007, .007))
        neck = (.0076 * across, .0022 * (-1) ** i, h + .012)
        low = tuple(b + (b - a) * (neck[2] - .012) / (high[2] - neck[2]) for a, b in zip(high[:2], neck[:2])) + (.012,)
        parts.append(rod("reed", [low, neck, high], .0014, straw, curved=False))
    w, lh = r * 1.1, h * .46
    parts.append(labels.wrapped(r, h * .17, w, lh, printed("label", labels.label(name, quantity, w, lh), .7)))
    return group(parts, at, turn)


# ---------------------------------------------------------------- scenes

def single_candle(name, closer=False):
    props.ledge("travertine", plaster_colour="#d6cab9")
    candle(name, "220 g", (-.008, .03, 0), .08)
    if not closer:
        props.book((.085, .13, 0), (.15, .11, .02), "#9a8f7e", .35)
        props.napkin((.06, .03, 0), (.10, .09), "#cfc3b0", -.5)
    north_light(.38, key=.8, fill=.8, centre=(0, .03, .06), glow=.8)
    if closer:
        props.sprig((-.10, .20, 0), .16, (.04, 0), 9, 14, "#b3a693", .13)
        # Stopped down: sharp from the foot of the label to the flame behind it.
        props.tile_frame((-.004, .02, .062), .145, 100, 24, -8, 22, focus=(-.010, -.010, .056))
    else:
        props.tile_frame((.006, .03, .078), .245, 95, 12, -4, 6.3, focus=(0, -.01, .06))


# The bowl with three wicks, 15 x 10 cm: less deep in wax than the small glasses.
BOWL = {"radius": .075, "height": .100, "wicks": 3, "fill": .74}


def bowl_lid(at):
    """Its oak lid, 15 mm thick: turned from one piece, a shallow dip for the fingers round a brass stud."""
    wood = props.oak("lid", "#9c774f")
    outline = [(0, 0), (.0735, 0), (.0750, .0015), (.0750, .0125), (.0725, .0150), (.0320, .0150), (.0240, .0138), (.0110, .0128), (0, .0128)]
    turned("lid", rounded(outline, [0, .001, .001, .002, .002, .004, .006, .004, 0]), wood, at)
    turned("stud", rounded([(0, .0126), (.0065, .0126), (.0065, .0144), (0, .0150)], [0, .0002, .0010, 0]), brass(), at, 48)


def broad_candle(name, closer=False):
    """The bowl lit, its lid beside it; near, the three wicks in their wax."""
    props.ledge("travertine", depth=.40, plaster_colour="#d6cab9")
    candle(name, "650 g", (-.030, .02, 0), .10, **BOWL)
    bowl_lid((.106, .055, 0))
    north_light(.40, key=.8, fill=.8, centre=(0, .03, .06), glow=.8)
    if closer:
        props.sprig((-.15, .20, 0), .16, (.04, 0), 9, 14, "#b3a693", .13)
        props.tile_frame((-.030, .02, .074), .222, 100, 42, -8, 6.3, focus=(-.03, .01, .080))
    else:
        props.tile_frame((.036, .03, .080), .405, 95, 20, -4, 6.3, focus=(-.03, -.02, .06))


def shelf_with_books():
    """An oak shelf towards evening, two books on its left."""
    props.ledge("oak", wall=.30, depth=.44, plaster_colour="#cfc2b0")
    props.book((-.105, .10, 0), (.17, .13, .022), "#77808a", .12)
    props.book((-.10, .105, .022), (.15, .12, .018), "#b7a78f", -.08)


def broad_candle_room(name):
    """The bowl burning on an oak shelf beside two books, towards evening."""
    shelf_with_books()
    candle(name, "650 g", (.078, .02, 0), -.1, **BOWL)
    props.sprig((-.105, .11, .040), .13, (.05, 0), 12, 15, vase=.09)
    north_light(.5, key=.6, fill=.65, centre=(0, .03, .09), glow=.8)
    props.tile_frame((.012, .05, .105), .41, 85, 17, 3, 6.3, focus=(.06, 0, .06))


def refill_room(name):
    """The refill on two books beside the diffuser, towards evening; the vase apart from its reeds."""
    shelf_with_books()
    metal_flask(name, "200 ml", (-.105, .085, .040), .1, height=.120)
    diffuser(name.split("\n")[-1], at=(.082, .03, 0), turn=.02)
    props.sprig((-.018, .20, 0), .135, (-.050, 0), 12, 13, vase=.115)
    north_light(.5, key=.6, fill=.65, centre=(0, .03, .09), glow=.8)
    props.tile_frame((.004, .05, .121), .390, 85, 8, 3, 9, focus=(.02, .01, .07))


def room_candle(name):
    """The candle burning on a bedside table beside a book, towards evening."""
    props.ledge("oak", wall=.30, depth=.40, plaster_colour="#cfc2b0")
    props.book((-.085, .07, 0), (.17, .13, .022), "#77808a", .12)
    props.book((-.08, .075, .022), (.15, .12, .018), "#b7a78f", -.08)
    props.sprig((-.09, .08, .040), .17, (.05, 0), 12, 17, "#cabca8")
    candle(name, "220 g", (.062, .02, 0), -.1)
    north_light(.5, key=.55, fill=.6, centre=(0, .03, .09), glow=.7)
    props.tile_frame((-.004, .05, .135), .42, 85, 9, 3, 6.3, focus=(.06, 0, .06))


def candle_trio(names):
    props.ledge("travertine", depth=.46, plaster_colour="#d6cab9")
    # No higher than the foot of the labels.
    props.linen_tray((.190, .080, .015), (0, .03, 0), .0)
    for i, label in enumerate(names):
        candle(label, "70 g", ((i - 1) * .061, .03, .004), .12 - .1 * i, .028, .065, lit=i == 1)
    props.sprig((.112, .17, 0), .095, (-.04, 0), 5, 11, vase=.085)
    north_light(.38, key=.8, fill=.8, centre=(0, .03, .05), glow=.8)
    props.tile_frame((-.002, .03, .066), .288, 95, 15, -6, 9, focus=(0, -.005, .04))


def single_diffuser(name, closer=False):
    props.ledge("travertine", plaster_colour="#d6cab9")
    diffuser(name, at=(-.01, .04, 0), turn=-.06 if closer else .02)
    if closer:
        north_light(.45, key=.85, centre=(0, .03, .08))
        props.bud_vase((.12, .22, 0), "#b3a693", .12)
        props.tile_frame((-.010, .03, .073), .166, 100, 9, -7, 9, focus=(-.01, .003, .05))
        return
    props.dish((.092, .03, 0), .044, .012)
    props.pebble((.088, .03, .004), .028, "#8f8577", 3)
    north_light(.45, key=.85, centre=(0, .03, .1))
    props.tile_frame((.006, .04, .126), .355, 95, 6, -3, 7, focus=(0, .01, .06))


def refill(name):
    """A plain capped bottle of fragrance with fresh reeds beside it."""
    props.ledge("oak", plaster_colour="#d6cab9")
    metal_flask(name, "200 ml", (-.03, .05, 0), .1)
    straw = plain("reed", "#c5a97f", .8)
    rng = random.Random(5)
    for i in range(8):
        y = .015 + rng.uniform(-.006, .006)
        rod("reed", [(-.06 + rng.uniform(-.006, .006), y - .045, .0016 + (i % 2) * .0028), (.135, y + .035 + rng.uniform(-.02, .02), .0016 + (i % 2) * .0028)], .0014, straw, curved=False)
    north_light(.42, key=.85, centre=(0, .03, .08))
    props.tile_frame((.006, .03, .085), .275, 95, 10, -4, 7, focus=(-.02, .01, .07))


def metal_flask(name, quantity, at, turn=0.0, radius=.0275, height=.132):
    """An aluminium bottle with a screw cap and a cream label."""
    r, h = radius, height
    metal = aluminium()
    parts = [turned("flask", rounded([(0, 0), (r, 0), (r, h - .022), (.0125, h - .004), (.0125, h + .002), (0, h + .002)], [0, .004, .018, .004, 0, 0], 9), metal),
             turned("cap", rounded([(0, h), (.0150, h), (.0150, h + .018), (0, h + .018)], [0, .0008, .002, 0]), plain("cap", "#2a2725", .45))]
    parts.append(dress(name, quantity, r, h, h * .20, labels.INK, labels.PAPER, .46, 1.6))
    return group(parts, at, turn)


def spray(name, quantity="100 ml", small=False, on="ledge", closer=False):
    if on == "bedside":
        props.bedside()
        spot = (-.03, .0, 0)
    elif on == "linen":
        props.table("linen", wall=.45, plaster_colour="#d9cfc0")
        props.napkin((-.11, .0, .0), (.24, .22), "#e3dccf", .12, 8, "linen", .0042)
        spot = (-.01, .0, .0195)
    else:
        props.ledge("travertine", plaster_colour="#d6cab9")
        spot = (-.008, .03, 0)
    r, h = (.0195, .088) if small else (.025, .112)
    flacon(name, quantity, SMOKED, IN_SMOKED, "mist", r, h, spot, .1, .8)
    if not closer and on == "ledge":
        props.napkin((.045, .10, 0), (.12, .10), "#d3c7b4", .5)
    north_light(.38, key=.85, centre=(0, .03, .06))
    if on == "bedside":
        props.tile_frame((.01, .02, .062), .24, 95, 12, -6, 6.3, focus=(spot[0], spot[1] - r, .05))
    elif closer:
        props.bud_vase((.10, .20, 0), "#b3a693", .10)
        props.tile_frame((spot[0] + .004, spot[1], h * .685), h * 1.34, 100, 9, -8, 9, focus=(spot[0], spot[1] - r, h * .5))
    else:
        props.tile_frame((spot[0] + .012, spot[1], h * .62), .19 if small else .225, 95, 10, -4, 6.3, focus=(spot[0], spot[1] - r, h * .5))


def in_the_room(kind, name=""):
    """Fragrance where it is used: towards evening, on an oak shelf or by the bed."""
    if kind in ("mist", "spray"):
        props.bedside()
        flacon(name, "50 ml" if kind == "mist" else "100 ml", SMOKED, IN_SMOKED, "mist", .0195 if kind == "mist" else .025, .088 if kind == "mist" else .112, (.03, -.03, 0), -.1, .8)
        # Far enough back for the white of the sheet to shine through it, out of the bottle's amber shade.
        props.tumbler((.092, .085, 0))
        north_light(.45, key=.8, fill=.8, centre=(0, .03, .06))
        props.tile_frame((.004, .04, .068), .32, 90, 10, 2, 8, focus=(.03, -.04, .06))
        return
    shelf_with_books()
    if kind == "votives":
        candle(name, "70 g", (-.10, .10, .040), .1, .028, .065)
        candle("cèdre & bergamote", "70 g", (.045, .02, 0), -.1, .028, .065)
        candle("fleur de tilleul", "70 g", (.125, .08, 0), -.2, .028, .065)
    else:
        diffuser(name, at=(.075, .03, 0), turn=.02)
        props.dish((-.10, .10, .040), .045, .012)
    low = kind == "votives"
    props.sprig((-.02, .20, 0) if low else (-.13, .19, 0), .17, (.05, 0), 12, 15, vase=.115)
    north_light(.5, key=.6, fill=.65, centre=(0, .03, .09), glow=.8)
    props.tile_frame((.0, .05, .105 if low else .125), .38 if low else .44, 85, 8, 3, 6.3, focus=(.06, 0, .06))


def votives_detail(names):
    """One of the three, lit, near; the others behind it."""
    props.ledge("travertine", plaster_colour="#d6cab9")
    for i, label in enumerate(names):
        candle(label, "70 g", (-.022 + i * .068, .02 + .05 * i, 0), .12 - .1 * i, .028, .065, lit=i == 0)
    north_light(.38, key=.8, fill=.8, centre=(0, .03, .05), glow=.8)
    props.tile_frame((-.002, .03, .048), .135, 100, 18, -6, 5.6, focus=(-.022, .0, .04))


def refill_detail(name):
    """Cap and whole label of the aluminium bottle, near."""
    props.ledge("oak", plaster_colour="#d6cab9")
    metal_flask(name, "200 ml", (-.006, .05, 0), .14)
    props.bud_vase((.11, .20, 0), "#b3a693", .10)
    north_light(.42, key=.85, centre=(0, .03, .08))
    props.tile_frame((.004, .04, .087), .150, 100, 11, -8, 9, focus=(-.006, .023, .07))
