#!/usr/bin/env bash
# Installs the AWS CLI from PyPI into .tamis/aws-cli, unless it is already there.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tests/ci/pypi.sh

pypi_install awscli 1.46.3 .tamis/aws-cli
