# Three servers written in Python: Salmon, Twisted Mail and slimta.

SMTP_PORT=2534
DNS_PORT=5364
# Domains, each at its own IP address.
SERVERS=(salmon twisted slimta)

configure() {
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

install_more() {
  pypi_install salmon-mail 3.3.0 "$OWN"
  # slimta needs an older setuptools, which uses different names for the installed packages.
  "$OWN/bin/pip" install --quiet --disable-pip-version-check \
    setuptools==80.9.0 twisted==26.10.0 python-slimta==5.0.5
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.14 "${SERVERS[@]}"
}

serve() {
  local at=1 name
  for name in "${SERVERS[@]}"; do
    "$OWN/bin/python" "$WORLD/serve.py" "$name" "127.0.14.$at" "$SMTP_PORT" "$1/truth" \
      2>>"$1/log/server" &
    echo $! >"$1/$name.pid"
    at=$((at + 1))
  done
  for at in 1 2 3; do await_port "127.0.14.$at" "$SMTP_PORT"; done
}
