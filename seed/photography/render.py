"""Render missing and changed pictures, most visible first.

    python render.py                 all missing and changed pictures
    python render.py --only 'bed-*'  pictures that match, in the order of the patterns
    python render.py --list          list what is to be rendered
    python render.py --draft FOLDER  half size, few samples, to judge a composition
    python render.py --quick         the same, but kept until the next full run
    python render.py --gpu --part 2/8   on a GPU, the second of eight parallel runs

It may be stopped at any time and run again: a picture is recorded once its files are written.
"""
import argparse
import contextlib
import fcntl
import fnmatch
import hashlib
import inspect
import json
import os
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import bpy  # noqa: E402,F401  (first: it brings mathutils)
import numpy as np  # noqa: E402

import enter  # noqa: E402
import finish  # noqa: E402
import manifest  # noqa: E402
import studio  # noqa: E402
import table  # noqa: E402

RECORD = os.path.join(HERE, "rendered.json")
IMAGES = os.path.join(HERE, "..", "images")
CACHE = os.environ.get("PHOTOGRAPHY_CACHE", os.path.join(tempfile.gettempdir(), "valmere-photography"))
# Initial estimate of seconds per megapixel and sample on one core, until this run has measured it.
SECONDS = 4.6


def digest(*parts):
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:20]


def frame_key(picture):
    """Cache key of a render before colour: scene, its source text, settings, size and samples."""
    import labels
    import materials
    return digest(picture.scene.__module__, picture.scene.__name__, inspect.getsource(picture.scene), table.revision(picture),
                  picture.settings, picture.size, picture.samples, picture.base and frame_key(picture.base), picture.region,
                  studio.REVISION, materials.REVISION, labels.BRAND)


def stamp_of(picture):
    """Key of the finished picture: render, colourway, grade, widths."""
    return digest(frame_key(picture), picture.tints, picture.grade, picture.widths, picture.limits, finish.REVISION)


def render_frame(picture, groups):
    """Scene-linear light and one stencil per colour group, cached or rendered.

    A picture with a `base` differs from it in a `region` (the legs of a bed, a label): only the region is rendered.
    """
    path = os.path.join(CACHE, frame_key(picture) + ".npz")
    kept = dict(np.load(path)) if os.path.exists(path) else {}
    missing = [g for g in groups if g not in kept]
    if "light" in kept and not missing:
        return kept
    base = render_frame(picture.base, groups) if picture.base else None
    studio.clear()
    picture.scene(**picture.settings)
    if "light" not in kept:
        if base:
            region = studio.place(picture.region, picture.size)
            light = studio.patched(base["light"].astype(np.float32), picture.size, picture.samples[1], region)
        else:
            light = studio.portrait(picture.size, *picture.samples)
        kept["light"] = light.astype(np.float16)
    for group in missing:
        kept[group] = base[group] if base else studio.stencil(picture.size, group).astype(np.float16)
    os.makedirs(CACHE, exist_ok=True)
    np.savez_compressed(path + ".part.npz", **kept)
    os.replace(path + ".part.npz", path)
    return kept


def cost(picture):
    """Megapixels times samples, for the estimate of the remaining time."""
    width, height = picture.size
    low, high = picture.samples
    share = .25 if picture.base else 1
    return width * height / 1e6 * (low + .4 * high) * share


def load_record():
    if not os.path.exists(RECORD):
        return {}
    with open(RECORD, encoding="utf-8") as source:
        return json.load(source)


def note(name, stamp):
    record = load_record()
    record[name] = stamp
    with open(RECORD + ".part", "w", encoding="utf-8") as out:
        json.dump(dict(sorted(record.items())), out, indent=0)
        out.write("\n")
    os.replace(RECORD + ".part", RECORD)


