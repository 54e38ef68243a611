"""Which files hold tables; apart from their readers, which take long to load."""

SUFFIXES = (".npy", ".npz", ".csv")
