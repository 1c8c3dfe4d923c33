#!/usr/bin/env bash
# Installs checkov from PyPI into .tamis/checkov, unless it is already there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install checkov 3.3.30 .tamis/checkov
