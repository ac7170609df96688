"""The drawing in SVG: a whole document that needs nothing else, for everybody's eyes."""

import re
from xml.etree import ElementTree

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cardkit.drawing import Card, Cell, Heading, Scene, animated_svg, html, scene_of, scenes_of, svg
from cardkit.rejections import Invalid
from tests.drawing.any_scene import scenes as any_scene
from tests.drawing.pictures import KINDS, SVG, Page, corners, elements, everything_in
from tests.drawing.scenes import ALL_GAMES, LONG_NAMES, Setting, played, steps
from tests.drawing.screens import SETTINGS


def scenes(game: str, seats: int = 3) -> list[Scene]:
    """Return scenes from all parts of a match."""
    matches = steps(game, seats)
    some = [*matches[:4], *matches[4:80:13], matches[-1]]
    return [scene_of(match, 0, LONG_NAMES[:seats], remember=True) for match in some]


def words_of(picture: str) -> str:
    return " ".join(
        "".join(element.itertext()) for element in elements(picture) if element.tag == f"{SVG}text"
    )


@pytest.mark.parametrize("game", ALL_GAMES)
def test_all_words_of_a_scene_are_drawn(game: str) -> None:
    for scene in scenes(game):
        drawn = words_of(svg(scene, 1400)).replace(" ", "")
        for word in everything_in(scene):
            assert word.replace(" ", "") in drawn


@pytest.mark.parametrize("game", ALL_GAMES)
def test_it_loads_nothing_and_refers_to_nothing(game: str) -> None:
    for picture in map(svg, scenes(game)):
        assert re.findall(r"(?:https?:)?//[\w.]+", picture) == ["http://www.w3.org"]
        assert not re.search(r"href|url\(|@import|@font-face|<script|<image|<use|\son\w+=", picture)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_colours_are_attributes_first_and_classes_second(game: str) -> None:
    """A reader of SVG that knows no style sheets shows the light table."""
    for element in elements(svg(scenes(game)[2])):
        if element.tag.removeprefix(SVG) in ("rect", "path", "circle", "text"):
            assert element.get("fill") or element.get("fill-opacity"), ElementTree.tostring(element)
        for name in (element.get("class") or "").split():
            kind = "stroke" if name.endswith("-line") else "fill"
            assert element.get(kind, "").startswith("#")


def test_a_style_sheet_only_serves_those_who_prefer_dark() -> None:
    scene = scenes("thirteen")[3]
    style = re.findall(r"<style>(.*?)</style>", svg(scene))

    assert len(style) == 1
    assert style[0].startswith("@media(prefers-color-scheme:dark){")
    assert all(name.startswith(".ck-") for name in re.findall(r"(\.[a-z-]+)\{", style[0]))
    assert "<style>" not in svg(scene, theme="light") + svg(scene, theme="dark")
    assert svg(scene, theme="light") != svg(scene, theme="dark")


def test_drawings_on_one_page_share_no_id() -> None:
    pictures = [svg(scene) for game in ALL_GAMES for scene in scenes(game)]
    different = [*dict.fromkeys(pictures)]
    ids = [element.get("id") for picture in different for element in elements(picture) if element.get("id")]

    assert len(ids) == 2 * len(different)
    assert len({*ids}) == len(ids)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_title_and_description_are_the_games_own_words(game: str) -> None:
    scene = scenes(game)[1]
    root = ElementTree.fromstring(svg(scene))
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")

    assert title is not None
    assert told is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {told.get('id')}"
    assert (title.text or "").startswith(scene.title)
    for sentence in (*scene.prompt, *scene.story):
        assert sentence in (told.text or "")


BAD_NAMES = ("<script>alert(1)</script>", "a & b", '" onload="x', "\x1b[31m\x00red", "\u202eevil", "\ud800")


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize("kind", ["svg", "html"])
def test_names_are_words_and_nothing_else(name: str, kind: str) -> None:
    """They neither make elements or attributes, nor control anything, nor break the document's coding."""
    match = steps("push", 3)[20]
    plain, picture = (KINDS[kind](scene_of(match, 0, (who, "Ann", "Ben"))) for who in ("Q", name))

    assert [(tag, sorted(attributes)) for tag, attributes in Page(picture).tags] == [
        (tag, sorted(attributes)) for tag, attributes in Page(plain).tags
    ]
    assert picture.encode().decode().rstrip().replace("\n", "").isprintable()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
@pytest.mark.parametrize("width", [360, 720])
def test_nothing_is_drawn_beyond_the_edges(setting: Setting, width: int) -> None:
    names = LONG_NAMES[: setting.seats]
    scene = scene_of(played(setting), setting.viewer, names, remember=setting.remember)
    picture = svg(scene, width)
    height = float(ElementTree.fromstring(picture).get("height", "0"))

    for x, y in corners(picture):
        assert -0.5 <= x <= width + 0.5
        assert -0.5 <= y <= height + 0.5


@given(scene=any_scene(), width=st.sampled_from([360, 720]))
def test_a_scene_of_any_contents_is_drawn_within_its_edges(scene: Scene, width: int) -> None:
    """It takes more than a second: there is much that a layout can say."""
    assert ("div", {"class": "cardkit", "lang": scene.language}) in Page(html(scene)).tags
    for x, _ in corners(svg(scene, width)):
        assert -0.5 <= x <= width + 0.5


