#!/usr/bin/env bash
# Installs Redocly's linter from npm into .tamis/openapi-linters; in the nightly run also Spectral.
set -euo pipefail
cd "$(dirname "$0")/../../.."

packages=(@redocly/cli@2.77.0)
if [ "${TAMIS_TIER:-}" = night ]; then
  packages+=(@stoplight/spectral-cli@6.16.3)
fi
npm install --prefix .tamis/openapi-linters --no-audit --no-fund --prefer-offline --loglevel=error \
  "${packages[@]}"
