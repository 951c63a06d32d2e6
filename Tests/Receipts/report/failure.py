"""What keeps a report from being made, in a sentence for whoever asked for it."""


class Failure(Exception):
    pass
