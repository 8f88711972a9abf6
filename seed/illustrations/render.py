"""Render the shop's pictures: what is missing or has changed, one after another.

    python render.py                 everything that is missing or changed
    python render.py --only 'bed-*'  names that match, in the order of the patterns
    python render.py --list          what there is to do, without doing it
    python render.py --draft         half size, few samples, to judge a composition
"""
import argparse
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

import finish  # noqa: E402
import table  # noqa: E402

RECORD = os.path.join(HERE, "rendered.json")
CACHE = os.environ.get("ILLUSTRATION_CACHE", os.path.join(tempfile.gettempdir(), "valmere-illustrations"))


def digest(*parts):
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:20]


def reduced(picture, options):
    """Scale and samples of this run."""
    if options.draft:
        return .5, 6
    if options.quick:
        return .8, 6
    return 1, picture.samples


def frame_key(picture, reduction):
    """Identity of a render before colour: scene, its source, its settings, the size."""
    import materials
    import studio
    source = inspect.getsource(picture.scene)
    return digest(picture.scene.__module__, picture.scene.__name__, source, table.revision(picture), picture.settings,
                  picture.size, *reduction, studio.REVISION, materials.REVISION)


def stamp_of(picture, frame):
    """Identity of the finished picture: render, colourway, grade, widths."""
    return digest(frame, picture.tints, picture.grade, picture.widths, finish.REVISION)


def render_frame(picture, key, reduction, groups):
    """Scene-linear light and one stencil per colour group, from the cache or from a new render."""
    import studio
    path = os.path.join(CACHE, key + ".npz")
    kept = dict(np.load(path)) if os.path.exists(path) else {}
    missing = [g for g in groups if g not in kept]
    if "light" in kept and not missing:
        return kept
    studio.clear()
    picture.scene(**picture.settings)
    scale, samples = reduction
    size = tuple(int(v * scale) for v in picture.size)
    if "light" not in kept:
        kept["light"] = studio.expose(size, samples).astype(np.float16)
    for group in missing:
        kept[group] = studio.stencil(size, group).astype(np.float16)
    os.makedirs(CACHE, exist_ok=True)
    np.savez_compressed(path, **kept)
    return kept


def emblems(folder):
    """Share card and icons."""
    import emblem
    emblem.icon_svg(os.path.join(folder, "icon.svg"))
    emblem.touch_icon(os.path.join(folder, "apple-touch-icon.180.png"))
    hero = finish.path(folder, "home-hero-desktop", 1920)
    if os.path.exists(hero):
        emblem.share_card(finish.path(folder, "og-card", 1200), hero)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", default=["*"])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--draft", metavar="FOLDER", help="small, quick pictures into FOLDER, not recorded")
    parser.add_argument("--quick", action="store_true", help="smaller, fewer samples; a later run without it improves them")
    parser.add_argument("--out", default=os.path.join(HERE, "..", "images"))
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--minutes", type=float, help="stop starting new renders after this long")
    options = parser.parse_args()
    record = json.load(open(RECORD)) if os.path.exists(RECORD) else {}
    pictures = table.pictures()
    wanted = [p for p in pictures if any(fnmatch.fnmatch(p.name, o) for o in options.only)]
    jobs = []
    for picture in wanted:
        if picture.scene is None:
            continue
        frame = frame_key(picture, reduced(picture, options))
        stamp = stamp_of(picture, frame)
        # A quick run leaves alone what a full run has already made.
        enough = {stamp, stamp_of(picture, frame_key(picture, (1, picture.samples)))}
        done = record.get(picture.name) in enough and all(os.path.exists(finish.path(options.out, picture.name, w)) for w in picture.widths)
        if options.draft or options.force or not done:
            jobs.append((picture, frame, stamp))
    print(f"{len(wanted)} pictures, {len(jobs)} to do", flush=True)
    lacking, _ = table.check()
    if lacking:
        print("no scene for:", ", ".join(lacking), flush=True)
    if options.list:
        for picture, _, _ in jobs:
            print(" ", picture.name)
        return
    order = {p.name: next(i for i, o in enumerate(options.only) if fnmatch.fnmatch(p.name, o)) for p in wanted}
    jobs.sort(key=lambda job: order[job[0].name])
    began, failed = time.time(), []
    for number, (picture, frame, stamp) in enumerate(jobs, 1):
        if options.minutes and time.time() - began > options.minutes * 60:
            print("time is up; run again to go on")
            break
        start, cpu = time.time(), time.process_time()
        try:
            kept = render_frame(picture, frame, reduced(picture, options), sorted(picture.tints))
        except Exception:  # one broken scene must not hold up the others
            traceback.print_exc()
            failed.append(picture.name)
            continue
        result = finish.develop(kept, picture)
        written = finish.save(result, options.draft or options.out, picture.name, [480] if options.draft else picture.widths)
        if not options.draft:
            record = json.load(open(RECORD)) if os.path.exists(RECORD) else {}
            record[picture.name] = stamp
            json.dump(dict(sorted(record.items())), open(RECORD, "w"), indent=0)
        print(f"[{number}/{len(jobs)}] {picture.name}  {time.time() - start:.0f}s wall {time.process_time() - cpu:.0f}s cpu  {written // 1024} KiB", flush=True)
    if not options.draft:
        emblems(options.out)
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
