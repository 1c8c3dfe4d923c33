# Haraka.

NPM=(Haraka@3.3.4)
SMTP_PORT=2528
DNS_PORT=5358
HARAKA=$OWN/node_modules/Haraka/bin/haraka
# Domains, each at its own IP address from 127.0.6.6 on: see plugins/demands.js.
MORE=(tls late greylist rate crowd pause sender serial)

write_truth() {
  local home=$1 n domain
  for n in $(seq 1 30); do
    tell "$home" "user$n@plain.test" deliverable accepted
    tell "$home" "nobody$n@plain.test" undeliverable no_such_mailbox
  done
  for n in $(seq 1 6); do
    tell "$home" "user$n@slow.test" deliverable accepted
    tell "$home" "nobody$n@slow.test" undeliverable no_such_mailbox
  done
  tell "$home" full@plain.test risky mailbox_full
  tell "$home" closed@plain.test undeliverable mailbox_disabled
  tell "$home" lookup@plain.test unknown server_error
  tell "$home" anyone@everyone.test risky catch_all
  tell "$home" user1@blocked.test unknown ip_blocked
  tell "$home" müller@plain.test deliverable accepted
  tell "$home" mülller@plain.test undeliverable no_such_mailbox
  for domain in tls late pause serial; do tell_four "$home" "$domain"; done
  tell_four "$home" greylist greylisted
  for n in $(seq 1 10); do tell "$home" "user$n@crowd.test" deliverable accepted; done
  # Each connection accepts eight recipients, and defers all others.
  for n in $(seq 1 8); do tell "$home" "user$n@rate.test" deliverable accepted; done
  for n in $(seq 9 12); do tell "$home" "user$n@rate.test" deliverable accepted throttled; done
  tell "$home" müller@serial.test unknown policy
  tell "$home" user1@sender.test unknown sender_rejected
  tell "$home" user1@foreign.test unknown policy
  tell "$home" nobody1@foreign.test unknown policy
}

write_config() {
  local config=$1/haraka/config
  cat >"$config/smtp.ini" <<EOF
listen=$(printf "127.0.6.%s:$SMTP_PORT," {1..12})127.0.6.13:$SMTP_PORT
nodes=0
daemonize=false
EOF
  # Rejects a connection only at RCPT.
  printf 'included_plugins=blocklist\n' >"$config/delay_deny.ini"
  printf 'delay_deny\ntls\ntarpit\nblocklist\ndemands\nmailboxes\n' >"$config/plugins"
  echo mail.haraka.test >"$config/me"
  printf '[main]\nlevel=info\n' >"$config/log.ini"
  cp "$1/etc/"{key,certificate}.pem "$config"
  # Otherwise, Haraka would compute the parameters, which takes minutes.
  openssl genpkey -genparam -algorithm DH -pkeyopt group:ffdhe2048 -out "$config/dhparams.pem"
  printf 'key=key.pem\ncert=certificate.pem\n' >"$config/tls.ini"
}

configure() {
  node "$HARAKA" -i "$1/haraka" >"$1/log/install"
  cp "$WORLD/plugins/"*.js "$1/haraka/plugins"
  write_truth "$1"
  write_config "$1"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.6 plain everyone blocked slow foreign "${MORE[@]}"
}

serve() {
  TRUTH="$1/truth" node "$HARAKA" -c "$1/haraka" >"$1/log/server" 2>&1 &
  echo $! >"$1/server.pid"
  await_port 127.0.6.1 "$SMTP_PORT"
}
