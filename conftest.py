"""What the whole suite shares: the snippets of the documentation are tests, and soak runs are larger."""

import os

from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

settings.register_profile("quick", max_examples=30, deadline=None, derandomize=True)
settings.register_profile("soak", max_examples=2000, deadline=None)
settings.load_profile("soak" if os.environ.get("CARDKIT_SOAK") else "quick")

pytest_collect_file = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"]).pytest()
