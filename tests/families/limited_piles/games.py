"""The games of the family: its tests ask all of them."""

from typing import Final

import pytest

from tests.games.friday13.scenes import FRIDAY13
from tests.games.thirteen.scenes import THIRTEEN

EACH: Final = (THIRTEEN, FRIDAY13)
each_game: Final = pytest.mark.parametrize("of", EACH, ids=repr)
