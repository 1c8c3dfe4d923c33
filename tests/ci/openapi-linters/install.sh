#!/usr/bin/env bash
# Installs Spectral, Redocly's linter, Newman and a generator of TypeScript clients, with the compiler
# that it stands on, from npm into .tamis/openapi-linters.
set -euo pipefail
cd "$(dirname "$0")/../../.."

npm install --prefix .tamis/openapi-linters --no-audit --no-fund --prefer-offline --loglevel=error \
  @stoplight/spectral-cli@6.16.3 @redocly/cli@2.77.0 newman@6.2.2 \
  @hey-api/openapi-ts@0.99.0 typescript@6.0.3
