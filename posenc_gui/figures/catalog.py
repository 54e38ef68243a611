"""All views, in order."""

from posenc_gui.engine.errors import UserError
from posenc_gui.engine.params import Record, shown
from posenc_gui.figures.base import BASE
from posenc_gui.figures.compare import COMPARE
from posenc_gui.figures.effects import EFFECTS
from posenc_gui.figures.fit import FIT
from posenc_gui.figures.heatmap import HEATMAP
from posenc_gui.figures.links import LINKS
from posenc_gui.figures.precision import PRECISION
from posenc_gui.figures.rope import ROPE_VIEW
from posenc_gui.figures.rotation import ROTATION
from posenc_gui.figures.shuffle import SHUFFLE
from posenc_gui.figures.similarity import SIMILARITY
from posenc_gui.figures.spectrum import SPECTRUM
from posenc_gui.figures.split import SPLIT
from posenc_gui.figures.training import TRAINING
from posenc_gui.figures.view import View
from posenc_gui.figures.waves import WAVES

VIEWS: tuple[View, ...] = (
    HEATMAP,
    WAVES,
    ROTATION,
    SHUFFLE,
    SIMILARITY,
    COMPARE,
    SPLIT,
    BASE,
    SPECTRUM,
    ROPE_VIEW,
    FIT,
    PRECISION,
    TRAINING,
    EFFECTS,
    LINKS,
)


def by_key(key: str) -> View:
    """The view of that name.

    Raises:
        UserError: there is none.
    """
    found = next((view for view in VIEWS if view.key == key), None)
    if found is None:
        raise UserError(f"view is {shown(key)}, but must be one of {', '.join(view.key for view in VIEWS)}")
    return found


def option_types() -> dict[str, type[Record]]:
    """The options of each view by its key, as document files need them."""
    return {view.key: view.options for view in VIEWS}
