#!/usr/bin/env bash
# Runs two egress hosts on loopback, set up by the same script as in AWS, with the real dante,
# Unbound and nftables of Debian, in a network namespace. The machine's own network is not changed.
#   world.sh install            Debian packages (root)
#   world.sh start FOLDER       configure and start below FOLDER, at 127.0.0.2 and 127.0.0.3
#   world.sh stop FOLDER
#   world.sh within COMMAND…    run a command in the network namespace of the hosts
#   world.sh prove FOLDER HOST  last step of a host's setup: wait until it responds, and signal CloudFormation
#   world.sh kill FOLDER HOST   end the proxy and the resolver of a host, 2 or 3
#   world.sh sessions HOST      print the number of connections to mail servers that it has opened
#   world.sh forwarded FOLDER   print what a host forwards from its clients' subnets
# Mail servers and their DNS server are expected on port 25 and at 127.0.0.1:53.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"

SETUP=$(dirname "$0")/../../../infra/egress-host/setup.sh
SPACE=tamis-hosts
HOSTS=(2 3)

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    dante-server unbound dns-root-data nftables iproute2 util-linux curl procps \
    bind9-host
}

within() { ip netns exec "$SPACE" "$@"; }

# The root zone of this internet, which is not signed.
simulated_root() {
  cat <<EOD
server:
  username: unbound
  pidfile: "$1/unbound.pid"
  use-syslog: no
  do-not-query-localhost: no
  local-zone: "test." nodefault
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@53
EOD
}

configure_host() {
  local root=$1/$2
  # The simulated mail servers have addresses in 127/8, which is private elsewhere.
  ROOT=$root LISTEN=127.0.0.$2 CLIENTS=127.0.0.0/8 PRIVATE='10.0.0.0/8 169.254.0.0/16' \
    "$SETUP" configure
  mkdir -p "$root/etc/unbound/unbound.conf.d"
  simulated_root "$root" >"$root/etc/unbound/unbound.conf.d/simulated.conf"
  chown -R unbound "$root"
}

start_host() {
  local root=$1/$2
  within unbound -c "$root/etc/unbound/unbound.conf"
  within setpriv --reuid=proxy --regid=proxy --clear-groups \
    danted -f "$root/etc/danted.conf" -p /dev/null >"$root/danted.log" 2>&1 &
  echo $! >"$root/danted.pid"
}

# An interrupted run leaves its namespace, and processes in it.
remove_namespace() {
  if [ ! -e "/run/netns/$SPACE" ]; then return; fi
  ip netns pids "$SPACE" | xargs -r kill -9 2>/dev/null || true
  ip netns delete "$SPACE"
}

start() {
  local host
  remove_namespace
  ip netns add "$SPACE"
  within ip link set lo up
  # A private address, an address outside the workers' network, and that of instance metadata.
  for address in 127.0.0.2/8 127.0.0.3/8 10.9.9.9/32 192.0.2.9/32 169.254.169.254/32; do
    within ip address add "$address" dev lo
  done
  for host in "${HOSTS[@]}"; do configure_host "$1" "$host"; done
  # Before the services start, because they create and remove files in these folders.
  chmod -R a+rX "$1"
  for host in "${HOSTS[@]}"; do start_host "$1" "$host"; done
  within nft -f "$1/2/etc/nftables.conf"
  for host in "${HOSTS[@]}"; do
    within nft insert rule ip egress output ip saddr "127.0.0.$host" tcp dport 25 \
      tcp flags '&' '(syn | ack)' == syn counter
  done
}

prove() {
  ROOT=$1/$2 LISTEN=127.0.0.$2 CLIENTS=127.0.0.0/8 within env "${@:3}" "$SETUP" prove
}

kill_host() { end_by "$1/$2/danted.pid" "$1/$2/unbound.pid"; }

sessions() {
  within nft list chain ip egress output | sed -n "s/.*saddr 127.0.0.$1 .*packets \([0-9]*\) .*/\1/p"
}

# Creates a worker's subnet, a host with the real firewall rules, and a server outside, each in its
# own namespace.
forwarded() {
  local name port pid
  ROOT=$1/nat LISTEN=10.0.0.10 CLIENTS=10.0.0.0/16 "$SETUP" configure
  for name in inside nat outside; do ip netns add "$SPACE-$name"; done
  ip link add inside netns "$SPACE-nat" type veth peer name eth netns "$SPACE-inside"
  ip link add outside netns "$SPACE-nat" type veth peer name eth netns "$SPACE-outside"
  ip -n "$SPACE-nat" address add 10.0.16.1/20 dev inside
  ip -n "$SPACE-nat" address add 9.9.9.1/24 dev outside
  ip -n "$SPACE-inside" address add 10.0.16.9/20 dev eth
  ip -n "$SPACE-outside" address add 9.9.9.9/24 dev eth
  ip -n "$SPACE-outside" address add 192.168.1.9/32 dev eth
  ip -n "$SPACE-nat" link set inside up
  ip -n "$SPACE-nat" link set outside up
  for name in inside outside; do
    ip -n "$SPACE-$name" link set lo up
    ip -n "$SPACE-$name" link set eth up
  done
  ip -n "$SPACE-nat" route add 192.168.1.9 dev outside
  ip -n "$SPACE-inside" route add default via 10.0.16.1
  ip netns exec "$SPACE-nat" sysctl -qw net.ipv4.ip_forward=1
  ip netns exec "$SPACE-nat" nft -f "$1/nat/etc/nftables.conf"
  ip netns exec "$SPACE-outside" node -e '
    for (const port of [25, 80, 443])
      require("net").createServer((s) => s.on("error", () => {}).end(s.remoteAddress + "\n"))
        .listen(port, "0.0.0.0");
    ' >/dev/null 2>&1 &
  pid=$!
  until ip netns exec "$SPACE-outside" bash -c '</dev/tcp/9.9.9.9/443' 2>/dev/null; do sleep 0.1; done
  for to in 9.9.9.9/443 9.9.9.9/80 9.9.9.9/25 192.168.1.9/443; do
    printf '%s ' "$to"
    ip netns exec "$SPACE-inside" timeout 1 bash -c "cat </dev/tcp/$to" 2>/dev/null || echo closed
  done
  kill "$pid"
  for name in inside nat outside; do ip netns delete "$SPACE-$name"; done
}

stop() {
  local host
  for host in "${HOSTS[@]}"; do kill_host "$1" "$host"; done
  ip netns delete "$SPACE"
}

case $1 in
within) exec ip netns exec "$SPACE" "${@:2}" ;;
kill) kill_host "$2" "$3" ;;
*) "$@" ;;
esac
