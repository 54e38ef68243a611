"""What a view says while the table that it needs is being trained."""

from posenc_gui.document.document import Document
from posenc_gui.engine.errors import UserError
from posenc_gui.engine.training import UntrainedError


def words(error: UserError, document: Document) -> str:
    """Why a view of the document cannot be drawn: the table of the document itself is being trained at this moment."""
    if isinstance(error, UntrainedError) and error.task == document.encoded.task:
        return f"The table is being trained: {error.task.words}.\nThis view is drawn as soon as it is done."
    return str(error)
