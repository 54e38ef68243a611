"""All actions of the window, as data."""

from posenc_gui.document import edits, playing
from posenc_gui.figures import catalog, places, theme
from posenc_gui.figures.view import Listed
from posenc_gui.ui import zoom
from posenc_gui.ui.action import DIGITS, Action, Run, Test
from posenc_gui.ui.desk import Desk
from posenc_gui.ui.lesson_actions import LESSONS
from posenc_gui.ui.sentence_actions import SENTENCE

MENUS = ("&File", "&Edit", "&View", "&Play", "&Sentence", "&Lessons", "&Help")


def _toggle_theme(desk: Desk) -> None:
    keys = [item.key for item in theme.THEMES]
    following = keys[(keys.index(desk.document.screen.theme) + 1) % len(keys)]
    desk.edit(edits.set_value("screen.theme", following))


def _change_speed(factor: float) -> Run:
    def run(desk: Desk) -> None:
        desk.edit(edits.set_value("transport.speed", desk.document.transport.speed * factor), "transport.speed")

    return run


def _toggle(name: str) -> Run:
    def run(desk: Desk) -> None:
        desk.edit(edits.set_value(f"transport.{name}", not getattr(desk.document.transport, name)))

    return run


def _toggle_played(desk: Desk) -> None:
    other = "offset" if desk.document.transport.plays == "position" else "position"
    desk.edit(edits.set_value("transport.plays", other))


def _fill(view: Listed) -> Run:
    def run(desk: Desk) -> None:
        filled = desk.document.screen.view == view.key
        desk.edit(edits.set_value("screen.view", "" if filled else view.key))

    return run


def _side_by_side(count: int) -> Run:
    return lambda desk: desk.edit(places.show(count, desk.views.current.view.key))


def _stands(count: int) -> Test:
    return lambda desk: not desk.document.screen.view and len(places.known(desk.document)) == count


def _step(count: int) -> Run:
    return lambda desk: desk.edit(playing.step(count), playing.path(desk.document))


_FILE = (
    Action("new", "&File", "&New", ("Ctrl+N",), lambda desk: desk.file.new(), "Begin with the document of the start"),
    Action("open", "&File", "&Open…", ("Ctrl+O",), lambda desk: desk.file.open(), "Open a saved document"),
    Action(
        "open_table",
        "&File",
        "Open &table…",
        ("Ctrl+Shift+O",),
        lambda desk: desk.table.open(),
        "Show a learned table from a .npy, .npz or .csv file",
    ),
    Action("save", "&File", "&Save", ("Ctrl+S",), lambda desk: desk.file.save(), "Save the document in its file"),
    Action("save_as", "&File", "Save &as…", ("Ctrl+Shift+S",), lambda desk: desk.file.save_as(), "Save under a name"),
    Action(
        "export",
        "&File",
        "&Export…",
        ("Ctrl+E",),
        lambda desk: desk.exporter.ask(desk.views.current.view),
        "Write a view as a picture or as numbers",
        first=True,
        icon="export",
    ),
    Action("quit", "&File", "&Quit", ("Ctrl+Q",), lambda desk: desk.stage.close(), "End the program", first=True),
)

_EDIT = (
    Action(
        "undo",
        "&Edit",
        "&Undo",
        ("Ctrl+Z",),
        lambda desk: desk.store.undo(),
        "Take the last step back",
        enabled=lambda desk: desk.store.can_undo,
        icon="undo",
    ),
    Action(
        "redo",
        "&Edit",
        "&Redo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        lambda desk: desk.store.redo(),
        "Take the undone step again",
        enabled=lambda desk: desk.store.can_redo,
        icon="redo",
    ),
    Action(
        "copy",
        "&Edit",
        "&Copy picture",
        ("Ctrl+Shift+C",),
        lambda desk: desk.exporter.copy(desk.views.current),
        "Put a picture of the current view on the clipboard",
        first=True,
        icon="copy",
    ),
)


def _fill_action(place: int, view: Listed) -> Action:
    return Action(
        f"fill.{view.key}",
        "&View",
        view.title,
        (str(place) if place <= DIGITS else f"Alt+{place - DIGITS}",),
        _fill(view),
        view.summary,
        checked=lambda desk: desk.document.screen.view == view.key,
    )


