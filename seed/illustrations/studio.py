"""The studio: an empty room with north light from the left, a camera, and the renderer.

Everything is measured in metres, Z is up, the camera looks along +Y. A render is kept as
scene-linear light (numpy, float32), never as a finished picture: colourways and the final
grade are applied afterwards, so one render serves every colour of a product.
"""
import math
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

# Raised by hand when light, camera or render settings change enough to redo every picture.
REVISION = 1

SAMPLES = 10
THREADS = 2


# ---------------------------------------------------------------- colour

def linear(colour):
    """'#rrggbb' -> scene-linear RGBA."""
    digits = colour.lstrip("#")
    channels = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return tuple(c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4 for c in channels) + (1.0,)


def scaled(colour, factor):
    return tuple(min(1.0, max(0.0, c * factor)) for c in colour[:3]) + (1.0,)


# ---------------------------------------------------------------- stage

def clear():
    """Empty the stage and return the scene with neutral render settings."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.world = bpy.data.worlds.new("ambient")
    scene.world.use_nodes = True
    return scene


def ambient(strength, colour=(1.0, .965, .93)):
    node = bpy.context.scene.world.node_tree.nodes["Background"]
    node.inputs[0].default_value = (*colour, 1)
    node.inputs[1].default_value = strength


def aim(obj, target):
    direction = Vector(target) - obj.location
    obj.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    return obj


def panel(name, at, target, size, power, colour=(1, 1, 1), spread=180):
    """A rectangular light."""
    data = bpy.data.lights.new(name, "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", *size
    data.energy, data.color, data.spread = power, colour, math.radians(spread)
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = at
    return aim(obj, target)


def sun(direction, strength, angle, colour=(1.0, .90, .78)):
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.angle, data.color = strength, math.radians(angle), colour
    obj = bpy.data.objects.new("sun", data)
    bpy.context.scene.collection.objects.link(obj)
    obj.rotation_euler = Vector(direction).to_track_quat("-Z", "Y").to_euler()
    return obj


def north_light(scale=1.0, key=1.0, fill=1.0, centre=(0, 0, .1), glow=1.0):
    """A tall window to the left and slightly behind, a weak card to the right, a warm room.

    `scale` is roughly the size of the subject in metres; power grows with its square so the
    exposure of every set agrees. `glow` is a low, very soft sun that grazes the wall through
    a window frame and gives the plaster its gradient.
    """
    s = scale
    cx, cy, cz = centre
    panel("window", (cx - 2.1 * s, cy + .25 * s, cz + 1.35 * s), (cx, cy, cz + .1 * s),
          (1.3 * s, 1.9 * s), 86 * s * s * key, (1.0, .955, .905))
    panel("card", (cx + 2.3 * s, cy - 1.1 * s, cz + .9 * s), (cx, cy, cz + .1 * s),
          (1.8 * s, 1.8 * s), 8.5 * s * s * fill, (1.0, .95, .91))
    ambient(.20 * fill)
    if glow:
        sun((.80, .50, -.40), 1.15 * glow, 3.2)
        window_frame(s, (cx, cy, cz))


def window_frame(scale, centre, panes=(2, 3)):
    """Bars and a surround between sun and set; seen only as soft shadow on the wall."""
    from shapes import box
    from materials import plain
    s = scale
    direction = Vector((.80, .50, -.40)).normalized()
    middle = Vector(centre) + Vector((.05 * s, .5 * s, .30 * s)) - direction * 2.6 * s
    right = direction.cross(Vector((0, 0, 1))).normalized()
    up = right.cross(direction).normalized()
    dark = plain("frame", "#2a2622", .9)
    width, height, bar = 1.25 * s, 1.35 * s, .055 * s

    def slab(cx, cy, w, h):
        obj = box("frame", (w, h, .01 * s), material=dark, radius=0)
        obj.rotation_euler = direction.to_track_quat("Z", "Y").to_euler()
        axis_x = obj.rotation_euler.to_matrix() @ Vector((1, 0, 0))
        axis_y = obj.rotation_euler.to_matrix() @ Vector((0, 1, 0))
        obj.location = middle + axis_x * cx + axis_y * cy
        hide_from_lens(obj)

    for i in range(1, panes[0]):
        slab(width * (i / panes[0] - .5), 0, bar, height)
    for j in range(1, panes[1]):
        slab(0, height * (j / panes[1] - .5), width, bar)
    big = 7 * s
    slab(-(width + big) / 2, 0, big, big * 2)
    slab((width + big) / 2, 0, big, big * 2)
    slab(0, (height + big) / 2, width, big)
    slab(0, -(height + big) / 2, width, big)


def hide_from_lens(obj):
    obj.visible_camera = obj.visible_glossy = obj.visible_transmission = obj.visible_diffuse = False
    return obj


def camera(at, target, lens=85, stop=6.3, focus=None, shift=(0, 0), name="camera"):
    data = bpy.data.cameras.new(name)
    data.lens, data.sensor_width, data.clip_start = lens, 36, .01
    data.shift_x, data.shift_y = shift
    obj = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = at
    aim(obj, target)
    if stop:
        data.dof.use_dof = True
        data.dof.aperture_fstop = stop
        data.dof.focus_distance = (Vector(focus or target) - Vector(at)).length
    bpy.context.scene.camera = obj
    return obj


# ---------------------------------------------------------------- exposure on film

def configure(size, samples=None, bounces=5, transmission=8):
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.resolution_x, render.resolution_y = size
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", THREADS
    render.use_persistent_data = True
    render.filter_size = 1.5
    cycles.samples = samples or SAMPLES
    cycles.use_adaptive_sampling = False
    cycles.use_light_tree = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = "HIGH"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = bounces, 2, 2
    cycles.transmission_bounces, cycles.transparent_max_bounces = transmission, 12
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 3
    cycles.blur_glossy = .6
    scene.cycles_curves.shape = "RIBBONS"
    scene.cycles_curves.subdivisions = 2
    scene.view_settings.view_transform = "Raw"
    settings = render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = "OPEN_EXR", "RGB", "32"


def expose(size, samples=None, region=None, **options):
    """Render the current camera; returns an array height x width x 3 of scene-linear light.

    `region` (left, bottom, right, top as fractions) renders only that part, the rest is zero.
    """
    configure(size, samples, **options)
    render = bpy.context.scene.render
    render.use_border = region is not None
    render.use_crop_to_border = False
    if region:
        render.border_min_x, render.border_min_y, render.border_max_x, render.border_max_y = region
    handle, path = tempfile.mkstemp(suffix=".exr")
    os.close(handle)
    render.filepath = path
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Non-Color"
    pixels = np.empty(size[0] * size[1] * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    os.unlink(path)
    return pixels.reshape(size[1], size[0], 4)[::-1, :, :3].copy()


def stencil(size, wanted):
    """How much of each pixel shows materials whose name starts with `wanted`: 0..1."""
    scene = bpy.context.scene
    undo = []
    for material in bpy.data.materials:
        if not material.use_nodes:
            continue
        tree = material.node_tree
        output = next((n for n in tree.nodes if n.type == "OUTPUT_MATERIAL"), None)
        if output is None:
            continue
        links = {s.name: s.links[0].from_socket for s in output.inputs if s.is_linked}
        light = tree.nodes.new("ShaderNodeEmission")
        light.inputs[0].default_value = (1, 1, 1, 1)
        light.inputs[1].default_value = 1.0 if material.name.startswith(wanted) else 0.0
        tree.links.new(light.outputs[0], output.inputs["Surface"])
        undo.append((tree, output, light, links))
    background = scene.world.node_tree.nodes["Background"]
    strength = background.inputs[1].default_value
    background.inputs[1].default_value = 0
    lamps = [o for o in scene.objects if o.type == "LIGHT"]
    for lamp in lamps:
        lamp.hide_render = True
    mask = expose(size, samples=10, bounces=0)[:, :, 0]
    for lamp in lamps:
        lamp.hide_render = False
    background.inputs[1].default_value = strength
    for tree, output, light, links in undo:
        for name, socket in links.items():
            tree.links.new(socket, output.inputs[name])
        tree.nodes.remove(light)
    return np.clip(mask, 0, 1)
