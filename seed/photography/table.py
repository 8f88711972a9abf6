"""The table of pictures: which scene, settings and colourway stands behind every name.

Names come from the catalogue and from the pages of the shop (wanted.py); `lacking()` tells which of them this
table does not draw.
"""
import fnmatch
import itertools
from dataclasses import dataclass, field

import bed
import bottle
import candle
import labels
import linen
import robe
import still
import towel
import wanted


@dataclass
class Picture:
    name: str
    scene: object
    settings: dict = field(default_factory=dict)
    tints: dict = field(default_factory=dict)      # material group -> (colour rendered, colour wanted)
    grade: dict = field(default_factory=dict)
    samples: tuple = (24, 64)                      # of the set, of the subject
    base: object = None                            # the picture that this one is, but for a region of it
    region: object = None                          # left, bottom, right, top as fractions, or the name of the objects there

    def __post_init__(self):
        self.size, self.widths, self.limits = wanted.size(self.name), wanted.widths(self.name), wanted.limits(self.name)


# Raised by hand when a family changes in a way its scene functions do not show.
FAMILY_REVISION = {"bed": 2, "bottle": 2, "candle": 2, "linen": 3, "robe": 5, "still": 3, "towel": 3}


def revision(picture):
    return FAMILY_REVISION[picture.scene.__module__]


# ---------------------------------------------------------------- colours

BASE = {"beige_fabric": "#cbb8a0", "charcoal": "#3f4143", "grey_fabric": "#9a9b98", "standard_white": "#ece8e0", "taupe": "#8c7f72"}
TERRY = {"white": "#ebe6dd", "sand": "#cdb999", "lake": "#7f8e92", "slate": "#5d6163"}
WOOL = {"ivory": "#ded3c0", "sand": "#c4ad8b", "lake": "#7f8e92"}

FIG, CEDAR, LINDEN, SMOKE, PLAIN = "figue & thé blanc", "cèdre & bergamote", "fleur de tilleul", "feu de bois", "sans parfum"
SCENTS = {"fig_white_tea": FIG, "cedar_bergamot": CEDAR, "linden_blossom": LINDEN, "wood_smoke": SMOKE, "unscented": PLAIN}


def flacon(product, scent=FIG, quantity="300 ml", **more):
    """The amber bottle of the house, 6.2 x 17 cm with its pump."""
    return {"form": "flacon", "name": f"{product}\n{scent}", "quantity": quantity, "radius": .031, "height": .136, **more}


def small(product, scent=FIG):
    return {"form": "flacon", "name": f"{product}\n{scent}", "quantity": "50 ml", "radius": .0175, "height": .078, "top": "cap"}


SAND_LABEL = {"paper": labels.SAND}
# What stands by the basin shows its scent by the paper of its label: cream-coloured for fig, or as here.
PAPERS = {CEDAR: SAND_LABEL, PLAIN: {"paper": labels.MIST}}


def in_scent(settings, scent):
    """Settings of a scene with another scent than fig on its labels; what stands by the basin also has other paper."""
    if isinstance(settings, dict):
        return {key: in_scent(value, scent) for key, value in settings.items()} | (PAPERS.get(scent, {}) if "form" in settings else {})
    return settings.replace(FIG, scent) if isinstance(settings, str) else settings


SHAMPOO, CONDITIONER, WASH, LOTION = (flacon(p) for p in ("shampooing", "après-shampooing", "gel douche", "lait corps"))
WASH_CEDAR, LOTION_CEDAR = flacon("gel douche", CEDAR, **SAND_LABEL), flacon("lait corps", CEDAR, **SAND_LABEL)
CREAM = {"form": "tube", "name": f"crème mains\net corps\n{FIG}", "quantity": "75 ml"}
SCRUB = {"form": "tube", "name": "gommage\nvisage", "quantity": "75 ml", "length": .120}
SOAP = flacon("savon liquide", radius=.035, height=.138, colour=bottle.SMOKED, liquid=bottle.IN_SMOKED)
REFILL = {"form": "pouch", "name": f"savon liquide\n{FIG}", "quantity": "1 l"}


