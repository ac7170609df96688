#!/usr/bin/env bash
# lock.sh [--upgrade]: pin, with hashes, for every supported Python and platform, what developing takes
# (requirements-dev.in) and what serving takes (the extras `api` and `postgres`). What both hold has one version.
# No address and no path of the machine it runs on may get into a lock.
set -euo pipefail
cd "$(dirname "$0")/.."

pin() {
    .venv/bin/uv pip compile --universal --python-version 3.11 --generate-hashes --no-config --no-emit-index-url \
        --no-emit-find-links --no-annotate --custom-compile-command 'make lock' --quiet "$@"
}

pin requirements-dev.in --output-file requirements-dev.lock "$@"
pin pyproject.toml --extra api --extra postgres --constraint requirements-dev.lock --output-file requirements-run.lock

if grep -nE '://|file:|--(extra-)?index-url|--find-links' requirements-*.lock; then
    echo 'error: the lines above name a place in a lock' >&2
    exit 1
fi
