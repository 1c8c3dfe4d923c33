#!/usr/bin/env bash
# Installs Schemathesis, and requests with it, from PyPI into .tamis/schemathesis; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

version=4.32.5
target=.tamis/schemathesis

if [ "$("$target/bin/pip" show schemathesis 2>/dev/null | sed -n 's/^Version: //p')" = "$version" ]; then
  exit 0
fi
for python in python3.13 python3.12 python3.11 python3.10 python3; do
  if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    "$python" -m venv --clear "$target"
    "$target/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
    exit 0
  fi
done
echo 'Schemathesis needs Python 3.10 or newer with its venv module (Debian: python3-venv).' >&2
exit 1