def share(text):
    """'2/8' -> (1, 8): index and number of parallel runs."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts:
        raise ValueError
    return part - 1, parts


def todo(options):
    """Pictures to render, in the order of the patterns, then of the table; a parallel run takes whole renders with all their colours."""
    record, jobs, renders = load_record(), [], {}
    part, parts = options.part
    for place, picture in enumerate(table.pictures()):
        render = renders.setdefault(frame_key(picture.base or picture), len(renders))
        if render % parts != part:
            continue
        rank = next((i for i, o in enumerate(options.only) if fnmatch.fnmatch(picture.name, o)), None)
        if rank is None:
            continue
        full = stamp_of(picture)
        reduce(picture, options)
        done = record.get(picture.name) in (full, stamp_of(picture)) and all(os.path.exists(f) for f in finish.files(IMAGES, picture))
        if options.draft or options.force or not done:
            jobs.append((rank, place, picture))
    return [job[-1] for job in sorted(jobs, key=lambda job: job[:2])]


def wait_while(path):
    """Wait while a file exists, for example during a measurement on this machine."""
    said = False
    while path and os.path.exists(path):
        if not said:
            print("paused", flush=True)
        said = True
        time.sleep(3)


def reduce(picture, options):
    """Reduce size and samples if requested; the stamp then differs, so that a later full run renders the picture again."""
    if options.draft or options.quick:
        picture.size = tuple(v // 2 for v in picture.size)
        picture.samples = (3, 5) if options.draft else (4, 6)
        if picture.base:
            reduce(picture.base, options)
    if options.draft:
        picture.widths = (picture.size[0],)


@contextlib.contextmanager
def alone():
    """Lock record, manifest and catalogue against parallel runs."""
    with open(__file__, encoding="utf-8") as held:  # a file that no run replaces
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def make(picture, options):
    kept = render_frame(picture, sorted(picture.tints))
    result = finish.develop(kept, picture)
    written, entry = finish.save(result, options.draft or IMAGES, picture, draft=bool(options.draft))
    if not options.draft:
        with alone():
            manifest.enter(IMAGES, picture.name, entry)
            note(picture.name, stamp_of(picture))
            enter.enter(picture.name)
    return written


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=["*"])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--draft", metavar="FOLDER", help="small, quick pictures into FOLDER, not recorded")
    parser.add_argument("--quick", action="store_true", help="half size, few samples; a later run without it improves them")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--minutes", type=float, help="start nothing new after this long")
    parser.add_argument("--gpu", action="store_true", help="render with CUDA")
    parser.add_argument("--part", type=share, default=(0, 1), metavar="K/N", help="as the K-th of N runs side by side")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="of the renderer; all cores by default")
    parser.add_argument("--pause-file", metavar="PATH", help="between pictures, wait while this file exists")
    options = parser.parse_args()
    studio.THREADS, studio.GPU = options.threads, options.gpu
    jobs = todo(options)
    print(f"{len(jobs)} pictures to do", flush=True)
    for name in table.lacking()[0]:
        print(f"no scene draws {name}", flush=True)
    if options.list:
        for picture in jobs:
            print(" ", picture.name)
        return
    began, failed, spent, paid = time.time(), [], 0.0, 0.0
    for number, picture in enumerate(jobs, 1):
        if options.minutes and time.time() - began > options.minutes * 60:
            print("time is up; run again to go on")
            break
        wait_while(options.pause_file)
        start, price = time.time(), cost(picture)
        try:
            written = make(picture, options)
        except Exception:  # one broken scene must not hold up the others
            traceback.print_exc()
            failed.append(picture.name)
            continue
        took = time.time() - start
        if took > 3:  # a colourway developed from a kept render says nothing about speed
            spent, paid = spent + took, paid + price
        rate = spent / paid if paid else SECONDS
        left = sum(cost(p) for p in jobs[number:] if not (p.tints and "--" in p.name and (not p.base or "beige" not in p.name))) * rate
        print(f"[{number}/{len(jobs)}] {picture.name}  {took:.0f} s  {written // 1024} KiB  about {left / 60:.0f} min left", flush=True)
    if not options.draft:
        with alone():
            finish.emblems(IMAGES)
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
