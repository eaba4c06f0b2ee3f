"""How this package compiles a function: Numba, with a cache that cannot be stale.

Numba files compiled code by the changes of one source file and does not see an
edited callee or constant in another module, so the cache folder's name carries
the digest of all sources.
"""

import os
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pickle import UnpicklingError
from types import ModuleType
from typing import Any

import numba
import numba.core.config
from numba.core.errors import NumbaExperimentalFeatureWarning
from platformdirs import user_cache_path

from simulation.errors import GamegaugeError
from simulation.sources import source_digest

config: Any = numba.core.config
njit: Any = numba.njit

# A tuple of players is a tuple of first-class functions, which Numba still calls experimental.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


@cache
def cache_folder() -> Path | None:
    """Return the folder for compiled code, or None (with a warning) if none can be written.

    ``NUMBA_CACHE_DIR`` moves it. Code with bounds checks gets a folder of its own.
    """
    base = Path(os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("gamegauge") / "compiled")
    checks = "-boundscheck" if config.BOUNDSCHECK else ""
    folder = base / f"{source_digest()}{checks}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        warnings.warn(
            f"compiled code cannot be kept in {folder} ({error.strerror}): every start compiles anew",
            stacklevel=2,
        )
        return None
    return folder


def compiled(*signature: Any, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function of this package to be compiled, cached and run without the GIL.

    Parameters
    ----------
    *signature
        At most one Numba signature; with it the function is compiled at once.
    **options
        Further options of ``numba.njit``.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        folder = cache_folder()
        # Numba reads its cache folder when it decorates: set it for this function only,
        # so that a notebook's own compiled functions stay where their author wants them.
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder or before)
        try:
            return njit(*signature, cache=folder is not None, nogil=True, error_model="numpy", **options)(
                function
            )
        finally:
            config.CACHE_DIR = before

    return decorate


def import_compiled(name: str) -> ModuleType:
    """Import a module with compiled functions, which compiles them unless that was done before.

    Raises
    ------
    GamegaugeError
        If the compiled code that was kept cannot be read, or new code cannot be kept.
    """
    try:
        return import_module(name)
    except (OSError, EOFError, UnpicklingError, ValueError, MemoryError) as error:
        raise GamegaugeError(
            f"compiled code in {cache_folder()} is damaged or cannot be kept ({error}); allowed: delete that "
            "folder, or set NUMBA_CACHE_DIR to one with room"
        ) from error
