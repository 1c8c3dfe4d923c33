#!/usr/bin/env bash
# Installs from PyPI into .tamis/python what makes and checks the Python package, and into
# .tamis/python/wheels what the package and its tests need; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

folder=.tamis/python
# What later versions generate needs Python 3.11.
pypi_install openapi-python-client 0.28.4 "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check \
  unasync==0.6.0 setuptools==80.9.0 hatchling==1.33.0 mypy==2.4.1 pytest==9.2.0 \
  types-python-dateutil==2.9.0.20261116
[ -d "$folder/wheels" ] || "$folder/bin/pip" download --quiet --disable-pip-version-check \
  --dest "$folder/wheels" httpx==0.28.1 attrs==26.1.0 python-dateutil==2.9.0.post0 \
  typing_extensions==4.16.0 pytest==9.2.0
