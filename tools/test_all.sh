#!/usr/bin/env bash
# test_all.sh: the suite on every supported Python that is found on PATH or under ~/.pyenv, each in its own .venv-3.x.
set -euo pipefail
cd "$(dirname "$0")/.."

find_python() { # 3.x -> the first interpreter that is really of that version
    local candidate
    for candidate in "python$1" "$HOME/.pyenv/versions/$1".*/bin/python; do
        if "$candidate" -c "import sys; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

passed=() failed=() missing=()
for version in 3.11 3.12 3.13 3.14; do
    python=$(find_python "$version")
    if [[ -z $python ]]; then
        missing+=("$version")
        continue
    fi
    venv=.venv-$version
    if [[ ! -e $venv/.ready || requirements-dev.lock -nt $venv/.ready || pyproject.toml -nt $venv/.ready ]]; then
        tools/venv.sh "$python" "$venv" requirements-dev.lock "all that developing takes"
        tools/install.sh "$venv"
        touch "$venv/.ready"
    fi
    echo "== Python $version"
    if "$venv/bin/python" -m pytest -n auto; then passed+=("$version"); else failed+=("$version"); fi
done

echo "passed: ${passed[*]:-none}; failed: ${failed[*]:-none}; not found here: ${missing[*]:-none}"
[[ ${#passed[@]} -gt 0 && ${#failed[@]} -eq 0 ]]
