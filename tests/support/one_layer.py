"""One layer of attention, as the program's layers are made of."""

from posenc_gui.engine.attention import Attended, positioned, scores, weighted
from posenc_gui.engine.encoding import Floats, Yield
from posenc_gui.engine.heads import Projections


def attend(tokens: Floats, position: Yield | None, heads: Projections) -> Attended:
    """Scores, weights, outputs and their mean for tokens (n, d_model)."""
    return weighted(scores(tokens, position, heads), positioned(tokens, position), heads)
