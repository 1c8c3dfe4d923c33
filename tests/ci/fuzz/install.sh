#!/usr/bin/env bash
# Installs Schemathesis, including requests, from PyPI into .tamis/schemathesis, unless it is
# already there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install schemathesis 4.32.5 .tamis/schemathesis
