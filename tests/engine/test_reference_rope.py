"""RoPE against what other people's libraries computed, each within its stated tolerance.

Frequencies that the parameters `base` and `partial` cannot give are left out: those of other rope types than `default`
bend single waves (llama3, yarn, longrope, proportional), or change with the sequence (dynamic). What can be given is
converted here, for any case that names it: a linear factor divides the positions, a rescaled base is the base.
"""

import numpy as np
import pytest
from numpy.typing import NDArray
from reference_cases import Case, cases

from posenc_gui.engine.attention import turned
from posenc_gui.engine.encoding import Rotation
from posenc_gui.engine.encodings import rope
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.grid import Grid

LINEAR = ("linear", "default")
"""Rope types that divide all frequencies alike, which is the same as dividing the positions."""

BENDING = {"factor", "rope_factor", "max_freq"}
"""Parameters of peers that bend single waves, or follow the length: no base gives the same frequencies."""


def turns_all_alike(case: Case) -> bool:
    """Whether every wave is that of a base, at positions that may be divided by a factor."""
    scaling = case.params.get("rope_scaling") or {"rope_type": "default"}
    return scaling["rope_type"] in LINEAR and not case.params.get("use_scaled", False)


def of_default_type(case: Case) -> bool:
    """Whether the peer says that its frequencies are the plain ones."""
    return case.params.get("rope_type") == "default"


def of_one_base(case: Case) -> bool:
    """Whether the frequencies are those of a base, rescaled or not."""
    return not BENDING & set(case.params) and case.params.get("linear_factor", 1) == 1


def rotation(base: float, pairing: str, partial: float, head_dim: int, heads: int) -> Rotation:
    params = RopeParams(base=base, pairing=pairing, partial=partial)
    return rope.evaluate(params, Grid(1, head_dim * heads), heads)


def turned_as_the_peer(case: Case, name: str) -> NDArray[np.float64]:
    """The vectors (batch, heads, tokens, channels) of one of the case's inputs, turned by our engine."""
    given, vectors = case.params, case.array(name).astype(np.float64)
    pairing = given["style"].split(" ")[0]
    partial = given.get("rotary_dim", given["head_dim"]) / given["head_dim"]
    rotary = rotation(given["base"], pairing, partial, given["head_dim"], vectors.shape[1])
    factor = (given.get("rope_scaling") or {}).get("factor", given.get("linear_factor", 1))
    places = case.array("positions") / (factor * given.get("interpolate_factor", 1))
    result = np.stack([turned(batch, rotary, places) for batch in vectors])
    if given["style"].endswith("evens-then-odds out"):  # the peer gives the channels in another order than it took them
        return np.concatenate([result[..., 0::2], result[..., 1::2]], axis=-1)
    return result


@pytest.mark.parametrize("case", cases("rope_apply", where=turns_all_alike))
def test_vectors_are_turned_as_by_the_peer(case: Case) -> None:
    found = {name: turned_as_the_peer(case, name) for name in ("q", "k") if name in case.has}
    for name, vectors in found.items():
        case.check(f"{name}_out", vectors)
    if "scores" in case.has:
        case.check("scores", found["q"] @ found["k"].swapaxes(-1, -2))


@pytest.mark.parametrize("case", cases("rope_inv_freq", where=of_default_type))
def test_frequencies_of_models_are_those_of_the_peer(case: Case) -> None:
    fields, standard = case.params["config_fields"], case.params["rope_parameters_as_the_peer_standardised_them"]
    heads = fields["num_attention_heads"]
    head_dim = fields.get("head_dim", fields["hidden_size"] // heads)
    partial = standard.get("partial_rotary_factor", 1)
    found = rotation(standard["rope_theta"], "half", partial, head_dim, heads)
    case.check("inv_freq", found.waves.inv_freq)
    case.check("attention_scaling", np.hypot(found.cos, found.sin)[0, 0])


@pytest.mark.parametrize("case", cases("rope_inv_freq_peers", where=of_one_base))
def test_rescaled_bases_are_bases(case: Case) -> None:
    """Peers that stretch the context by another base; the power of dim / (dim − 2) keeps the slowest wave in step."""
    given = case.params
    dim, base = given["dim"], given.get("base", given.get("theta"))
    stretch = given.get("alpha", given.get("theta_rescale_factor", 1)) ** (dim / (dim - 2))
    found = rotation(base * given.get("ntk_factor", 1) * stretch, "half", 1, dim, 1)
    case.check("inv_freq", found.waves.inv_freq)
