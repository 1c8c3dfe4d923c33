#!/usr/bin/env bash
# Installs cfn-lint from PyPI into .tamis/cfn-lint, unless it is already there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install cfn-lint 1.58.0 .tamis/cfn-lint
