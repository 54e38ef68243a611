"""Processor time of scores with each encoding, printed as JSON: median seconds by key.

`added` are encodings that give a number to add for each query and key, `others` those that do not; `bare` is `q @ k.T`,
and `with_bias` the same with a ready bias added.
"""

import json
import time
from collections.abc import Callable

import numpy as np

from benchmarks.measure import clocked, medians
from posenc_gui.engine import encodings
from posenc_gui.engine.attention import scores
from posenc_gui.engine.encoding import RelativeKeys, ScoreBias, Yield
from posenc_gui.engine.grid import Grid
from posenc_gui.engine.heads import Projections

TOKENS, D_MODEL, HEADS = 512, 512, 8
REPETITIONS, WARM_UP = 30, 5

random = np.random.default_rng(0)
tokens, others = random.standard_normal((2, TOKENS, D_MODEL))
queries, keys = (vectors.reshape(TOKENS, HEADS, -1).transpose(1, 0, 2) for vectors in (tokens, others))
bias = random.standard_normal((HEADS, TOKENS, TOKENS))


def bare() -> None:
    """Queries times keys."""
    queries @ keys.transpose(0, 2, 1)


def with_bias() -> None:
    """Queries times keys, and a bias that lies ready."""
    found = queries @ keys.transpose(0, 2, 1)
    found += bias


def with_encoding(position: Yield) -> Callable[[], object]:
    """What `attention.scores` does with what an encoding yields."""
    return lambda: scores(tokens, position, Projections(HEADS))


def main() -> None:
    """Measure all in turn."""
    yielded = {item.key: item.evaluate(item.params(), Grid(TOKENS, D_MODEL), HEADS) for item in encodings.ENCODINGS}
    runs = [bare, with_bias, *map(with_encoding, yielded.values())]
    taken = medians(REPETITIONS, WARM_UP, *(clocked(run, time.process_time) for run in runs))
    by_key = dict(zip(yielded, taken[2:], strict=True))
    added = {key for key, position in yielded.items() if isinstance(position, ScoreBias | RelativeKeys)}
    found = {
        "bare": taken[0],
        "with_bias": taken[1],
        "added": {key: seconds for key, seconds in by_key.items() if key in added},
        "others": {key: seconds for key, seconds in by_key.items() if key not in added},
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
