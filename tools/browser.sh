#!/usr/bin/env bash
# browser.sh: find a Chromium for the tests of the page, or install one. Without one, these tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
        exit 0
    fi
done
echo "installing Chromium for the tests of the page: this takes a minute, once"
.venv/bin/playwright install --only-shell chromium >/dev/null 2>&1 || echo "no Chromium: the tests of the page will be skipped"
