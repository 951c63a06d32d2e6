#!/usr/bin/env bash
# Runs the browser tests, with options of pytest, or measures the figures of the web app.
#
#   browser.sh [OPTION...]
#   browser.sh figures [OPTION...]
#
# Environment: SHORT=yes for less, LARDER_WEB for a running Larder in place of one of their own, LARDER_PROGRAMS for the folder
# of the programs (.build/release), LARDER_PORT for their gateway's port (7643), SEED for other random choices (a number, or random).
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! deploy/local/packages.sh chromium fonts-dejavu-core; then
    echo "The browser tests are skipped: Chromium cannot be installed here."
    exit 0
fi
if [[ ! -e .build/web/index.html ]]; then
    echo "The browser tests are skipped: the web app could not be put together; make web says why."
    exit 0
fi
deploy/local/python-packages.sh Tests/Browser/requirements.txt .build/browser-packages
export PYTHONPATH=.build/browser-packages PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
if [[ ${1:-} == figures ]]; then
    shift
    exec python3 -B Tests/Browser/figures.py "$@"
fi
# All of them by several processes, since each waits most of the time; a file is run by one. Each has a Larder of its own.
if (($# == 0)) && [[ -z ${LARDER_WEB:-} ]]; then
    set -- -p xdist --numprocesses 2 --dist loadfile
fi
exec python3 -B -m pytest -p no:cacheprovider --quiet --tb=short Tests/Browser "$@"