def test_cards_below_a_line_have_room_beside_or_below_a_long_caption() -> None:
    scene = scenes("push")[0]
    label = "0" * 10
    cards = tuple(Card(label=label, shape="Ω") for _ in range(4))
    headings = (Heading("x" * 80, "suits"),)
    player = evolve(scene.players[0], cells=(Cell("", cards),))
    picture = svg(evolve(scene, headings=headings, players=(player,)), 360)

    assert picture.count(label) == 4
    assert max(x for x, _ in corners(picture)) <= 360.5


def test_it_is_never_too_narrow_to_be_read() -> None:
    scene = scenes("friday13")[2]

    assert svg(scene, 10) == svg(scene, 360)


def test_cards_that_can_be_played_lie_higher() -> None:
    match = steps("crazy_eights", 3)[13]
    mover = match.actors[0]
    scene = scene_of(match, mover)
    shut = evolve(
        scene,
        areas=tuple(
            evolve(area, cards=tuple(evolve(card, moves=()) for card in area.cards)) for area in scene.areas
        ),
    )

    assert svg(scene) != svg(shut)


def at_step(picture: str, step: int, count: int) -> list[tuple[str, ...]]:
    """Return the shapes and texts that an animation shows at a step, by its style sheet, each with where it lies."""
    frames = dict(re.findall(r"@keyframes ([\w-]+)\{((?:[\d.]+%\{\w+:\w+\})+)\}", picture))

    def is_seen(name: str) -> bool:
        changes: list[tuple[str, str]] = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", frames[name])
        before = [how for share, how in changes if float(share) <= 100 * step / count + 0.01]
        return before[-1] == "visible"

    root = ElementTree.fromstring(picture)
    groups = [group for group in root if group.tag == f"{SVG}g"]
    seen = [group for group in groups if "class" not in group.attrib or is_seen(group.attrib["class"])]
    return [leaf for group in seen for leaf in leaves(group, ())]


def leaves(element: ElementTree.Element, around: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the shapes and texts in an element, without groups: what they are, and where they lie."""
    if element.tag == f"{SVG}g":
        inner = (*around, *re.findall(r"\w+\([^)]*\)", element.get("transform", "")))
        return [leaf for child in element for leaf in leaves(child, inner)]
    x, y, rest = 0.0, 0.0, list[str]()
    for moved in around:
        if moved.startswith("translate") and not rest:
            across, down = map(float, moved[10:-1].split())
            x, y = x + across, y + down
        else:
            rest.append(moved)
    drawn = sorted(f"{name}={value}" for name, value in element.attrib.items())
    return [(element.tag, element.text or "", f"{x:.1f} {y:.1f}", *rest, *drawn)]


@pytest.mark.parametrize("game", ALL_GAMES)
def test_cards_that_the_last_move_brought_have_a_strong_edge(game: str) -> None:
    for match in steps(game, 3)[:30]:
        scene = scene_of(match, 0)
        shown = [
            (area, card)
            for area in scene.areas
            for card in (area.cards[-1:] if area.arranged == "stack" else area.cards)
            if card.fresh
        ]
        single = [card for area, card in shown if area.arranged != "suits"]
        edges = [
            element
            for element in elements(svg(scene))
            if element.get("stroke-width") in ("3.5", "2.5") and element.get("fill") == "none"
        ]

        assert len(edges) == len(single), "sorted cards share a picture"
        assert html(scene).count(", just laid") == len(shown)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_an_animation_shows_each_step_as_it_is_drawn_alone(game: str) -> None:
    shown = scenes_of(steps(game, 3)[5], 0, remember=True)
    picture = animated_svg(shown, seconds=1.5)

    for step, scene in enumerate(shown):
        alone = ElementTree.fromstring(svg(scene))
        drawn = [leaf for group in alone if group.tag == f"{SVG}g" for leaf in leaves(group, ())]
        assert at_step(picture, step, len(shown)) == drawn


def test_an_animation_shows_the_last_step_without_motion() -> None:
    shown = scenes_of(steps("thirteen", 3)[4], 0)
    picture = animated_svg(shown, seconds=1.5)
    root = ElementTree.fromstring(picture)
    still = [group for group in root if group.tag == f"{SVG}g" and "visibility" not in group.attrib]

    assert "@media(prefers-reduced-motion:no-preference)" in picture
    assert "animation:7.5s step-end infinite" in picture
    assert [leaf for group in still for leaf in leaves(group, ())] == at_step(picture, 4, 5)


def test_what_several_steps_show_is_drawn_once() -> None:
    shown = scenes_of(steps("thirteen", 3)[11], 0)[-6:]

    assert len(animated_svg(shown)) < 3 * len(svg(shown[-1]))


def test_an_animation_of_one_scene_does_not_move() -> None:
    picture = animated_svg(scenes_of(steps("thirteen", 3)[4], 0)[:1])

    assert "@keyframes" not in picture
    assert "visibility" not in picture


def test_a_pile_shows_what_to_type_for_it() -> None:
    match = next(step for step in steps("push", 3) if "place 2" in map(step.game.say, step.legal()))
    seen, others = (scene_of(match, viewer) for viewer in (match.actors[0], None))

    for draw in (svg, html):
        assert ">place 2<" in draw(seen)
        assert "place 2" not in draw(others)


def test_an_animation_of_nothing_is_refused() -> None:
    with pytest.raises(Invalid, match="at least one scene"):
        animated_svg([])
