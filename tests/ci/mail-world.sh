#!/usr/bin/env bash
# Installs and runs real mail servers with a real DNS server on loopback, each world in a separate
# folder. The machine's own mail setup is neither read nor changed.
#   mail-world.sh install NAME…       packages of these worlds (root)
#   mail-world.sh start NAME FOLDER   configure and start below FOLDER (root)
#   mail-world.sh stop NAME FOLDER
# NAME/config.sh defines a world: its packages, DNS records, configuration, and how it starts and
# ends. FOLDER/truth lists the expected verdict of each address, unless the test states it.
set -euo pipefail
CI=$(realpath "$(dirname "$0")")
source "$CI/mail-dns.sh"
source "$CI/pypi.sh"

SMTP_SERVER=smtp-server@3.21.6

# Loads the configuration of a world. Its folder is WORLD; OWN is the folder of its programs that are
# not installed for the whole machine. It is outside /usr, over which one of the worlds mounts it.
load() {
  WORLD=$CI/$1
  OWN=/opt/tamis-mail/$1
  # Debian packages; those that are only extracted, because they conflict with others; the users
  # that those would create; packages from npm.
  DEBIAN=() EXTRACTED=() USERS=() NPM=()
  install_more() { :; }
  configure() { :; }
  end() { :; }
  source "$WORLD/config.sh"
}

install() {
  local name user package debian=(dnsmasq-base openssl procps)
  for name; do
    load "$name"
    debian+=("${DEBIAN[@]}")
  done
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${debian[@]}"
  for name; do
    load "$name"
    for user in "${USERS[@]}"; do
      id "$user" >/dev/null 2>&1 || useradd --system --no-create-home "$user"
    done
    for package in "${EXTRACTED[@]}"; do from_debian "$package"; done
    for package in "${NPM[@]}"; do
      npm install --silent --no-audit --no-fund --omit=optional --ignore-scripts --prefix "$OWN" "$package"
    done
    install_more
  done
}

# Extracts the files of a Debian package into the world's own folder.
from_debian() {
  local folder
  folder=$(mktemp -d)
  chmod 755 "$folder"
  (cd "$folder" && apt-get download -qq "$1")
  mkdir -p "$OWN"
  dpkg -x "$folder/${1}"_*.deb "$OWN"
  rm -r "$folder"
}

start() {
  load "$1"
  mkdir -p "$2"/{etc,log}
  chmod 755 "$2"
  certificate "$2/etc" "mail.$1.test"
  configure "$2"
  write_dns | dns_start "$2"
  serve "$2"
}

stop() {
  load "$1"
  end "$2"
  end_by "$2"/*.pid "$2"/*/pid
}

# Runs a function of a world in another process. Arguments: world, function, its arguments.
within() {
  load "$1"
  "${@:2}"
}

"$@"
