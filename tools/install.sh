#!/usr/bin/env bash
# install.sh DIR: cardkit itself, editable, into the virtual environment DIR, with nothing fetched.
set -euo pipefail
cd "$(dirname "$0")/.."

"$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --no-index --no-deps --no-build-isolation --editable .
