"""Random parameters, grids and documents for tests of laws."""

import dataclasses
import string

from hypothesis import strategies as st

from posenc_gui.document.document import Document, Screen, Selection, Sentence, Transport
from posenc_gui.engine import encodings, tokens
from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoded import Encoded
from posenc_gui.engine.encodings.alibi import AlibiParams
from posenc_gui.engine.encodings.learned import LearnedParams
from posenc_gui.engine.encodings.relative import ShawParams, TransformerXlParams
from posenc_gui.engine.encodings.rope import RopeParams
from posenc_gui.engine.encodings.simple import BinaryParams
from posenc_gui.engine.encodings.sinusoidal import SinusoidalParams
from posenc_gui.engine.encodings.t5 import T5Params
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.params import Record, field

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
        transport=Transport(
            draw(st.floats(0.1, 1e6)),
            draw(st.booleans()),
            draw(st.sampled_from(("position", "offset"))),
            draw(st.booleans()),
        ),
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


SEEDS = st.integers(0, 99)
BASES = st.floats(1.01, 1e7)


def params_of(key: str, longest: int) -> st.SearchStrategy[Record]:
    """Parameters of an encoding that reaches `longest` positions, or its defaults where none are named here."""
    named: dict[str, st.SearchStrategy[Record]] = {
        "binary": st.builds(BinaryParams, msb_first=st.booleans()),
        "sinusoidal": sinusoidal_params(largest_first=100),
        "learned": st.builds(LearnedParams, rows=st.integers(longest + 8, longest + 20), seed=SEEDS).flatmap(
            lambda params: st.integers(-1, 6).map(lambda index: dataclasses.replace(params, padding_idx=index))
        ),
        "shaw": st.builds(ShawParams, clip=st.integers(1, longest + 3), seed=SEEDS),
        "t5": st.builds(
            T5Params,
            buckets=st.integers(2, 20).map(lambda half: 2 * half),
            max_distance=st.integers(21, 200),
            bidirectional=st.booleans(),
            seed=SEEDS,
        ),
        "alibi": st.builds(AlibiParams, symmetric=st.booleans()),
        "rope": st.builds(
            RopeParams,
            base=BASES,
            pairing=st.sampled_from(("half", "interleaved")),
            partial=st.sampled_from((0.5, 1.0)),
        ),
        "transformer_xl": st.builds(TransformerXlParams, base=BASES, seed=SEEDS),
    }
    return named.get(key, st.just(encodings.by_key(key).params()))


@st.composite
def encoded(draw: st.DrawFn, keys: tuple[str, ...] = (), longest: int = 12) -> Encoded:
    """Any encoding, or one of those named, at settings that go together."""
    key = draw(st.sampled_from(keys or tuple(encoding.key for encoding in encodings.ENCODINGS)))
    heads, quarter = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    length = draw(st.integers(1, longest))
    return Encoded(key, draw(params_of(key, longest)), Grid(length, 4 * quarter * heads), heads)
