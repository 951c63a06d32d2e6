"""The error of a report that cannot be made, as a sentence for its user."""


class Failure(Exception):
    pass
