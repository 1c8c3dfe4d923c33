#!/usr/bin/env bash
# Installs publint and Are the Types Wrong from npm into .tamis/package-linters.
set -euo pipefail
cd "$(dirname "$0")/../../.."

npm install --prefix .tamis/package-linters --no-audit --no-fund --prefer-offline --loglevel=error \
  publint@0.3.25 @arethetypeswrong/cli@0.18.5
