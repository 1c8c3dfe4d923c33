#!/usr/bin/env bash
# A real Postfix, a real greylisting policy service and a real DNS server on loopback, in a folder
# of their own: nothing of the machine's own mail set-up is read or changed.
#   mail-world.sh install          Debian packages (root)
#   mail-world.sh start FOLDER     configure and start below FOLDER
#   mail-world.sh stop FOLDER
# Each smtpd listens on an address of its own at port 2525; DNS answers at 127.0.0.1:5355.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"

SMTP_PORT=2525
DNS_PORT=5355
POSTGREY_PORT=10023

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    postfix postgrey dnsmasq-base procps
}

# Service lines of master.cf: "address  extra -o options".
smtpd() {
  local address=$1 processes=$2
  shift 2
  printf '%s:%s inet n - n - %s smtpd\n' "$address" "$SMTP_PORT" "$processes"
  for option in "$@"; do printf '  -o %s\n' "$option"; done
}

write_master() {
  smtpd 127.0.3.1 - syslog_name=postfix/plain
  smtpd 127.0.3.2 - syslog_name=postfix/capped smtpd_recipient_limit=5
  smtpd 127.0.3.3 - syslog_name=postfix/greylist \
    "smtpd_recipient_restrictions=reject_unlisted_recipient,check_policy_service,inet:127.0.0.1:$POSTGREY_PORT,permit"
  smtpd 127.0.3.4 - syslog_name=postfix/unverified \
    smtpd_recipient_restrictions=reject_unverified_recipient,permit
  smtpd 127.0.3.5 - syslog_name=postfix/quota \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/quota,permit"
  smtpd 127.0.3.6 - syslog_name=postfix/plain8 smtputf8_enable=no
  smtpd 127.0.3.7 - syslog_name=postfix/errors smtpd_soft_error_limit=2 smtpd_hard_error_limit=4 \
    smtpd_error_sleep_time=0
  smtpd 127.0.3.8 20 syslog_name=postfix/busy smtpd_client_connection_count_limit=1
  # Where the probes of reject_unverified_recipient are answered.
  smtpd 127.0.3.9 - syslog_name=postfix/behind \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/behind,permit"
  cat <<EOF
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
EOF
}

write_main() {
  cat <<EOF
compatibility_level = 3.6
queue_directory = $1/queue
data_directory = $1/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $1/log/postfix.log
maillog_file_prefixes = $1
myhostname = mail.postfix.test
mydestination =
local_transport = discard
inet_protocols = ipv4
mynetworks =
smtpd_client_restrictions =
smtpd_relay_restrictions = reject_unauth_destination
smtpd_client_connection_rate_limit = 0
anvil_rate_time_unit = 60s
smtputf8_enable = yes
virtual_mailbox_domains = texthash:$1/etc/domains
virtual_mailbox_maps = texthash:$1/etc/mailboxes
virtual_mailbox_base = $1/spool
virtual_transport = discard
relay_domains = unverified.test
relay_recipient_maps =
transport_maps = texthash:$1/etc/transport
address_verify_map =
address_verify_poll_count = 2
address_verify_poll_delay = 1s
unverified_recipient_reject_code = 550
EOF
}

write_maps() {
  local etc=$1/etc
  for domain in plain capped greylist quota eai ascii errors busy implicit; do
    echo "$domain.test OK"
  done >"$etc/domains"
  for domain in plain capped greylist quota eai ascii errors busy implicit; do
    for n in $(seq 1 40); do echo "user$n@$domain.test $domain/user$n"; done
  done >"$etc/mailboxes"
  echo 'müller@eai.test eai/mueller' >>"$etc/mailboxes"
  cat >"$etc/quota" <<EOF
user1@quota.test 552 5.2.2 The email account that you tried to reach is over quota
user2@quota.test 452 4.2.2 Mailbox full
user3@quota.test 550 5.2.1 This account has been disabled or discontinued
EOF
  echo "unverified.test smtp:[127.0.3.9]:$SMTP_PORT" >"$etc/transport"
  for n in $(seq 1 10); do echo "user$n@unverified.test OK"; done >"$etc/behind"
  echo 'unverified.test 550 5.1.1 User unknown' >>"$etc/behind"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.3 plain capped greylist unverified quota ascii errors busy
  printf 'mx-host=eai.test,mx.plain.test,10\n'
  printf 'host-record=implicit.test,127.0.3.1\n'
}

start() {
  local home=$1
  mkdir -p "$home"/{etc,queue,data,log,spool,postgrey}
  chown postfix "$home/data"
  chown postgrey "$home/postgrey"
  chmod 755 "$home"
  write_main "$home" >"$home/etc/main.cf"
  write_master "$home" >"$home/etc/master.cf"
  write_maps "$home"
  write_dns | dns_start "$home"
  postgrey --inet="127.0.0.1:$POSTGREY_PORT" --delay=2 --dbdir="$home/postgrey" \
    --pidfile="$home/postgrey/postgrey.pid" --daemonize
  postfix -c "$home/etc" start
}

stop() {
  local home=$1
  postfix -c "$home/etc" stop || true
  end_by "$home/dnsmasq.pid" "$home/postgrey/postgrey.pid"
}

"$@"
