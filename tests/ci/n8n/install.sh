#!/usr/bin/env bash
# Installs n8n and the scanner of its community packages from npm into .tamis/n8n, unless they are
# already there. Compiles only SQLite of its native modules, with the headers in the npm package of
# Node: the others are optional, and prebuilt modules and headers are not in the registry.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# n8n 2.41.3 needs a version of @n8n/agents that the registry lacks.
packages=(n8n@2.40.7 @n8n/scan-community-package@0.32.0)
target=$PWD/.tamis/n8n
if [ "$(cat "$target/version" 2>/dev/null)" = "${packages[*]}" ]; then
  exit 0
fi
command -v g++ make python3 >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends g++ make python3
}
node=$(node --input-type=module -e "
  import { nodePath } from './localstack/setup.mjs';
  console.log(nodePath);")
export PATH="$(dirname "$node"):$PATH"
npm install --prefix "$target" --ignore-scripts --no-audit --no-fund --prefer-offline --loglevel=error \
  "${packages[@]}"
npm rebuild --prefix "$target" sqlite3 --nodedir="$(dirname "$node")/.." --loglevel=error
echo "${packages[*]}" >"$target/version"
