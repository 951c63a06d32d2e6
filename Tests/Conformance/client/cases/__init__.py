"""All cases: importing a module registers its cases, in this order."""

from . import vectors  # noqa: F401
from . import standard  # noqa: F401
from . import ending  # noqa: F401
from . import compression  # noqa: F401
from . import load  # noqa: F401
from . import extra  # noqa: F401
from . import rejections  # noqa: F401
from . import client_rejections  # noqa: F401
from . import gateway  # noqa: F401
from . import negative  # noqa: F401
from . import client_negative  # noqa: F401
from . import not_applicable  # noqa: F401