# Where each bottle is shown in use.
IN_USE = {"shampoo-fig": (SHAMPOO, "shelf"), "conditioner-fig": (CONDITIONER, "stack"), "body-wash-fig": (WASH, "basin"), "body-wash-cedar": (WASH_CEDAR, "stack"),
          "body-lotion-fig": (LOTION, "tray"), "body-lotion-cedar": (LOTION_CEDAR, "basin"), "face-scrub": (SCRUB, "basin"), "hand-and-body-cream": (CREAM, "tray"), "liquid-soap": (SOAP, "shelf")}


def scenes():
    """name -> (scene, settings) for everything without colourways."""
    s = {
        "bed-lac-detail": (bed.lac_detail, {}), "bed-lac-room": (bed.lac_room, {}),
        "bed-rive-detail": (bed.rive_detail, {}), "bed-rive-room": (bed.rive_room, {}),
        "headboard-quai": (bed.quai, {}), "headboard-quai-detail": (bed.quai, {"closer": True}),
        "mattress-lac": (bed.mattress_lac, {}), "mattress-lac-detail": (bed.mattress_detail, {}), "mattress-lac-layers": (bed.mattress_layers, {}),
        "mattress-rive": (bed.mattress_rive, {}), "mattress-rive-detail": (bed.latex_detail, {}),
        "topper-down": (bed.topper, {}), "topper-down-detail": (bed.topper, {"closer": True}),
        "topper-wool": (bed.topper, {"kind": "wool"}), "topper-wool-detail": (bed.topper, {"kind": "wool", "closer": True}),
        "protector-cotton": (bed.protector, {}), "protector-cotton-detail": (bed.protector, {"closer": True}),
        "bedding-set-percale": (linen.set_scene, {}), "bedding-set-percale-detail": (linen.set_detail, {}), "bedding-set-percale-room": (linen.made_bed, {}),
        "bedding-set-sateen": (linen.set_scene, {"kind": "sateen"}), "bedding-set-sateen-detail": (linen.buttons_detail, {}),
        "bedding-set-linen": (linen.set_scene, {"kind": "linen"}), "bedding-set-linen-detail": (linen.buttons_detail, {"colour": "#cdb898", "weave": "linen", "ribbons": True}),
        "duvet-all-season": (linen.folded_duvet, {}), "duvet-all-season-detail": (linen.folded_duvet, {"closer": True}), "duvet-all-season-room": (bed.bare_duvet, {}),
        "duvet-summer": (linen.folded_duvet, {"kind": "summer"}), "duvet-summer-detail": (linen.folded_duvet, {"kind": "summer", "closer": True}),
        "duvet-microfibre": (linen.folded_duvet, {"kind": "micro"}), "duvet-microfibre-detail": (linen.folded_duvet, {"kind": "micro", "closer": True}),
        "pillow-down": (linen.pillows, {}), "pillow-down-detail": (linen.pillow_detail, {}), "pillow-down-room": (linen.three_pillows, {}),
        "pillow-feather": (linen.pillows, {"kind": "feather"}), "pillow-feather-detail": (linen.pillow_detail, {"kind": "feather"}),
        "pillow-microfibre": (linen.pillows, {"kind": "micro"}), "pillow-microfibre-detail": (linen.pillow_detail, {"kind": "micro"}),
        "pillow-bolster": (linen.bolster, {}), "pillow-bolster-detail": (linen.bolster, {"closer": True}),
        "sheet-fitted-percale": (linen.sheets, {}), "sheet-fitted-percale-detail": (linen.sheet_corner, {}),
        "sheet-flat-percale": (linen.sheets, {"piping": "#6d8791"}), "sheet-flat-percale-detail": (linen.made_bed, {"view": "fold"}),
        "duvet-cover-percale": (linen.sheets, {"piping": "#6d8791", "tie": True}), "duvet-cover-percale-detail": (linen.hem_detail, {"cord": "#6d8791"}),
        "pillowcase-percale": (linen.pillowcases, {}), "pillowcase-percale-detail": (linen.corner_detail, {}),
        "sheet-fitted-sateen": (linen.sheets, {"colour": "#ede2cf", "weave": "sateen"}), "sheet-fitted-sateen-detail": (linen.sheet_corner, {"colour": "#e9dac0", "weave": "sateen"}),
        "pillowcase-silk": (linen.silk_pillow, {}), "pillowcase-silk-detail": (linen.pillow_detail, {"kind": "silk"}),
        "throw-merino-detail": (linen.throw_stack, {"closer": True}),
        "throw-mohair": (linen.mohair, {}), "throw-mohair-detail": (linen.mohair, {"closer": True}),
        "towel-lac-detail": (towel.towel_closeup, {}), "towel-lac-bath": (towel.on_the_rail, {}),
        "towel-waffle": (towel.waffle_towels, {}), "towel-waffle-detail": (towel.waffle_closeup, {}),
        "wash-mitts": (towel.mitts, {}), "wash-mitts-detail": (towel.mitts, {"closer": True}),
        "towel-pontoon": (towel.pontoon, {}), "towel-pontoon-detail": (towel.pontoon, {"closer": True}),
        "robe-lac-detail": (robe.scene, {"view": "detail"}), "robe-lac-bath": (robe.scene, {"view": "bath"}),
        "robe-waffle": (robe.scene, {"kind": "waffle"}), "robe-waffle-detail": (robe.scene, {"kind": "waffle", "view": "detail"}),
        "slippers-lac": (towel.slippers, {}), "slippers-lac-detail": (towel.slippers, {"view": "detail"}),
        "bath-mat-lac": (towel.bath_mat, {}), "bath-mat-lac-detail": (towel.bath_mat, {"closer": True}),
        "bath-mat-honeycomb": (towel.honeycomb_mat, {}), "bath-mat-honeycomb-detail": (towel.honeycomb_mat, {"closer": True}),
        "bath-board-oak": (towel.bath_board, {}), "bath-board-oak-detail": (towel.bath_board, {"closer": True}),
        "hair-care-set": (bottle.trio, {"items": [SHAMPOO, CONDITIONER], "boxed": "beside", "height": .50}),
        "body-care-set": (bottle.trio, {"items": [WASH, LOTION, CREAM], "boxed": "in", "height": .385}),
        "travel-set": (still.travel_set, {"items": [small("shampooing"), small("après-shampooing"), small("gel douche"), small("lait corps")]}),
        "travel-set-detail": (still.travel_set, {"items": [small("shampooing"), small("après-shampooing"), small("gel douche"), small("lait corps")], "closer": True}),
        "bath-salts": (still.salts, {}), "bath-salts-detail": (still.salts, {"closer": True}),
        "soap-bars": (bottle.soaps, {}), "soap-bars-detail": (bottle.soaps, {"closer": True}),
        "liquid-soap-refill": (bottle.single, {"item": REFILL, "prop": "bottle", "height": .40}),
        "candle-valmere": (candle.single_candle, {"name": FIG}), "candle-valmere-detail": (candle.single_candle, {"name": FIG, "closer": True}), "candle-valmere-room": (candle.room_candle, {"name": FIG}),
        "candle-three-wick": (candle.broad_candle, {"name": SMOKE}), "candle-three-wick-detail": (candle.broad_candle, {"name": SMOKE, "closer": True}),
        "candle-trio": (candle.candle_trio, {"names": [FIG, CEDAR, LINDEN]}),
        "diffuser-valmere": (candle.single_diffuser, {"name": FIG}), "diffuser-valmere-detail": (candle.single_diffuser, {"name": FIG, "closer": True}),
        "diffuser-refill": (candle.refill, {"name": f"recharge\n{FIG}"}),
        "room-spray": (candle.spray, {"name": FIG}), "room-spray-detail": (candle.spray, {"name": FIG, "closer": True}),
        "pillow-mist": (candle.spray, {"name": "lavande\n& camomille", "quantity": "50 ml", "small": True, "on": "linen"}),
        "pillow-mist-detail": (candle.spray, {"name": "lavande\n& camomille", "quantity": "50 ml", "small": True, "on": "bedside"}),
        "kit-bath": (still.kit_bath, {}), "kit-night": (still.kit_night, {}), "kit-spa": (still.kit_spa, {}),
        "category-bed": (still.category_bed, {}), "category-bedding": (still.category_bedding, {}),
        "category-bath-and-spa": (still.category_bath, {}), "category-fragrance": (still.category_fragrance, {}), "category-gifts": (still.category_gifts, {}),
    }
    for name in ("shampoo-fig", "conditioner-fig", "body-wash-fig", "body-wash-cedar", "body-lotion-fig", "body-lotion-cedar", "face-scrub", "hand-and-body-cream", "liquid-soap"):
        item, spot = IN_USE[name]
        s[name + "-bath"] = (bottle.in_use, {"item": item, "spot": spot})
    minis = [small("shampooing"), small("après-shampooing"), small("gel douche"), small("lait corps")]
    s |= {
        "headboard-quai-room": (bed.quai_room, {}), "mattress-rive-room": (bed.on_the_bed, {"kind": "mattress"}),
        "topper-down-room": (bed.on_the_bed, {"kind": "down"}), "topper-wool-room": (bed.on_the_bed, {"kind": "wool"}), "protector-cotton-room": (bed.on_the_bed, {"kind": "protector"}),
        "bedding-set-sateen-room": (linen.sateen_room, {}),
        "bedding-set-linen-room": (linen.made_bed, {"piping": False, "colour": "#cdb898", "weave": "linen"}),
        "duvet-summer-room": (bed.bare_duvet, {"kind": "summer"}), "duvet-microfibre-room": (bed.bare_duvet, {"kind": "micro"}),
        "pillow-feather-room": (linen.three_pillows, {"kind": "feather"}), "pillow-microfibre-room": (linen.three_pillows, {"kind": "micro"}), "pillow-bolster-room": (linen.three_pillows, {"kind": "bolster"}),
        "sheet-fitted-percale-room": (linen.made_bed, {"piping": False, "view": "side"}), "sheet-flat-percale-room": (linen.made_bed, {"view": "side"}),
        "duvet-cover-percale-room": (linen.made_bed, {"view": "duvet"}), "pillowcase-percale-room": (linen.made_bed, {"view": "pillows"}),
        "sheet-fitted-sateen-room": (linen.sateen_side, {}),
        "pillowcase-silk-room": (linen.silk_room, {}),
        "throw-merino-room": (bed.with_throw, {}), "throw-mohair-room": (bed.with_throw, {"kind": "mohair"}),
        "towel-waffle-bath": (towel.on_the_rail, {"kind": "waffle"}), "wash-mitts-bath": (towel.on_the_rail, {"kind": "mitts"}), "towel-pontoon-bath": (towel.on_the_rail, {"kind": "pontoon"}),
        "robe-waffle-bath": (robe.scene, {"kind": "waffle", "view": "bath"}), "slippers-lac-room": (towel.slippers, {"view": "room"}),
        "bath-mat-lac-bath": (towel.beside_the_bath, {"what": "terry"}), "bath-mat-honeycomb-bath": (towel.beside_the_bath, {"what": "honeycomb"}), "bath-board-oak-bath": (towel.beside_the_bath, {"what": "board"}),
        "hair-care-set-detail": (bottle.trio, {"items": [SHAMPOO, CONDITIONER], "boxed": "beside", "closer": True}), "hair-care-set-bath": (bottle.set_in_use, {"items": [SHAMPOO, CONDITIONER]}),
        "body-care-set-detail": (bottle.trio, {"items": [WASH, LOTION, CREAM], "boxed": "in", "closer": True}), "body-care-set-bath": (bottle.set_in_use, {"items": [WASH, LOTION, CREAM]}),
        "travel-set-bath": (still.travel_in_use, {"items": minis}), "bath-salts-bath": (still.salts, {"by_the_bath": True}),
        "liquid-soap-refill-detail": (bottle.refill_in_use, {"closer": True}), "liquid-soap-refill-bath": (bottle.refill_in_use, {}), "soap-bars-bath": (bottle.soaps_in_use, {}),
        "candle-three-wick-room": (candle.broad_candle_room, {"name": SMOKE}), "candle-trio-detail": (candle.votives_detail, {"names": [FIG, CEDAR, LINDEN]}), "candle-trio-room": (candle.in_the_room, {"kind": "votives", "name": FIG}),
        "diffuser-valmere-room": (candle.in_the_room, {"kind": "diffuser", "name": FIG}), "diffuser-refill-detail": (candle.refill_detail, {"name": f"recharge\n{FIG}"}), "diffuser-refill-room": (candle.refill_room, {"name": f"recharge\n{FIG}"}),
        "room-spray-room": (candle.in_the_room, {"kind": "spray", "name": FIG}), "pillow-mist-room": (candle.in_the_room, {"kind": "mist", "name": "lavande\n& camomille"}),
        **{f"kit-{kit}-{view}": (scene, {"view": view}) for kit, scene in (("bath", still.kit_bath), ("night", still.kit_night), ("spa", still.kit_spa)) for view in ("detail", "above")},
    }
    singles = {
        "shampoo-fig": (SHAMPOO, "twig", "label"), "conditioner-fig": (CONDITIONER, "pebbles", "comb"),
        "body-wash-fig": (WASH, "napkin", "lather"), "body-wash-cedar": (WASH_CEDAR, "pebbles", "shelf"),
        "body-lotion-fig": (LOTION, "dish", "streak"), "body-lotion-cedar": (LOTION_CEDAR, "twig", "towel"),
        "face-scrub": (SCRUB, "napkin", "grain"), "hand-and-body-cream": (CREAM, "dish", "streak"), "liquid-soap": (SOAP, "soap", "basin"),
    }
    for name, (item, prop, view) in singles.items():
        s[name] = (bottle.single, {"item": item, "prop": prop, "height": .255 if item["form"] == "tube" else .285})
        s[name + "-detail"] = (bottle.before, {"item": item, "what": view}) if view in ("comb", "lather", "streak", "grain") else (bottle.closeup, {"item": item, "view": view})
    return s


