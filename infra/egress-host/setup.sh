#!/usr/bin/env bash
# Turns a Debian machine into an egress host: a SOCKS5 proxy (dante) to mail servers only, and a
# resolver (Unbound). It is the user data of the instances; the variables that differ between them
# are prepended.
#   setup.sh             install, configure, start (as root); powers the machine off on failure
#   setup.sh configure   only write the configuration, below $ROOT
#   setup.sh prove       wait until the services respond, and signal CloudFormation
set -euo pipefail

ROOT=${ROOT:-}
LISTEN=${LISTEN:?private address of this host}
CLIENTS=${CLIENTS:?network of the workers}
REBOOT_AT=${REBOOT_AT:-03:00}
REGION=${REGION:-}
GROUP=${GROUP:-}
LOGS=${LOGS:-}
STACK=${STACK:-}
RESOURCE=${RESOURCE:-}
TRIES=${TRIES:-24}
QUESTION=${QUESTION:-gmail.com}
# Networks that are not on the internet (RFC 6890): nobody may reach them through this host.
PRIVATE=${PRIVATE:-0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/3}

write() { # writes standard input to FILE
  mkdir -p "$(dirname "$ROOT$1")"
  cat >"$ROOT$1"
}

dante() {
  cat <<EOD
logoutput: stderr
internal: $LISTEN port = 1080
external: $LISTEN
clientmethod: none
socksmethod: none
user.privileged: proxy
user.unprivileged: proxy
timeout.negotiate: 10
timeout.connect: 30
timeout.io: 600
client pass { from: $CLIENTS to: $LISTEN/32 }
client block { from: 0/0 to: 0/0 }
EOD
  for network in $PRIVATE; do echo "socks block { from: 0/0 to: $network }"; done
  cat <<EOD
socks pass {
  from: $CLIENTS to: 0/0 port = 25
  command: connect
  log: connect
}
socks block { from: 0/0 to: 0/0 }
EOD
}

resolver() {
  cat <<EOD
server:
  interface: $LISTEN
  port: 53
  ip-freebind: yes
  access-control: 0.0.0.0/0 refuse
  access-control: $CLIENTS allow
  do-ip6: no
  directory: "$ROOT/etc/unbound"
  chroot: ""
  num-threads: 2
  so-reuseport: yes
  outgoing-range: 2048
  num-queries-per-thread: 1024
  msg-cache-size: 16m
  rrset-cache-size: 32m
  key-cache-size: 4m
  neg-cache-size: 2m
  cache-max-ttl: 3600
  prefetch: yes
  minimal-responses: yes
  hide-identity: yes
  hide-version: yes
include-toplevel: "$ROOT/etc/unbound/unbound.conf.d/*.conf"
EOD
}

