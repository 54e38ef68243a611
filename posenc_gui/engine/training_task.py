"""What can be trained, apart from how: settings name it without loading what trains."""

from msgspec import Struct


class Task(Struct, frozen=True):
    """What is trained: the size of the table, and the seed of its start."""

    rows: int
    d_model: int
    seed: int

    @property
    def words(self) -> str:
        """The task as messages name it."""
        return f"{self.rows} rows of {self.d_model} numbers, seed {self.seed}"
