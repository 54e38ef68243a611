"""The sinusoidal encoding against what other people's libraries computed, each within its stated tolerance.

A peer's convention is a choice of the encoding's own parameters. What peers do around the encoding is done here, for
any case that names it: zeros in padding rows, embeddings scaled and added, positions given as an array.
"""

import numpy as np
import pytest
from numpy.typing import NDArray
from reference_cases import Case, cases

from posenc_gui.engine.encodings import sinusoidal
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import from_mapping
from posenc_gui.engine.position_ids import position_ids

KINDS = {
    "sinusoidal_interleaved": {"layout": "interleaved", "denominator": "paper"},
    "sinusoidal_concat": {"layout": "concatenated", "denominator": "paper"},
    "sinusoidal_t2t": {"layout": "concatenated", "denominator": "tensor2tensor", "odd": "pad"},
    "timestep_embedding": {"layout": "concatenated", "odd": "pad"},
}
"""What all peers of a kind have in common."""

WORDS = {
    "d replaced by d+1 in the exponent": {"odd": "widen"},
    "odd d: exponent keeps d": {"odd": "truncate"},
    "COSINE half first": {"layout": "cosine_first"},
}
"""What the description of a convention adds."""

CHOICES = {
    ("downscale_freq_shift", 0): {"denominator": "paper"},
    ("downscale_freq_shift", 1): {"denominator": "tensor2tensor"},
    ("flip_sin_to_cos", True): {"layout": "cosine_first"},
}
"""What a peer's own parameters choose."""


def settings(case: Case) -> SinusoidalParams:
    """The convention of a case, as parameters of the encoding."""
    given, chosen = case.params, dict[str, object](KINDS[case.entry["kind"]])
    for words, choice in WORDS.items():
        if words in case.entry["convention"]:
            chosen |= choice
    for (name, value), choice in CHOICES.items():
        if given.get(name) == value:
            chosen |= choice
    smallest = given.get("min_timescale", 1.0)
    largest = given.get("max_timescale", given.get("max_period", given.get("base", 10_000.0)))
    first = given.get("start_index", given.get("offset", given.get("step", 0)))
    chosen |= {"base": largest / smallest, "min_timescale": smallest, "first_position": first}
    return from_mapping(SinusoidalParams, chosen)


def positions(case: Case) -> NDArray[np.float64]:
    """The rows that the peer was asked for."""
    if "t" in case.has:
        return np.asarray(case.array("t") * np.float64(case.params["scale"]))
    if "positions" in case.has:
        return np.asarray(case.array("positions"), dtype=np.float64)
    if "tokens" in case.has:
        return np.asarray(token_positions(case), dtype=np.float64).ravel()
    rows = case.params["L"] if "L" in case.params else case.array("emb").shape[1]
    return np.arange(rows, dtype=np.float64)


def token_positions(case: Case) -> NDArray[np.int64]:
    """Positions counted over the tokens that are no padding, from padding_idx + 1; padding stands at padding_idx."""
    padding = int(case.params["padding_idx"])
    return position_ids(case.array("tokens") != padding, padding)


def table(case: Case) -> NDArray[np.float64]:
    """Our encoding at the peer's settings and positions, with zeros where the peer pads."""
    rows = positions(case)
    grid = Grid(length=len(rows), d_model=case.params["d"])
    values = sinusoidal.waves(settings(case), grid).values(rows)
    values[rows == case.params.get("padding_idx")] = 0
    return values


@pytest.mark.parametrize("case", cases(*KINDS))
def test_peer_is_reproduced(case: Case) -> None:
    values = table(case)
    if "emb" in case.has:
        case.check("out", case.array("emb") * np.sqrt(case.params["d"]) + values)
        return
    if "scale" in case.params and str(case.params["scale"]).startswith("d**-0.5"):
        values = values * case.params["d"] ** -0.5
    if "position_ids" in case.has:
        case.check("position_ids", token_positions(case))
    case.check("pe", values.reshape(case.array("pe").shape))


@pytest.mark.parametrize("case", cases("sinusoidal_interleaved", "sinusoidal_concat"))
def test_whole_table_is_what_its_rows_are(case: Case) -> None:
    rows = positions(case)
    grid = Grid(length=int(rows.max()) + 1, d_model=case.params["d"])
    whole = sinusoidal.evaluate(settings(case), grid).values
    np.testing.assert_array_equal(whole[rows.astype(int)], sinusoidal.waves(settings(case), grid).values(rows))
