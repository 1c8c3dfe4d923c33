#!/usr/bin/env bash
# Installs stripe-mock from the Go module proxy into .tamis/stripe-mock, with the description of
# Stripe's API that it carries; does nothing when it is there.
set -euo pipefail
cd "$(dirname "$0")/../../.."

version=v0.203.0
target="$PWD/.tamis/stripe-mock"
module=github.com/stripe/stripe-mock

if [ "$(cat "$target/version" 2>/dev/null)" = "$version" ]; then
  exit 0
fi
if ! command -v go >/dev/null; then
  echo 'stripe-mock needs Go (Debian: golang-go).' >&2
  exit 1
fi
mkdir -p "$target"
export GOPATH="$target/go" GOBIN="$target" GOFLAGS=-modcacherw
go install "$module@$version"
cp "$GOPATH/pkg/mod/$module@$version/embedded/openapi/spec3.json" "$target/spec3.json"
rm -rf "$GOPATH"
echo "$version" >"$target/version"
