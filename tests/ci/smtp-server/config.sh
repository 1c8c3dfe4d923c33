# Servers of Nodemailer's smtp-server.

NPM=("$SMTP_SERVER")
SMTP_PORT=2535
DNS_PORT=5365
# Domains whose servers accept few recipients per transaction, each with a different reply: see
# serve.cjs.
FEW=(one salmon mox inbucket message policy permanent)

configure() {
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

write_dns() {
  local domain
  dns_config "$DNS_PORT" 127.0.15 plain "${FEW[@]}" encrypted
  for domain in "${FEW[@]}"; do printf 'mx-host=all-%s.test,mx.%s.test,10\n' "$domain" "$domain"; done
}

serve() {
  node "$WORLD/serve.cjs" "$OWN/node_modules/smtp-server" "$SMTP_PORT" "$1/truth" \
    >"$1/log/server" 2>&1 &
  echo $! >"$1/server.pid"
  await_port 127.0.15.9 "$SMTP_PORT"
}
