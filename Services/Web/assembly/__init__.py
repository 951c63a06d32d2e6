"""Makes the folder of the web app that the gateway serves: see README.md."""


class AssemblyError(Exception):
    """Why the folder cannot be made, in a sentence that says what to do."""
