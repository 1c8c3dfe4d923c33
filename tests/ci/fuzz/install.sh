#!/usr/bin/env bash
# Installs Schemathesis, and requests with it, from PyPI into .tamis/schemathesis; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install schemathesis 4.32.5 .tamis/schemathesis
