#!/usr/bin/env bash
# Runs servers of Nodemailer's smtp-server and a real DNS server on loopback, in a separate folder.
#   mail-world.sh install          smtp-server, from npm (root, for the DNS server)
#   mail-world.sh start FOLDER     configure and start below FOLDER
#   mail-world.sh stop FOLDER
# The servers listen on port 2535; the DNS server on 127.0.0.1:5365. FOLDER/truth lists the expected
# verdict of each address.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"

SMTP_PORT=2535
DNS_PORT=5365
SERVER_HOME=/usr/local/lib/smtp-server
VERSION=3.21.6
# Domains whose servers accept few recipients per transaction, each with a different reply: see
# serve.cjs.
FEW=(one salmon mox inbucket message policy permanent)

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends dnsmasq-base procps
  from_npm "$SERVER_HOME" "smtp-server@$VERSION"
}

write_truth() {
  local home=$1 n domain
  for n in $(seq 1 30); do
    tell "$home" "user$n@plain.test" deliverable accepted
    tell "$home" "nobody$n@plain.test" undeliverable no_such_mailbox
  done
  tell "$home" full@plain.test risky mailbox_full
  tell "$home" closed@plain.test undeliverable mailbox_disabled
  tell "$home" müller@plain.test deliverable accepted
  tell "$home" mülller@plain.test undeliverable no_such_mailbox
  for domain in "${FEW[@]}"; do
    tell_four "$home" "$domain"
    tell "$home" "full@$domain.test" risky mailbox_full
    # An address that is verified in its own transaction, at a server that accepts every recipient.
    tell "$home" "anyone@all-$domain.test" risky catch_all
  done
  tell_four "$home" encrypted
}

start() {
  local home=$1 domain
  mkdir -p "$home"/{etc,log}
  write_truth "$home"
  {
    dns_config "$DNS_PORT" 127.0.15 plain "${FEW[@]}" encrypted
    for domain in "${FEW[@]}"; do printf 'mx-host=all-%s.test,mx.%s.test,10\n' "$domain" "$domain"; done
  } | dns_start "$home"
  node "$(dirname "$0")/serve.cjs" "$SERVER_HOME/node_modules/smtp-server" "$SMTP_PORT" "$home/truth" \
    >"$home/log/server" 2>&1 &
  echo $! >"$home/server.pid"
  await_port 127.0.15.9 "$SMTP_PORT"
}

stop() {
  end_by "$1/server.pid" "$1/dnsmasq.pid"
}

"$@"