# The proxy and the resolver may use only their own ports and may not reach private networks, above
# all not the instance's credentials (169.254.169.254), even if their own rules fail.
firewall() {
  local private=${PRIVATE// /, }
  cat <<EOD
flush ruleset
table ip egress {
  set private {
    type ipv4_addr; flags interval; auto-merge
    elements = { $(echo $private) }
  }
  chain input {
    type filter hook input priority filter; policy drop;
    ct state established,related accept
    iif lo accept
    ip protocol icmp accept
    udp sport 67 udp dport 68 accept
    ip saddr $CLIENTS tcp dport { 1080, 53 } accept
    ip saddr $CLIENTS udp dport 53 accept
  }
  chain forward {
    type filter hook forward priority filter; policy drop;
  }
  chain output {
    type filter hook output priority filter; policy accept;
    ct state established,related accept
    meta skuid proxy ip daddr != @private tcp dport 25 accept
    meta skuid proxy reject
    meta skuid unbound ip daddr != @private meta l4proto { tcp, udp } th dport 53 accept
    meta skuid unbound reject
  }
}
EOD
}

# Calls an AWS service through its query or JSON protocol, signed with the instance's role.
aws_call() {
  cat <<'EOD'
#!/bin/sh
# SERVICE DATA [TARGET]; INSTANCE_ID in DATA is replaced with the instance's id
set -eu
from=http://169.254.169.254/latest
token=$(curl -fsS -m 5 -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' "$from/api/token")
meta() { curl -fsS -m 5 -H "X-aws-ec2-metadata-token: $token" "$from/meta-data/$1"; }
role=$(meta iam/security-credentials/)
field() { printf %s "$keys" | sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p"; }
keys=$(meta "iam/security-credentials/$role")
data=$(printf %s "$2" | sed "s/INSTANCE_ID/$(meta instance-id)/")
curl -fsS -m 20 -o /dev/null --aws-sigv4 "aws:amz:$REGION:$1" \
  --user "$(field AccessKeyId):$(field SecretAccessKey)" -H "x-amz-security-token: $(field Token)" \
  ${3:+-H "x-amz-target: $3" -H "content-type: application/x-amz-json-1.1"} \
  --data "$data" "${ENDPOINT:-https://$1.$REGION.amazonaws.com/}"
EOD
}

# Sends the proxy's log lines since the last successful run to CloudWatch: one for each connection,
# with its addresses and without content. A batch has at most a megabyte, in chronological order:
# https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html
logs() {
  cat <<'EOD'
#!/bin/sh
set -eu
call() { # ACTION FIELDS
  printf '{"logGroupName":"%s","logStreamName":"%s"%s}' "$LOGS" "$GROUP" "$2" |
    sh "${0%/*}/egress-aws" logs @- "Logs_20140328.$1"
}
if [ "${1:-}" = send ]; then
  events=$(sed -n 's/[\\"]/\\&/g; s/[[:cntrl:]]/ /g
    s/^[^(]*(\([0-9]*\)\.\([0-9]\{3\}\)[0-9]*) \(.*\)/{"timestamp":\1\2,"message":"\3"}/p' | sort | paste -sd, -)
  [ -z "$events" ] || call PutLogEvents ",\"logEvents\":[$events]"
  exit
fi
cursor=${STATE:-/var/lib}/egress-cursor
rm -f "$cursor.next"
# The stream remains if the machine is replaced, or its host removed.
if [ -e "$cursor" ]; then cp "$cursor" "$cursor.next"; else call CreateLogStream '' || true; fi
export SENDER="$0"
journalctl -q -u danted -o cat --cursor-file="$cursor.next" |
  split -l 4000 --filter='sh "$SENDER" send'
[ ! -e "$cursor.next" ] || mv "$cursor.next" "$cursor"
EOD
}

# Reports the percentage of the disk and of the local ports in use to CloudWatch, every five
# minutes.
metrics() {
  cat <<'EOD'
#!/bin/sh
set -eu
disk=$(df --output=pcent / | tail -n 1 | tr -dc 0-9)
set -- $(cat /proc/sys/net/ipv4/ip_local_port_range)
ports=$(($(ss -Htan state connected | wc -l) * 100 / ($2 - $1)))
exec sh "${0%/*}/egress-aws" monitoring \
  "Action=PutMetricData&Version=2010-08-01&Namespace=Tamis%2FEgress\
$(n=0 && for metric in "diskPercent $disk" "portsPercent $ports"; do
    n=$((n + 1)) && printf '&MetricData.member.%s.MetricName=%s&MetricData.member.%s.Value=%s' \
      $n "${metric% *}" $n "${metric#* }"
    printf '&MetricData.member.%s.Unit=Percent' $n
    printf '&MetricData.member.%s.Dimensions.member.1.Name=AutoScalingGroupName' $n
    printf '&MetricData.member.%s.Dimensions.member.1.Value=%s' $n "$GROUP"
  done)"
EOD
}

configure() {
  dante | write /etc/danted.conf
  resolver | write /etc/unbound/unbound.conf
  firewall | write /etc/nftables.conf
  aws_call | write /usr/local/sbin/egress-aws
  metrics | write /usr/local/sbin/egress-metrics
  logs | write /usr/local/sbin/egress-logs
  chmod 755 "$ROOT"/usr/local/sbin/egress-{metrics,logs}
  write /etc/systemd/system/egress-metrics.service <<EOD
[Service]
Type=oneshot
Environment=REGION=$REGION GROUP=$GROUP LOGS=$LOGS
# A host whose log is not sent reports no metrics either, which raises an alarm.
ExecStart=/usr/local/sbin/egress-logs
ExecStart=/usr/local/sbin/egress-metrics
EOD
  write /etc/systemd/system/egress-metrics.timer <<'EOD'
[Timer]
OnBootSec=2min
OnUnitActiveSec=5min
[Install]
WantedBy=timers.target
EOD
  write /etc/systemd/system/danted.service.d/egress.conf <<'EOD'
[Unit]
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0
[Service]
User=proxy
ExecStartPre=
Restart=always
RestartSec=2
LimitNOFILE=65536
EOD
  write /etc/systemd/system/unbound.service.d/egress.conf <<'EOD'
[Unit]
StartLimitIntervalSec=0
[Service]
Restart=always
RestartSec=2
EOD
  write /etc/systemd/journald.conf.d/egress.conf <<'EOD'
[Journal]
SystemMaxUse=64M
EOD
  write /etc/modules-load.d/egress.conf <<<nf_conntrack
  write /etc/sysctl.d/60-egress.conf <<'EOD'
net.ipv4.ip_local_port_range = 10000 65535
net.netfilter.nf_conntrack_max = 65536
net.netfilter.nf_conntrack_udp_timeout = 10
EOD
  write /etc/apt/apt.conf.d/60egress <<EOD
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
Unattended-Upgrade::Automatic-Reboot "true";
Unattended-Upgrade::Automatic-Reboot-Time "$REBOOT_AT";
EOD
}

# The image has a fixed date, but package versions are not pinned: Debian's archive drops a version
# when a security update replaces it, and every machine installs those daily anyway.
install() {
  local apt=(apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=5)
  export DEBIAN_FRONTEND=noninteractive
  # At the first boot, Debian's own daily update may hold the lock of the package lists.
  local tries=0
  until "${apt[@]}" update; do
    (((tries += 1) < 30))
    sleep 10
  done
  # Existing files are kept: our configuration is written before the packages are installed.
  "${apt[@]}" install -y --no-install-recommends -o Dpkg::Options::=--force-confold \
    dante-server unbound dns-root-data nftables unattended-upgrades curl ca-certificates bind9-host
}

# Signals the deployment that waits for this machine. If none waits, CloudFormation rejects the
# call.
signal() { # SUCCESS or FAILURE
  REGION=$REGION sh "$ROOT/usr/local/sbin/egress-aws" cloudformation \
    "Action=SignalResource&Version=2010-05-15&StackName=$STACK&LogicalResourceId=$RESOURCE\
&UniqueId=INSTANCE_ID&Status=$1" || true
}

# Unbound must find a domain's mail servers, and dante must reply "not allowed" (RFC 1928, reply 2)
# for an address that it must never connect to. Mail servers are not tested, because AWS unblocks
# port 25 only on request, after the first deployment.
answers() {
  host -t mx "$QUESTION" "$LISTEN" | grep -q ' mail is handled by ' &&
    [[ $(curl -sS -m 5 -x "socks5://$LISTEN:1080" telnet://169.254.169.254:25 2>&1) == *'(2)' ]]
}

prove() {
  local tries=0
  until answers; do
    (((tries += 1) < TRIES))
    sleep 5
  done
  signal SUCCESS
}

# A machine whose setup failed is of no use: once it is off, its Auto Scaling group starts another.
give_up() {
  signal FAILURE
  sleep 60
  poweroff
}

cloud() {
  trap '(($? == 0)) || give_up' EXIT
  configure
  # A dante session takes 0.3 MB, nearly all of it buffers that stay empty.
  fallocate -l 1G /swap
  chmod 600 /swap
  mkswap -q /swap
  swapon /swap
  echo '/swap none swap sw 0 0' >>"$ROOT/etc/fstab"
  install
  modprobe nf_conntrack
  sysctl -q -p /etc/sysctl.d/60-egress.conf
  systemctl daemon-reload
  systemctl restart systemd-journald nftables unbound danted
  systemctl enable -q --now nftables unbound danted egress-metrics.timer
  prove
}

"${@:-cloud}"
