"""Random parameters, grids and documents for tests of laws."""

import string

from hypothesis import strategies as st

from posenc_gui.document.document import Document, Screen, Selection, Sentence, Transport
from posenc_gui.engine import tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import field

LAYOUTS = tuple(choice.value for choice in field(SinusoidalParams, "layout").param.choices)
DENOMINATORS = tuple(choice.value for choice in field(SinusoidalParams, "denominator").param.choices)
ODDS = tuple(choice.value for choice in field(SinusoidalParams, "odd").param.choices)

WORDS = st.text(string.ascii_letters + "éßあ🐕 \u0301\u200d\u05d0", min_size=1, max_size=6).filter(str.strip)


def sinusoidal_params(largest_first: int = 2**31) -> st.SearchStrategy[SinusoidalParams]:
    """Every convention, with bases, frequency factors and first positions from all of their ranges."""
    return st.builds(
        SinusoidalParams,
        base=st.floats(1.0001, 1e12),
        layout=st.sampled_from(LAYOUTS),
        denominator=st.sampled_from(DENOMINATORS),
        odd=st.sampled_from(ODDS),
        min_timescale=st.one_of(st.just(1.0), st.floats(1e-9, 1e6)),
        first_position=st.one_of(st.just(0), st.integers(-largest_first, largest_first)),
    )


def grids(longest: int = 200, widest: int = 24) -> st.SearchStrategy[Grid]:
    """Small grids, of odd widths too."""
    return st.builds(Grid, length=st.integers(1, longest), d_model=st.integers(1, widest))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Documents whose parts go together."""
    grid = draw(grids())
    text = " ".join(draw(st.lists(WORDS, min_size=1, max_size=8)))
    into = draw(st.sampled_from(("words", "characters")))
    order = tuple(draw(st.permutations(range(len(tokens.split(text, into))))))
    divisors = [count for count in range(1, 65) if grid.d_model % count == 0]
    return Document(
        params=draw(sinusoidal_params()),
        grid=grid,
        selection=draw(selections(grid)),
        sentence=Sentence(text, order, into),
        attention=draw(attentions(divisors)),
        transport=Transport(draw(st.floats(0.1, 1e6)), draw(st.booleans())),
        screen=Screen(draw(st.sampled_from(("light", "dark"))), draw(st.sampled_from(("", "heatmap", "waves")))),
    )


def selections(grid: Grid) -> st.SearchStrategy[Selection]:
    """Selections that lie in the grid."""
    last = grid.length - 1
    return st.builds(
        Selection,
        position=st.integers(0, last),
        pair=st.integers(0, (grid.d_model + 1) // 2 - 1),
        offset=st.integers(-last, last),
    )


def attentions(heads: list[int]) -> st.SearchStrategy[Attention]:
    """Attention of any kind with one of these numbers of heads."""
    seeds = st.integers(0, 2**31 - 1)
    return st.builds(
        Attention,
        head=st.sampled_from(("content", "random", "offset", "previous", "first")),
        heads=st.sampled_from(heads),
        head_seed=seeds,
        embedding_seed=seeds,
        mask=st.sampled_from(("none", "causal", "padding")),
        layers=st.integers(1, 4),
        dtype=st.sampled_from(("float64", "float32", "bfloat16")),
        sharpness=st.floats(0.1, 8),
        content=st.sampled_from((0.0, 0.25, 1.0)),
        sines_only=st.booleans(),
        token_scale=st.sampled_from(("one", "sqrt_d", "free")),
        free_scale=st.floats(0, 4),
        position_scale=st.floats(0, 4),
        first_id=st.one_of(st.just(0), st.integers(0, 2**20)),
        padding=st.one_of(st.just(0), st.integers(0, 4)),
        count_padding=st.booleans(),
    )
