# Sourced by the mail worlds beside it: a real DNS server on loopback for each of them.

# Configuration of a server: its port, the network of the mail servers, and domains, each with a mail
# host at the next address of that network.
dns_config() {
  local port=$1 network=$2 at=1 domain
  shift 2
  printf 'no-resolv\nno-hosts\nport=%s\nlisten-address=127.0.0.1\nbind-interfaces\nlocal=/test/\n' "$port"
  for domain in "$@"; do
    printf 'mx-host=%s.test,mx.%s.test,10\nhost-record=mx.%s.test,%s.%s\n' \
      "$domain" "$domain" "$domain" "$network" "$at"
    at=$((at + 1))
  done
}

# Starts the server below a folder, by the configuration on standard input.
dns_start() {
  cat >"$1/etc/dnsmasq.conf"
  dnsmasq --conf-file="$1/etc/dnsmasq.conf" --pid-file="$1/dnsmasq.pid"
}

# Ends whatever has left its number in one of these files.
end_by() {
  local pid
  for pid in "$@"; do
    if [ -f "$pid" ]; then kill "$(cat "$pid")" || true; fi
  done
}
