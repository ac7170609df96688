"""The language of the person at the terminal."""

import os
import re
from typing import Final

from cardkit.language import Language, check_language

__all__ = ["language_of_terminal"]

_LOCALE: Final = re.compile(r"([A-Za-z]{2,3})(?:_([A-Za-z]{2}))?(?:[.@].*)?")


def language_of_terminal() -> Language:
    """Return the language that the environment names: `CARDKIT_LANG`, or else the locale; English if there is none.

    Raise `Invalid` if `CARDKIT_LANG` isn't a language tag.
    """
    own = os.environ.get("CARDKIT_LANG")
    if own:
        check_language(own)
        return own
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    found = _LOCALE.fullmatch(locale)
    return "-".join(filter(None, found.groups())) if found else "en"
