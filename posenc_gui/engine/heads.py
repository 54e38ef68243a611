"""Heads: the matrices that make queries, keys and values.

Heads by position show what a rotation is good for. With M_k, the matrix that takes the encoding of a position to that
of the one k further on, a query M_k · PE[p] meets the key PE[q] where q = p + k. Which vector carries the position
depends on where an encoding acts:

- a table made of waves: PE[p], and M_k turns each pair by k · w_i (`shift`);
- another table: PE[p], and M_k is the one matrix that does best by least squares on the positions there are. None does
  for the index and for digits; free rows can all be met where there are fewer of them than dimensions;
- a rotation (RoPE): no vector carries it, so query and key have the constant (1, 0) in each pair, which RoPE turns by
  the position, and the query's is turned by k · w_i more;
- relative vectors (Shaw, Transformer-XL): the query is the constant a[k] (less the bias that the scheme adds to it),
  and so is most like the vector of that distance;
- a bias, or nothing: no query can tell positions, and it is zero. What a bias does it does by itself.

A query for the first token is the constant PE[first]; where positions are relative or turned, none is the first one,
and it is zero.
"""

from functools import cached_property, lru_cache

import numpy as np
from msgspec import Struct

from posenc_gui.engine.attention_settings import Attention
from posenc_gui.engine.encoding import Floats, Ints, RelativeKeys, Rotation, Table, Yield
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.grid import check_memory
from posenc_gui.engine.rows import Rows
from posenc_gui.engine.waves import ABSENT, Waves


