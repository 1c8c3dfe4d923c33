#!/usr/bin/env bash
# Installs MiniStack from PyPI into .tamis/ministack; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

version=1.5.33
target=.tamis/ministack

if [ "$("$target/bin/pip" show ministack 2>/dev/null | sed -n 's/^Version: //p')" = "$version" ]; then
  exit 0
fi
for python in python3.13 python3.12 python3.11 python3.10 python3; do
  if "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    "$python" -m venv --clear "$target"
    "$target/bin/pip" install --quiet --disable-pip-version-check "ministack==$version"
    exit 0
  fi
done
echo 'MiniStack needs Python 3.10 or newer with its venv module (Debian: python3-venv).' >&2
exit 1
