# Resolvers, each on its own IP address: Unbound and Knot Resolver with different settings, and servers
# with faults (odd-servers.mjs). They get their answers from one authoritative server (dnsmasq), and
# send nothing to others: Linux refuses to send from 127.0.0.1 to an address outside 127/8.

DEBIAN=(knot-resolver unbound)
NPM=("$SMTP_SERVER")
SMTP_PORT=2540
DNS_PORT=5370
ZONE=127.0.0.1
LAME=127.0.20.20
DROPS_EDNS=127.0.20.21
REJECTS_EDNS=127.0.20.22

configure() { echo user1 >"$1/etc/replies"; }

write_dns() {
  dns_config "$DNS_PORT" 127.0.20 people
  # A domain without mail host, and one that accepts no email (RFC 7505).
  printf '%s\n' "auth-server=ns.test,$ZONE" auth-zone=test txt-record=empty.test,text \
    dns-rr=null.test,15,000000
}

# Starts an Unbound. Arguments: folder, IP address, server of the zone, lines of its configuration.
unbound_start() {
  cat >"$1/etc/unbound-$2" <<EOF
server:
  directory: "$1"
  pidfile: "$1/unbound-$2.pid"
  chroot: ""
  username: ""
  logfile: "$1/log/unbound-$2"
  use-syslog: no
  interface: $2
  outgoing-interface: 127.0.0.1
  port: $DNS_PORT
  do-not-query-localhost: no
  local-zone: "test." nodefault
$(printf '  %s\n' "${@:4}")
stub-zone:
  name: "test."
  stub-addr: $3@$DNS_PORT
EOF
  unbound -c "$1/etc/unbound-$2"
}

# Starts a Knot Resolver with a policy for each of its IP addresses. Argument: folder.
knot_start() {
  mkdir "$1/knot"
  cat >"$1/etc/knot" <<EOF
modules = { 'view' }
net.outgoing_v4('127.0.0.1')
net.ipv6 = false
trust_anchors.remove('.')
cache.open(1 * MB, 'lmdb://$1/knot')
policy.add(policy.all(policy.FLAGS('NO_CACHE')))
local function at(address, action)
  net.listen(address, $DNS_PORT)
  policy.add(view.rule_dst(action, address .. '/32'))
end
local zone = policy.STUB('$ZONE@$DNS_PORT')
at('127.0.20.7', zone)
at('127.0.20.8', policy.REFUSE)
at('127.0.20.9', policy.DROP)
at('127.0.20.10', policy.NO_ANSWER)
at('127.0.20.11', policy.DENY)
at('127.0.20.12', function (...)
  return (select(2, ...).qsource.flags.tcp and zone or policy.TC)(...)
end)
at('127.0.20.13', policy.STUB('$LAME@$DNS_PORT'))
at('127.0.20.14', policy.STUB('$REJECTS_EDNS@$DNS_PORT'))
EOF
  kresd -n -c "$1/etc/knot" "$1/knot" >"$1/log/knot" 2>&1 &
  echo $! >"$1/knot.pid"
  await_port 127.0.20.14 "$DNS_PORT"
}

serve() {
  node "$WORLD/odd-servers.mjs" "$DNS_PORT" "$ZONE" "$LAME" "$DROPS_EDNS" "$REJECTS_EDNS" \
    >"$1/log/odd" 2>&1 &
  echo $! >"$1/odd.pid"
  node "$CI/callout/backend.cjs" "$OWN/node_modules/smtp-server" 127.0.20.1 "$SMTP_PORT" \
    "$1/etc/replies" >"$1/log/server" 2>&1 &
  echo $! >"$1/server.pid"
  unbound_start "$1" 127.0.20.2 "$ZONE"
  unbound_start "$1" 127.0.20.3 "$ZONE" 'access-control: 127.0.0.0/8 refuse'
  unbound_start "$1" 127.0.20.4 "$ZONE" 'local-zone: "." always_nxdomain'
  unbound_start "$1" 127.0.20.5 "$ZONE" 'local-zone: "." always_nodata'
  unbound_start "$1" 127.0.20.6 "$LAME"
  knot_start "$1"
  await_port 127.0.20.1 "$SMTP_PORT"
  timeout 10 bash -c 'until grep -q ready "$1"; do sleep 0.1; done' _ "$1/log/odd"
}