# Departures from the ordinary grade: wall = brightness the metered patch is developed to.
GRADES = {"robe": {"wall": .78}, "candle-three-wick-detail": {"ev": -.55}, "candle-valmere-detail": {"ev": -.2}, "bed": {"wall": .785}, "home-hero-desktop": {"wall": .77}, "home-hero-mobile": {"wall": .72}, "home-story": {"wall": .76}, "category-bed": {"wall": .77},
          "robe-lac-bath": {"wall": .80}, "slippers-lac": {"ev": -.2}, "slippers-lac-detail": {"ev": -.35}, "duvet-cover-percale-detail": {"ev": .25}, "bedding-set-percale-detail": {"ev": -.15}, "mattress-lac": {"wall": .765},
          **{name: {"wall": .785} for name in ("bedding-set-sateen-room", "bedding-set-linen-room", "duvet-summer-room", "duvet-microfibre-room", "throw-merino-room", "throw-mohair-room")},
          **{name: {"wall": .775} for name in ("bedding-set-percale-room", "duvet-all-season-room", "pillow-down-room", "sheet-flat-percale-detail")},
          "topper-wool-detail": {"ev": .22}, "sheet-fitted-sateen-room": {"wall": .715}, **{name: {"wall": .735} for name in ("sheet-flat-percale-room", "sheet-fitted-percale-room")}, "pillowcase-silk-room": {"wall": .785},
          **{name: {"wall": .69} for name in ("sheet-fitted-percale-detail", "sheet-fitted-sateen-detail")}, **{name: {"wall": .70} for name in ("protector-cotton", "protector-cotton-detail")}}


