"""RoPE at work: a query and a key turned by their positions, and the score that follows their distance alone."""

from dataclasses import dataclass

import numpy as np

from posenc_gui.document import edits
from posenc_gui.document.document import Document
from posenc_gui.document.edits import Edit
from posenc_gui.engine import rope_turn
from posenc_gui.engine.params import Choice, Record, param
from posenc_gui.figures import catalog, rope_parts
from posenc_gui.figures.numbers import short, signed
from posenc_gui.figures.rope_scene import CURVE_POINTS, Scene, scene_of
from posenc_gui.figures.spec import Figure, Small
from posenc_gui.figures.view import Arrays, Pick, View

KEY = catalog.ROPE.key
TURN = 2 * np.pi


@dataclass(frozen=True)
class RopeOptions(Record):
    """Which query and key are turned, and whether a mistake is made."""

    key: str = param(
        "same",
        "Key",
        "The key that the query meets.",
        choices=(
            Choice("same", "same as q", "The score is largest where m = n."),
            Choice("own", "its own", "The score has no favourite distance before it is learned."),
        ),
    )
    mismatch: str = param(
        "none",
        "Pairing",
        "Which convention turns what.",
        choices=(
            Choice("none", "right", "Query and key are turned by the pairing of the encoding."),
            Choice("both", "both wrong", "As when weights made for one convention meet code of the other."),
            Choice("key", "key wrong", "As when cached keys were turned by code of the other convention."),
        ),
    )
    seed: int = param(0, "Seed", "Seed of query and key.", low=0, high=2**31 - 1)


def figure(document: Document) -> Figure:
    """Arrows of the selected pair, the score over the distance, what each pair adds, and which channels are paired."""
    scene = _scene(document)
    return Figure(
        view=KEY,
        title="RoPE turns queries and keys",
        axes=(
            rope_parts.circle(scene),
            rope_parts.score_curve(scene),
            rope_parts.bars(scene),
            rope_parts.arcs(scene),
        ),
        rows=(1.2, 1.0, 0.75),
        columns=(1.0, 1.5),
        caption=_CAPTIONS[scene.mismatch],
        notes=(*_notes(scene), *_instead(document)),
        small=Small((40, 22), (("circle", (0, 0, 1, 1)), ("score", (0, 1, 1, 1))), columns=(1.0, 1.5)),
    )


_CAPTIONS = {
    "none": "Drag q or k: the score moves along its curve. Drag beside them, or play: both turn, and the score stays.",
    "both": "Turned by the other pairing, the score still follows m − n, but it is another curve than the right one.",
    "key": "Play: with the key turned by the other pairing, the score changes although m − n stays as it is.",
}


def data(document: Document) -> Arrays:
    """Arrays query and key (head_dim,) before and turned_query, turned_key after; contributions (pairs + 1,); score ().

    differences (n,) with scores (n,) over them, and right_scores (n,) of the right pairing. The last of the
    contributions is that of the channels that are not turned.
    """
    scene = _scene(document)
    for_query, for_key = rope_turn.as_computed(scene.rotation, scene.mismatch)
    differences = scene.differences
    return {
        "query": scene.vectors.query,
        "key": scene.vectors.key,
        "turned_query": rope_turn.turned(scene.vectors.query, for_query, [scene.m])[0],
        "turned_key": rope_turn.turned(scene.vectors.key, for_key, [scene.n])[0],
        "contributions": scene.contributions,
        "score": np.array(scene.score),
        "differences": differences,
        "scores": rope_turn.scores(scene.vectors, scene.rotation, scene.m, differences, scene.mismatch),
        "right_scores": rope_turn.scores(scene.vectors, scene.rotation, scene.m, differences),
    }


def on_pick(document: Document, pick: Pick) -> Edit | None:
    """Drag q to move m, k to move n, the circle beside them to move both; the curve sets m − n, the others the pair."""
    scene = _scene(document)
    match pick.axes:
        case "circle":
            return _turn(scene, pick)
        case "score":
            return edits.select(offset=-round(pick.x))
        case "bars":
            return edits.select(pair=min(max(round(pick.x), 0), len(scene.contributions) - 2))
        case _:
            pair = rope_parts.pair_at(scene, pick.x)
            return None if pair is None else edits.select(pair=pair)


def read(document: Document, pick: Pick | None) -> str:
    """What the selected pair, or the one under the pointer, adds to the score."""
    scene = _scene(document)
    if pick is not None and pick.axes == "score":
        difference = min(max(round(pick.x), -scene.reach), scene.reach)
        at = rope_turn.scores(scene.vectors, scene.rotation, scene.m, [difference], scene.mismatch)
        return f"m − n = {signed(difference, 0)}: q · k = {signed(float(at[0]))}"
    pair = scene.pair
    if pick is not None and pick.axes == "bars":
        pair = min(max(round(pick.x), 0), len(scene.contributions) - 2)
    first, second = (int(dims[pair]) for dims in rope_turn.channels(scene.rotation))
    frequency = float(scene.rotation.waves.inv_freq[pair])
    return (
        f"pair {pair}, channels {first} and {second}: q turns by m · w = {scene.m} · {short(frequency)}, k by n · w = "
        f"{scene.n} · {short(frequency)}; it adds "
        f"{signed(float(scene.contributions[pair]))} to the score {signed(scene.score)}"
    )


def work(document: Document) -> int:
    """Function evaluations behind the figure."""
    return 6 * CURVE_POINTS * document.pair_count


def _scene(document: Document) -> Scene:
    options = edits.option(document, KEY, RopeOptions)
    return scene_of(document, options.seed, options.key == "same", options.mismatch)


def _turn(scene: Scene, pick: Pick) -> Edit | None:
    """The nearest position at which the arrow that is dragged has the pointer's direction."""
    frequency = float(scene.rotation.waves.inv_freq[scene.pair])
    pointed = float(np.arctan2(pick.y, pick.x))
    (query, key), offset = rope_parts.angles_of(scene), scene.n - scene.m
    if pick.grabbed == "k":
        return edits.select(offset=offset + _steps(pointed - key, frequency))
    steps = _steps(pointed - query, frequency)
    m = min(max(scene.m + steps, 0), scene.last)
    if pick.grabbed == "q":
        return edits.select(position=m, offset=scene.n - m)
    return edits.select(position=m)


def _steps(angle: float, frequency: float) -> int:
    """The number of positions that turns an arrow by an angle the short way round."""
    return round(((angle + np.pi) % TURN - np.pi) / frequency)


def _notes(scene: Scene) -> tuple[str, ...]:
    notes = []
    if scene.mismatch != "none":
        error = scene.score - scene.right_score
        notes.append(
            f"The mistake changes the score from {signed(scene.right_score)} to {signed(scene.score)}: "
            f"an error of {signed(error)}."
        )
    if not 0 <= scene.n <= scene.last:
        notes.append(f"Position {signed(scene.n, 0)} lies outside the table; the angles go on all the same.")
    return tuple(notes)


def _instead(document: Document) -> tuple[str, ...]:
    if document.encoding == "rope":
        return ()
    return (f"{document.definition.title} is added to the embeddings; shown is RoPE at the same base.",)


VIEW = View(
    catalog.ROPE,
    options=RopeOptions,
    main="scores",
    figure=figure,
    data=data,
    on_pick=on_pick,
    read=read,
    work=work,
)
