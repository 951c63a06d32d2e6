#!/usr/bin/env bash
# Builds in the debug configuration, with options of swift build: always with the same flags, as others build everything again.
#
# Environment: DEBUG_INFO=dwarf for what debuggers need, which takes half as long again to build and is left out otherwise; traces
# of crashes name functions without it, too, and no lines.
set -euo pipefail
exec swift build --no-color-diagnostics -debug-info-format "${DEBUG_INFO:-none}" "$@"
