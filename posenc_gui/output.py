"""Standard output, as bytes."""

import os
import shutil
import sys
from typing import BinaryIO

from posenc_gui.engine.errors import UserError


def put_out(content: BinaryIO) -> None:
    """Copy to standard output; a reader that has seen enough is no error."""
    try:
        shutil.copyfileobj(content, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or what is left would be tried again at exit
        if not isinstance(error, BrokenPipeError):
            raise UserError(f"cannot write to standard output: {(error.strerror or str(error)).lower()}") from error
