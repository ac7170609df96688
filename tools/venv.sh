#!/usr/bin/env bash
# venv.sh PYTHON DIR LOCK WHAT: make a fresh virtual environment in DIR that holds what LOCK pins, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$1
dir=$2
lock=$3
what=$4

if ! "$python" -c '' 2>/dev/null; then
    echo "error: no Python found as '$python': name one with PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "error: cardkit needs Python 3.11 or newer, but '$python' is $("$python" -V 2>&1): name another with PYTHON=python3.12" >&2
    exit 1
fi

echo "making $dir with $("$python" -V): $what"
"$python" -m venv --clear "$dir"
"$dir/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes --requirement "$lock"
