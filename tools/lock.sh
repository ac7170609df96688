#!/usr/bin/env bash
# lock.sh [--upgrade]: pin requirements-dev.in, with hashes, for every supported Python and platform.
# No address and no path of the machine it runs on may get into the lock.
set -euo pipefail
cd "$(dirname "$0")/.."

.venv/bin/uv pip compile requirements-dev.in --output-file requirements-dev.lock \
    --universal --python-version 3.11 --generate-hashes --no-config --no-emit-index-url --no-emit-find-links \
    --no-annotate --custom-compile-command 'make lock' --quiet "$@"

if grep -nE '://|file:|--(extra-)?index-url|--find-links' requirements-dev.lock; then
    echo 'error: the lines above name a place in requirements-dev.lock' >&2
    exit 1
fi
