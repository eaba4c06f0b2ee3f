"""A digest of the simulation's own sources.

Compiled code and cached runs are filed under it, so that an edit anywhere in the
package can never meet a stale result.
"""

import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


@cache
def source_digest() -> str:
    """Return 16 hexadecimal digits that change with any source of this package."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py"), key=lambda path: path.relative_to(PACKAGE).parts):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        digest.update(path.read_text(encoding="utf-8").encode() + b"\0")
    return digest.hexdigest()[:16]
