"""What an encoding yields, made larger or smaller."""

from msgspec.structs import replace

from posenc_gui.engine.encoding import RelativeKeys, ScoreBias, Table, Yield
from posenc_gui.engine.rows import Stored


def scaled(position: Yield | None, factor: float) -> Yield | None:
    """What is added for positions times `factor`: the table, the bias, the relative vectors.

    A rotation adds nothing and stays as it is, as do the two bias vectors of Transformer-XL, which carry no position.
    """
    if factor == 1:
        return position
    match position:
        case Table(scale=scale):
            return replace(position, scale=factor * scale)
        case ScoreBias(by_distance=by_distance):
            return replace(position, by_distance=lambda relative: factor * by_distance(relative))
        case RelativeKeys(vectors=vectors):
            by_head = tuple(Stored(factor * own) for own in vectors)
            return position.with_vectors(by_head, sinusoidal=False)
        case _:
            return position
