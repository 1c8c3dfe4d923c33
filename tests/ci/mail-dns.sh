# Sourced by the scripts of test servers: a real DNS server on loopback, expected verdicts, and
# certificates.

# Prints the configuration of a server. Arguments: its port, the network of the mail servers, and
# domains, each with a mail host at the next IP address of that network. control.test always has one.
dns_config() {
  local port=$1 network=$2 at=1 domain
  shift 2
  printf 'no-resolv\nno-hosts\nport=%s\nlisten-address=127.0.0.1\nbind-interfaces\nlocal=/test/\n' "$port"
  # The engine's control domain: without it, the engine believes no denial of this server.
  printf 'mx-host=control.test,mx.control.test,10\nhost-record=mx.control.test,%s.1\n' "$network"
  for domain in "$@"; do
    printf 'mx-host=%s.test,mx.%s.test,10\nhost-record=mx.%s.test,%s.%s\n' \
      "$domain" "$domain" "$domain" "$network" "$at"
    at=$((at + 1))
  done
}

# Starts the server in a folder, with the configuration on standard input.
dns_start() {
  cat >"$1/etc/dnsmasq.conf"
  dnsmasq --conf-file="$1/etc/dnsmasq.conf" --pid-file="$1/dnsmasq.pid"
}

# Ends the processes whose ids are in these files.
end_by() {
  local pid
  for pid in "$@"; do
    if [ -f "$pid" ]; then kill "$(cat "$pid")" || true; fi
  done
}

# Records the expected verdict of an address. Arguments: folder, address, status, reason and, if a
# first contact gets no answer, its reason.
tell() {
  echo "${@:2}" >>"$1/truth"
}

# Records the expected verdicts of user1 to user4, who have mailboxes, and of nobody1 to nobody4.
# Arguments: folder, domain, and the reason of a first contact without an answer.
tell_four() {
  local home=$1 domain=$2 n
  shift 2
  for n in 1 2 3 4; do
    tell "$home" "user$n@$domain.test" deliverable accepted "$@"
    tell "$home" "nobody$n@$domain.test" undeliverable no_such_mailbox "$@"
  done
}

# Creates a key and a self-signed certificate, in FOLDER/key.pem and FOLDER/certificate.pem.
certificate() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj "/CN=$2" \
    -keyout "$1/key.pem" -out "$1/certificate.pem" 2>/dev/null
  chmod 600 "$1/key.pem"
}

# Waits until a process listens on an IP address and port.
await_port() {
  local tries
  for tries in $(seq 1 100); do
    (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null && return
    sleep 0.1
  done
  echo "nobody listens at $1:$2 after $tries tries" >&2
  return 1
}