class Projections(Struct, frozen=True, eq=False, dict=True):  # for cached norms, of matrices that stay as they are
    """Per-head matrices that make queries, keys and values: each (heads, d_model, d_k), or None for the identity.

    query_bias, key_bias: (heads, d_k) added to every query and key. scale: what q · k is multiplied with; None:
    1 / √d_k. content: how much of the content queries and keys read beside the position.
    """

    heads: int
    query: Floats | None = None
    key: Floats | None = None
    value: Floats | None = None
    query_bias: Floats | None = None
    key_bias: Floats | None = None
    scale: float | None = None
    content: float = 1.0

    @cached_property
    def norms(self) -> dict[str, tuple[float, float]]:
        """The spectral and the Frobenius norm of the largest matrix of each kind; 1 and 0 for the identity."""
        return {"query": _norms(self.query), "key": _norms(self.key), "value": _norms(self.value)}

    def factor(self, d_model: int) -> float:
        """What q · k is multiplied with."""
        return float(1 / np.sqrt(d_model // self.heads)) if self.scale is None else self.scale


def check_heads(d_model: int, heads: int) -> None:
    """Every head needs the same whole number of dimensions.

    Raises:
        UserError: heads does not divide d_model.
    """
    if d_model % heads:
        divisors = ", ".join(str(n) for n in range(1, 65) if d_model % n == 0)
        raise UserError(f"heads is {heads}, but must divide d_model {d_model}: one of {divisors}")


def projections(
    attention: Attention,
    d_model: int,
    position: Yield | None = None,
    *,
    offset: int = 0,
    places: Ints | None = None,
    layer: int = 0,
) -> Projections:
    """The matrices of the chosen head in one layer.

    content: the identity. random: seeded normal with variance 1 / d_model, others in each layer. Heads by position: see
    above, for what the encoding yields at the `places` of the tokens, the first of which is the first token's.

    Raises:
        UserError: heads does not divide d_model.
    """
    check_heads(d_model, attention.heads)
    if attention.head == "content":
        return Projections(attention.heads)
    if attention.head == "random":
        return _random(attention.heads, d_model, attention.head_seed, layer)
    return _by_position(attention, d_model, position, offset, np.arange(1) if places is None else places)


@lru_cache(maxsize=4)
def _random(heads: int, d_model: int, seed: int, layer: int) -> Projections:
    """Kept for the layers of one setting, since both orders and both systems go through the same."""
    random = np.random.default_rng([seed, layer] if layer else seed)
    matrices = random.standard_normal((3, heads, d_model, d_model // heads)) / np.sqrt(d_model)
    matrices.flags.writeable = False
    return Projections(heads, *matrices)


def _norms(matrices: Floats | None) -> tuple[float, float]:
    if matrices is None:
        return 1.0, 0.0
    spectral, frobenius = (float(np.linalg.norm(matrices, kind, axis=(1, 2)).max()) for kind in (2, "fro"))
    return spectral, frobenius


def dense(found: Projections, which: str, d_model: int) -> Floats:
    """The matrix of "query", "key" or "value" of every head, (heads, d_model, d_k), also where it is the identity."""
    matrices: Floats | None = getattr(found, which)
    return _slices(_columns(found.heads, d_model), np.eye(d_model)) if matrices is None else matrices


def bias_of(found: Projections, which: str) -> Floats | None:
    """What is added to every "query" or "key" of each head, (heads, d_k), or None."""
    bias: Floats | None = found.query_bias if which == "query" else found.key_bias
    return bias


def _by_position(attention: Attention, d_model: int, position: Yield | None, offset: int, places: Ints) -> Projections:
    check_memory(f"projections of {d_model} × {d_model}", 4 * d_model**2, "lower d_model")
    heads, k, scale = attention.heads, attention.offset(offset), attention.position_scale
    columns, first = _columns(heads, d_model), attention.head == "first"
    query, key = np.zeros((heads, d_model, d_model // heads)), _slices(columns, np.eye(d_model))
    query_bias: Floats | None = None
    key_bias: Floats | None = None
    match position:
        case Table(rows=rows):
            columns = _paired_columns(rows, columns)
            read = np.diag(_read_columns(rows, d_model, attention.sines_only))
            key = _slices(columns, read)
            if first:
                query_bias = (scale * rows.values(places[:1])[0] @ read)[columns]
            else:
                query = _slices(columns, read @ table_shift(rows, k, places))
        case Rotation(waves=waves) if not first:
            key_bias = np.tile(_constant(waves, d_model // heads), (heads, 1))
            turn = _bordered(shift(waves, k), d_model // heads)
            query, query_bias = key @ turn, key_bias @ turn
        case RelativeKeys() if not first:
            nearest = int(np.clip(k, -position.farthest, position.farthest)) + position.farthest
            query, query_bias = key, np.zeros((heads, d_model // heads))
            query_bias += scale * position.vectors[:, nearest] - position.position_bias
        case _:
            pass
    return Projections(
        heads, query, key, None, query_bias, key_bias, scale=attention.sharpness, content=attention.content
    )


def shift(waves: Waves, offset: int) -> Floats:
    """M_k for all pairs, (width, width): a row PE[p] times it is PE[p + k], whatever p.

    A pair whose cosine has no column keeps of its sine what the sine alone gives, cos(k · w) of it.
    """
    matrix, angles = np.zeros((waves.width, waves.width)), offset * waves.inv_freq
    for sine, cosine, angle in zip(waves.sine_dims, waves.cosine_dims, angles, strict=True):
        if sine != ABSENT:
            matrix[sine, sine] = np.cos(angle)
        if cosine != ABSENT:
            matrix[cosine, cosine] = np.cos(angle)
        if ABSENT not in (sine, cosine):
            matrix[cosine, sine], matrix[sine, cosine] = np.sin(angle), -np.sin(angle)
    return matrix


def table_shift(rows: Rows, offset: int, places: Ints) -> Floats:
    """(width, width) the matrix by which a row of a table comes nearest to the row `offset` further on.

    Exact for waves; else the least-squares solution of smallest norm over all of `places` whose other place is there.
    """
    if isinstance(rows, Waves):
        return shift(rows, offset)
    here = places[np.isin(places + offset, places)]
    if len(here) == 0:
        return np.zeros((rows.width, rows.width))
    starts, ends = rows.values(here), rows.values(here + offset)
    exist = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    return np.asarray(np.linalg.lstsq(starts[exist], ends[exist], rcond=None)[0])


def _columns(heads: int, d_model: int) -> Ints:
    """(heads, d_k) the dimensions of each head."""
    return np.arange(d_model).reshape(heads, -1)


def _paired_columns(rows: Rows, columns: Ints) -> Ints:
    """The dimensions of each head where sine and cosine of a pair go to the same one, as far as they go in pairs."""
    if not isinstance(rows, Waves):
        return columns
    pairs = np.array([_rank(rows, dimension) for dimension in range(rows.width)])
    return np.sort(np.argsort(pairs, kind="stable").reshape(columns.shape), axis=1)


def _rank(waves: Waves, dimension: int) -> int:
    pair = waves.pair_of(dimension)
    return waves.pairs if pair is None else pair


def _read_columns(rows: Rows, d_model: int, sines_only: bool) -> Floats:
    """(d_model,) one for each dimension that is read."""
    if not (sines_only and isinstance(rows, Waves)):
        return np.ones(d_model)
    read = np.zeros(d_model)
    read[rows.sine_dims[rows.sine_dims != ABSENT]] = 1
    return read


def _slices(columns: Ints, matrix: Floats) -> Floats:
    """(heads, d_model, d_k): the columns of each head of one matrix."""
    return np.ascontiguousarray(matrix[:, columns].transpose(1, 0, 2))


def _constant(waves: Waves, width: int) -> Floats:
    """(width,) a vector that RoPE turns: (1, 0) in each pair, as position 0 has it, and zero where nothing turns."""
    vector = np.zeros(width)
    vector[waves.cosine_dims] = 1
    return vector


def _bordered(matrix: Floats, width: int) -> Floats:
    """The matrix in the corner of an identity of the given width."""
    whole = np.eye(width)
    whole[: len(matrix), : len(matrix)] = matrix
    return whole
