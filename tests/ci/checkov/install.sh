#!/usr/bin/env bash
# Installs checkov from PyPI into .tamis/checkov; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install checkov 3.3.30 .tamis/checkov
