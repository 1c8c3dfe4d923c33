#!/usr/bin/env bash
# Runs three real servers written in Python (Salmon, Twisted Mail and slimta) and a real DNS server
# on loopback, in a separate folder.
#   mail-world.sh install          the servers, from PyPI (root, for the DNS server)
#   mail-world.sh start FOLDER     configure and start below FOLDER
#   mail-world.sh stop FOLDER
# The servers listen on port 2534; the DNS server on 127.0.0.1:5364. FOLDER/truth lists the expected
# verdict of each address.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"
source "$(dirname "$0")/../pypi.sh"

SMTP_PORT=2534
DNS_PORT=5364
SERVERS_HOME=/usr/local/lib/python-mail
# Domains, each at its own IP address.
SERVERS=(salmon twisted slimta)

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dnsmasq-base procps
  pypi_install salmon-mail 3.3.0 "$SERVERS_HOME"
  # slimta needs an older setuptools, which uses different names for the installed packages.
  "$SERVERS_HOME/bin/pip" install --quiet --disable-pip-version-check \
    setuptools==80.9.0 twisted==26.10.0 python-slimta==5.0.5
}

write_truth() {
  local home=$1 domain n
  # Salmon checks a recipient only after it has received the message.
  for n in $(seq 1 12); do tell "$home" "anyone$n@salmon.test" risky catch_all; done
  for domain in twisted slimta; do
    for n in $(seq 1 30); do
      tell "$home" "user$n@$domain.test" deliverable accepted
      tell "$home" "nobody$n@$domain.test" undeliverable no_such_mailbox
    done
    tell "$home" "full@$domain.test" risky mailbox_full
  done
  # Neither Salmon nor Twisted Mail offers SMTPUTF8.
  tell "$home" müller@salmon.test unknown policy
  tell "$home" müller@twisted.test unknown policy
  tell "$home" müller@slimta.test deliverable accepted
  tell "$home" mülller@slimta.test undeliverable no_such_mailbox
}

start() {
  local home=$1 at=1 name
  mkdir -p "$home"/{etc,log}
  write_truth "$home"
  dns_config "$DNS_PORT" 127.0.14 "${SERVERS[@]}" | dns_start "$home"
  for name in "${SERVERS[@]}"; do
    "$SERVERS_HOME/bin/python" "$(dirname "$0")/serve.py" "$name" "127.0.14.$at" "$SMTP_PORT" \
      "$home/truth" 2>>"$home/log/server" &
    echo $! >"$home/$name.pid"
    at=$((at + 1))
  done
  for at in 1 2 3; do await_port "127.0.14.$at" "$SMTP_PORT"; done
}

stop() {
  local name
  for name in "${SERVERS[@]}"; do end_by "$1/$name.pid"; done
  end_by "$1/dnsmasq.pid"
}

"$@"
