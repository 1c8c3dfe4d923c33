#!/usr/bin/env bash
# Installs Debian's Firefox (root), unless it is already there.
set -euo pipefail

if command -v firefox-esr >/dev/null; then
  exit 0
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends firefox-esr