_VIEW = (
    Action(
        "grid",
        "&View",
        "Side b&y side",
        ("G",),
        lambda desk: desk.edit(edits.set_value("screen.view", "")),
        "Several views at once",
        checked=lambda desk: desk.document.screen.view == "",
    ),
    Action("show.two", "&View", "&Two views", ("Shift+G",), _side_by_side(2), "Two views", checked=_stands(2)),
    Action("show.four", "&View", "&Four views", ("Ctrl+G",), _side_by_side(4), "Four views", checked=_stands(4)),
    *(_fill_action(place, view) for place, view in enumerate(catalog.LISTED, 1)),
    Action(
        "zoom_in",
        "&View",
        "Zoom &in",
        ("+", "=", "Ctrl++"),
        lambda desk: desk.views.zoomed.zoom_by(zoom.STEP),
        "Magnify about the selection",
        first=True,
    ),
    Action(
        "zoom_out",
        "&View",
        "Zoom &out",
        ("-", "Ctrl+-"),
        lambda desk: desk.views.zoomed.zoom_by(1 / zoom.STEP),
        "Show more around the selection",
    ),
    Action(
        "whole",
        "&View",
        "Show the &whole",
        ("0", "Home", "Ctrl+0"),
        lambda desk: desk.views.zoomed.show_region(None),
        "Undo all zooming",
    ),
    Action(
        "theme",
        "&View",
        "&Dark theme",
        ("T",),
        _toggle_theme,
        "Light or dark colours",
        checked=lambda desk: desk.document.screen.theme == "dark",
        first=True,
        icon="theme",
    ),
    Action(
        "controls",
        "&View",
        "&Controls",
        ("C", "F9"),
        lambda desk: desk.stage.set_controls_shown(not desk.stage.controls_shown),
        "Show the form at the left",
        checked=lambda desk: desk.stage.controls_shown,
    ),
    Action(
        "present",
        "&View",
        "&Present",
        ("F5", "F11"),
        lambda desk: desk.stage.set_presenting(not desk.stage.presenting),
        "The views alone on the whole screen, with larger text; Esc leaves",
        checked=lambda desk: desk.stage.presenting,
    ),
)

_PLAY = (
    Action("play", "&Play", "&Play or pause", ("Space",), lambda desk: desk.player.toggle(), "Play or pause"),
    Action("forward", "&Play", "Step &forward", (".",), _step(1), "What plays one forward", first=True),
    Action("back", "&Play", "Step &back", (",",), _step(-1), "What plays one back"),
    Action(
        "first",
        "&Play",
        "To the f&irst",
        ("Ctrl+Home",),
        lambda desk: desk.edit(playing.to_first),
        "To the first position, or the smallest offset",
    ),
    Action(
        "last",
        "&Play",
        "To the &last",
        ("Ctrl+End",),
        lambda desk: desk.edit(playing.to_last),
        "To the last position, or the largest offset",
    ),
    Action("faster", "&Play", "F&aster", ("]",), _change_speed(2), "Twice as many positions per second", first=True),
    Action("slower", "&Play", "&Slower", ("[",), _change_speed(0.5), "Half as many positions per second"),
    Action(
        "loop",
        "&Play",
        "L&oop",
        ("L",),
        _toggle("loop"),
        "Begin again at the other end",
        checked=lambda desk: desk.document.transport.loop,
    ),
    Action(
        "reverse_play",
        "&Play",
        "Back&ward",
        ("V",),
        _toggle("backward"),
        "Play from the end to the beginning",
        checked=lambda desk: desk.document.transport.backward,
    ),
    Action(
        "play_offset",
        "&Play",
        "Play offset &k",
        ("K",),
        _toggle_played,
        "Play the offset in place of the position",
        checked=lambda desk: desk.document.transport.plays == "offset",
    ),
)

_HELP = (
    Action(
        "shortcuts", "&Help", "&Keyboard shortcuts", ("?", "F1"), lambda desk: desk.stage.show_shortcuts(), icon="help"
    ),
    Action("about", "&Help", "&About", ("Shift+F1",), lambda desk: desk.stage.show_about()),
)

ACTIONS: tuple[Action, ...] = (*_FILE, *_EDIT, *_VIEW, *_PLAY, *SENTENCE, *LESSONS, *_HELP)
"""Every action, in the order of the menus."""


def plain_text(action: Action) -> str:
    """The text of an action without the mark of its access key."""
    return action.text.replace("&", "")