def pictures():
    result = []

    def add(name, scene, settings=None, **more):
        grade = {**GRADES.get(scene.__module__, {}), **GRADES.get(name, {}), **more.pop("grade", {})}
        result.append(Picture(name, scene, settings or {}, grade=grade, **more))

    single = scenes()
    for name, (scene, settings) in single.items():
        add(name, scene, settings)
    beige, white, ivory = BASE["beige_fabric"], TERRY["white"], WOOL["ivory"]
    # A first picture in its first colour is developed like the others.
    heroes = {"bed-lac": (bed.lac_hero, {"leg": "round_natural"}, "tint-base", beige), "bed-rive": (bed.rive_hero, {}, "tint-base", beige),
              "throw-merino": (linen.throw_stack, {}, "tint-throw", ivory), "towel-lac": (towel.towels, {}, "tint-towel", white), "robe-lac": (robe.scene, {}, "tint-robe", white)}
    for name, (scene, settings, group, first) in heroes.items():
        single[name] = (scene, settings)
        add(name, scene, settings, tints={group: (first, first)})
    named = {picture.name: picture for picture in result}
    for name, region in bed.LEG_REGIONS.items():
        scene, settings = single[name]
        for colour, leg in itertools.product(BASE, bed.LEGS):
            other = {} if leg == "round_natural" else {"base": named[name], "region": region}
            add(f"{name}--{colour}--{leg}", scene, {"leg": leg} if other else settings, tints={"tint-base": (beige, BASE[colour])}, **other)
    for family, views, palette, colours in (
            ("bed-rive", ("", "-detail", "-room"), BASE, BASE),
            ("throw-merino", ("", "-detail", "-room"), WOOL, WOOL),
            ("towel-lac", ("", "-detail", "-bath"), TERRY, TERRY),
            ("robe-lac", ("", "-detail", "-bath"), TERRY, ("white", "sand", "slate"))):
        _, _, group, first = heroes[family]
        for name, colour in itertools.product((family + view for view in views), colours):
            add(f"{name}--{colour}", *single[name], tints={group: (first, palette[colour])})
    for product in wanted.products():
        if product.get("picture_by") == ["scent"]:
            for name, scent in itertools.product(product["pictures"], product["values"]["scent"]):
                scene, settings = single[name]
                scented = in_scent(settings, SCENTS[scent])
                other = {} if scented == settings else {"base": named[name], "region": "label"}
                add(f"{name}--{scent}", scene, scented, **other)
    add("home-hero-desktop", still.bedroom, {"view": "desktop"}, samples=(64, 64))
    add("home-hero-mobile", still.bedroom, {"view": "mobile"}, samples=(64, 64))
    add("home-story", still.bedroom, {"view": "story"}, samples=(64, 64))
    add("empty-bag", still.empty_bag)
    add("not-found", still.not_found)
    return sorted(result, key=lambda p: (rank(p.name), not p.name.startswith("home-"), p.name))


# Most visible first: what a visitor meets on the home page, in lists, at the top of a product, then what follows.
FIRST = ("home-*", "category-*", "empty-bag", "not-found")


def rank(name):
    """Place in the queue: home and categories, best sellers, product heroes, colourways, rooms and baths, details."""
    if name in wanted.bestsellers() or any(fnmatch.fnmatch(name, pattern) for pattern in FIRST):
        return 0
    if "--" in name:
        return 2
    for place, endings in ((3, ("-room", "-layers", "-above")), (4, ("-detail",))):
        if name.endswith(endings):
            return place
    if name.endswith("-bath") and name != "kit-bath":
        return 3
    return 1


def lacking():
    """Names that somebody asks for and nothing here draws, and the other way round; the share card is drawn, not rendered."""
    have = {p.name for p in pictures()} | {"og-card"}
    return sorted(wanted.names() - have), sorted(have - wanted.names())
