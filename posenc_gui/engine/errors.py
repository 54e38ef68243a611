"""The one exception that is meant for the person at the screen."""


class UserError(Exception):
    """Something that the user can mend.

    The message is one line that names the value, the allowed range and the way out. Whoever catches it shows the
    message and leaves everything as it was.
    """
