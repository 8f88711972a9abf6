"""The bedroom: oak floor, panelled plaster, a tall window on the lake, the light that comes through it."""
import math
import os
import tempfile

import bpy
import numpy as np
from PIL import Image, ImageFilter

import props
from materials import Graph, brass, cloth, oak, plain, plaster, satin
from shapes import box, mesh, rounded, turned
from studio import ambient, branch, panel, sun, window_frame


def lake_view():
    """A hazy morning lake: pale sky, two ranges of hills, still water. Returns a picture path."""
    path = os.path.join(tempfile.gettempdir(), "valmere-lake-view-4.png")
    if os.path.exists(path):
        return path
    w, h = 900, 1200
    y = np.linspace(0, 1, h)[:, None]
    x = np.linspace(0, 1, w)[None, :]
    top, low = np.array([203, 218, 228.]), np.array([250, 240, 226.])
    picture = top + (low - top) * np.clip(y / .55, 0, 1)[..., None] + np.zeros((h, w, 1))
    rng = np.random.default_rng(4)

    def ridge(base, height, rough, seed):
        r = np.random.default_rng(seed)
        line = np.full(w, base)
        for k in range(1, 9):
            line = line - height / k ** rough * np.sin(x[0] * 2 * math.pi * k * .55 + r.uniform(0, 7)) * r.uniform(.4, 1)
        return line[None, :]

    for base, height, colour, seed in ((.44, .075, (168, 186, 198), 2), (.505, .046, (124, 150, 164), 8), (.562, .020, (84, 112, 118), 5)):
        inside = (y > ridge(base, height, 1.25, seed)) & (y < .61)
        fade = np.clip((.61 - y) / .16, 0, 1)[..., None]
        tone = np.array(colour) * fade + np.array((222, 224, 220)) * (1 - fade)
        picture = np.where(inside[..., None], tone, picture)
    water = y >= .60
    mirror = np.array([196, 210, 216]) + (np.array([140, 164, 176]) - np.array([196, 210, 216])) * np.clip((y - .6) / .4, 0, 1)[..., None]
    ripples = rng.normal(size=(h, w // 6)).repeat(6, axis=1)[:, :w][..., None] * 2.0
    picture = np.where(water[..., None], mirror + ripples, picture)
    Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(3)).save(path)
    return path


def glowing(name, path, strength):
    g = Graph(name)
    texture = g.node("ShaderNodeTexImage", extension="EXTEND")
    texture.image = bpy.data.images.load(path)
    light = g.node("ShaderNodeEmission")
    g.link(texture.outputs[0], light.inputs[0])
    light.inputs[1].default_value = strength
    return g.finish(light)


def floor(colour="#a58c70"):
    box("floor", (14, 9.4, .1), (0, -3.3, -.05), oak("floor", colour, "y", boards=.15), 0)


def back_wall(at, panels=True, window=None, colour="#dbd1c3", height=3.3):
    """The wall behind the bed at y = at; `window` = (centre x, width, sill, top) cuts a tall window."""
    paint = plaster("wall", colour, .05)
    trim = plain("trim", "#e3dbcf", .65)
    if window:
        cx, w, sill, top = window
        left, right = cx - w / 2, cx + w / 2
        box("wall", (left + 7, .22, height), ((left - 7) / 2, at + .11, height / 2), paint, 0)
        box("wall", (7 - right, .22, height), ((right + 7) / 2, at + .11, height / 2), paint, 0)
        box("wall", (w, .22, height - top), (cx, at + .11, (height + top) / 2), paint, 0)
        if sill > .02:
            box("wall", (w, .22, sill), (cx, at + .11, sill / 2), paint, 0)
            # Flush with the wall but for a lip: curtains hang before it.
            box("sill", (w + .12, .25, .035), (cx, at + .10, sill + .0175), trim, .006)
        pane_window(cx, w, sill, top, at, trim)
    else:
        box("wall", (14, .1, height), (0, at + .05, height / 2), paint, 0)
    skirt_spans = [(-7, 7)] if not window or window[2] > .2 else [(-7, window[0] - window[1] / 2), (window[0] + window[1] / 2, 7)]
    for a, b in skirt_spans:
        box("skirting", (b - a, .024, .13), ((a + b) / 2, at - .012, .065), trim, .006)
    if panels:
        spans = ((0, 2.2), (-2.0, 1.3), (2.0, 1.3), (-3.6, 1.4), (3.6, 1.4)) if not window else panels
        for cx, w in spans:
            frame(cx, 1.62, w, 2.35, at, trim)


def frame(x, z, w, h, at, material):
    """A flat moulding frame on the wall."""
    for dx, dz, ww, hh in ((0, h / 2, w, .026), (0, -h / 2, w, .026), (-w / 2, 0, .026, h), (w / 2, 0, .026, h)):
        box("moulding", (ww + (.026 if hh == .026 else 0), .018, hh), (x + dx, at - .009, z + dz), material, .007, 2)


def pane_window(cx, w, sill, top, at, trim):
    """Casement with slender bars, the lake behind it."""
    y = at + .12
    h = top - sill
    for x in (-w / 2 + .025, w / 2 - .025):
        box("jamb", (.05, .06, h), (cx + x, y, sill + h / 2), trim, .006)
    for z in (sill + .025, top - .025):
        box("rail", (w, .054, .05), (cx, y, z), trim, .006)
    box("mullion", (.055, .05, h), (cx, y, sill + h / 2), trim, .006)
    for k in range(1, 4):
        z = sill + h * k / 4
        box("bar", (w, .022, .022), (cx, y, z), trim, .004)
    v = [(cx - 3.4, at + 3.4, -2.30), (cx + 3.4, at + 3.4, -2.30), (cx + 3.4, at + 3.4, 4.50), (cx - 3.4, at + 3.4, 4.50)]
    mesh("lake", v, [(0, 1, 2, 3)], glowing("lake", lake_view(), 1.9), [(0, 0), (1, 0), (1, 1), (0, 1)], smooth=False)


def curtain(x0, x1, y, top=3.0, colour="#e9e2d6", folds=9, glow=.45, seed=0.0, depth=.055):
    """A hanging linen curtain from x0 to x1 in front of the wall at y."""
    n, v, f = folds * 36, [], []
    for i in range(n):
        t = i / (n - 1)
        wave = math.sin(t * 2 * math.pi * folds + .7 * math.sin(t * 17 + seed) + seed)
        for z, k in ((.015, 1.15), (.8, 1.0), (1.9, .85), (top - .1, .62), (top, .5)):
            v.append((x0 + (x1 - x0) * t + .012 * math.sin(t * 40 + z * 2 + seed), y + depth * wave * k, z))
    for i in range(n - 1):
        for j in range(4):
            f.append((i * 5 + j, i * 5 + 5 + j, i * 5 + 6 + j, i * 5 + 1 + j))
    return mesh("curtain", v, f, cloth("curtain", colour, "linen", 0, mapped=False, glow=glow))


def nightstand(x, y, lamp=True, wood="#a98660", extras=True, on=False):
    """An oak bedside table with two drawers, a ceramic lamp, a book."""
    ok, knob = oak("nightstand", wood, "x"), brass()
    box("body", (.46, .38, .36), (x, y, .36), ok, .006)
    for z in (.44, .275):
        box("drawer", (.425, .012, .145), (x, y - .194, z), ok, .003)
        turned("knob", [(0, 0), (.010, 0), (.012, .012), (0, .014)], knob, (x, y - .20, z), 24).rotation_euler[0] = math.pi / 2
    for dx in (-.19, .19):
        for dy in (-.15, .15):
            turned("foot", [(0, 0), (.010, 0), (.014, .18), (0, .18)], ok, (x + dx, y + dy, 0), 20)
    if lamp:
        clay = satin("lamp", "#d3c8b8", .6, .0008)
        turned("lamp", rounded([(0, 0), (.055, 0), (.092, .11), (.066, .20), (.016, .25), (.012, .31), (0, .31)], [0, .01, .08, .05, .02, .004, 0], 8), clay, (x, y + .02, .54))
        turned("shade", [(.155, .28), (.118, .50)], cloth("shade", "#ebe2d3", "linen", 0, mapped=False, glow=.5), (x, y + .02, .54), 64)
        if on:
            bulb = bpy.data.lights.new("bulb", "POINT")
            bulb.energy, bulb.color, bulb.shadow_soft_size = 4, (1, .74, .48), .04
            holder = bpy.data.objects.new("bulb", bulb)
            bpy.context.scene.collection.objects.link(holder)
            holder.location = (x, y + .02, .93)
    if extras:
        props.book((x + .02, y - .10, .54), (.15, .20, .024), "#7b868c", .25)


def stool(x, y, turn=.2, height=.44, extras=True):
    """A small round oak stool with a vase."""
    wood = oak("stool", "#a5825b", "x")
    turned("seat", rounded([(0, height - .035), (.165, height - .035), (.165, height), (0, height)], [0, .01, .012, 0]), wood, (x, y, 0))
    for k in range(3):
        a = turn + k * 2 * math.pi / 3
        leg = turned("leg", [(0, 0), (.011, 0), (.017, height - .02), (0, height - .02)], wood, (x + .135 * math.cos(a), y + .135 * math.sin(a), 0), 24)
        leg.rotation_euler = (-.09 * math.sin(a) * -1, -.09 * math.cos(a), 0)
    if extras:
        props.bud_vase((x, y, height), "#b9ac9a", .15)
        props.twig((x, y, height + .12), .34, (.08, 0), 5, 22, .06)


def daylight(key=1.0, fill=1.0, glow=1.0, centre=(0, 0, .6), warm=1.0):
    """North light for a whole room: a wide opening on the left, a pale return from the right."""
    cx, cy, cz = centre
    panel("opening", (cx - 3.7, cy - 1.0, cz + 1.2), (cx, cy, cz - .1), (2.6, 2.5), 330 * key, (1, .958, .91))
    panel("return", (cx + 3.2, cy - 2.6, cz + 1.4), (cx, cy, cz), (2.6, 2.6), 17 * fill, (1, .955, .92))
    panel("ceiling", (cx, cy - 1.0, cz + 2.8), (cx, cy, 0), (4, 4), 20 * fill, (1, .98, .955))
    ambient(.14 * fill)
    if glow:
        sun((.74, .46, -.42), 3.4 * glow, 1.5)
        window_frame(1.9, (cx - .1, cy + .25, cz + .25))
        branch(1.9, (cx - .1, cy + .25, cz + .25))
