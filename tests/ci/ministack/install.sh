#!/usr/bin/env bash
# Installs MiniStack from PyPI into .tamis/ministack, unless it is already there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install ministack 1.5.33 .tamis/ministack
