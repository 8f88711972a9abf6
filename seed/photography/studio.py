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
REVISION = 4

SAMPLES = 10
THREADS = 1
GPU = False


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
    scene.cycles.device = "GPU" if GPU else "CPU"
    if GPU:
        take_gpu()
    scene.world = bpy.data.worlds.new("ambient")
    scene.world.use_nodes = True
    return scene


def take_gpu():
    """Let Cycles use every CUDA device; the factory settings, just read, know of none."""
    wishes = bpy.context.preferences.addons["cycles"].preferences
    wishes.compute_device_type = "CUDA"
    wishes.refresh_devices()
    found = [device for device in wishes.devices if device.type == "CUDA"]
    if not found:
        raise SystemExit("--gpu: Cycles finds no CUDA device; render without it")
    for device in wishes.devices:
        device.use = device in found


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
          (1.8 * s, 1.8 * s), 5.5 * s * s * fill, (1.0, .95, .91))
    ambient(.15 * fill)
    if glow:
        sun((.80, .50, -.40), 1.9 * glow, 1.9)
        window_frame(s, (cx, cy, cz))
        branch(s, (cx, cy, cz))


def window_frame(scale, centre, panes=(2, 3)):
    """Bars and a surround between sun and set; seen only as soft shadow on the wall."""
    from shapes import box
    from materials import plain
    s = scale
    direction = Vector((.80, .50, -.40)).normalized()
    middle = Vector(centre) + Vector((.05 * s, .5 * s, .30 * s)) - direction * 2.6 * s
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


def branch(scale, centre, leaves=46, seed=3):
    """A bough outside the window: out of frame, there only for the shade of its leaves on wall and cloth."""
    from shapes import mesh
    from materials import plain
    rng = np.random.default_rng(seed)
    direction = np.array((.80, .50, -.40)) / np.linalg.norm((.80, .50, -.40))
    right = np.cross(direction, (0, 0, 1))
    right /= np.linalg.norm(right)
    up = np.cross(right, direction)
    middle = np.array(centre) + scale * (np.array((.05, .5, .30)) - direction * 1.9)
    vertices, faces = [], []
    for _ in range(leaves):
        x, y = rng.normal(.10, .24), rng.normal(.22, .26)
        angle, length = rng.uniform(.2, 1.4), rng.uniform(.09, .17)
        along, across = (math.cos(angle) * right + math.sin(angle) * up), (-math.sin(angle) * right + math.cos(angle) * up)
        foot = middle + scale * (x * right + y * up)
        base = len(vertices)
        vertices += [foot, foot + scale * (along * length * .5 + across * length * .17), foot + scale * along * length,
                     foot + scale * (along * length * .5 - across * length * .17)]
        faces.append((base, base + 1, base + 2, base + 3))
    hide_from_lens(mesh("bough", vertices, faces, plain("shade", "#20241c", .9), smooth=False))


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
    cycles.denoising_use_gpu = GPU
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "ACCURATE"
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


# What is set, not product: it needs fewer samples, being smooth.
BACKDROP = ("wall", "ledge", "table", "floor", "backdrop", "frame", "bough", "lake", "skirting", "moulding", "curtain", "stand-in")


def outline(objects, size, margin):
    """Where objects are seen, with a margin: left, bottom, right, top as fractions; nothing of them: the whole picture."""
    from bpy_extras.object_utils import world_to_camera_view
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = size
    bpy.context.view_layer.update()
    low, high = np.array([1.0, 1.0]), np.array([0.0, 0.0])
    for obj in objects:
        for corner in obj.bound_box:
            x, y, depth = world_to_camera_view(scene, scene.camera, obj.matrix_world @ Vector(corner))
            if depth > 0:
                low, high = np.minimum(low, (x, y)), np.maximum(high, (x, y))
    low, high = np.clip(low - margin, 0, 1), np.clip(high + margin, 0, 1)
    return (0.0, 0.0, 1.0, 1.0) if (high <= low).any() else (*map(float, low), *map(float, high))


def subject(size):
    """The part of the picture that holds anything but backdrop."""
    seen = (o for o in bpy.context.scene.objects if o.type in ("MESH", "CURVE", "CURVES") and not o.hide_render and o.visible_camera)
    return outline((o for o in seen if not o.name.startswith(BACKDROP)), size, .035)


def place(region, size):
    """A region as fractions; given as the beginning of names, it is where those objects are seen."""
    if not isinstance(region, str):
        return region
    return outline((o for o in bpy.context.scene.objects if o.name.startswith(region)), size, .02)


def portrait(size, low, high):
    """The set in `low` samples, the subject in `high`, joined softly; in one go where the subject fills the frame."""
    region = subject(size)
    share = (region[2] - region[0]) * (region[3] - region[1])
    if share > .62 or low >= high:
        return expose(size, round(low + (high - low) * .62))
    return patched(expose(size, low), size, high, region)


def patched(light, size, samples, region, feather=18):
    """`light` with `region` rendered anew, its edge blended over a few pixels."""
    patch = expose(size, samples, region)
    width, height = size
    x, y = np.arange(width)[None, :], np.arange(height)[::-1][:, None]
    left, bottom, right, top = (region[0] * width, region[1] * height, region[2] * width, region[3] * height)
    far = lambda edge, limit, distance: np.full_like(distance, 1e3, float) if abs(edge - limit) < 1 else distance.astype(float)
    inside = np.minimum(np.minimum(far(left, 0, x - left - 2), far(right, width, right - 3 - x)),
                        np.minimum(far(bottom, 0, y - bottom - 2), far(top, height, top - 3 - y)))
    weight = np.clip(inside / feather, 0, 1)[..., None]
    return light * (1 - weight) + patch * weight


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
