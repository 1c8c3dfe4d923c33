# Postfix with programs that decide about recipients or pass on its replies: mailboxes in LDAP, with
# the directory up or down; Mailman, which is asked about each list (reject_unverified_recipient, over
# LMTP); and clamsmtpd in front of it. Each smtpd listens on its own IP address. slapd and clamsmtpd
# are extracted from their packages, because their installation would start services.
source "$CI/postfix.sh"

DEBIAN=(postfix postfix-ldap libargon2-1 libldap-2.5-0 libltdl7 libodbc2 libperl5.36 libsasl2-2 libwrap0)
EXTRACTED=(slapd clamsmtp)
SMTP_PORT=2538
DNS_PORT=5368
# The directory and Mailman.
LDAP=127.0.18.8
LDAP_PORT=2551
MAILMAN=127.0.18.9
LMTP_PORT=2552

install_more() { pypi_install mailman 3.3.10 "$OWN/mailman"; }

write_master() {
  smtpd 127.0.18.1 "$SMTP_PORT" - "virtual_mailbox_maps=ldap:$1/etc/up"
  smtpd 127.0.18.2 "$SMTP_PORT" - "virtual_mailbox_maps=ldap:$1/etc/down"
  verifying 127.0.18.3 5 unverified_recipient_reject_code=550
  # clamsmtpd listens on 127.0.18.4.
  smtpd 127.0.18.5 "$SMTP_PORT" -
  postfix_services
}

write_main() {
  postfix_main_of_domains "$1" server
  cat <<EOF
relay_domains = lists.test
transport_maps = inline:{lists.test=lmtp:[$MAILMAN]:$LMTP_PORT}
address_verify_poll_delay = 1s
EOF
}

# Writes a table of mailboxes in the directory. Arguments: file, port.
ldap_table() {
  printf '%s\n' "server_host = ldap://$LDAP:$2" 'version = 3' 'bind = no' 'timeout = 5' \
    'search_base = dc=test' 'query_filter = (mail=%s)' 'result_attribute = uid' >"$1"
}

configure() {
  local home=$1 name
  postfix_domain "$home" filter
  printf '%s.test OK\n' up down >>"$home/etc/domains"
  ldap_table "$home/etc/up" "$LDAP_PORT"
  # Nobody listens on this port.
  ldap_table "$home/etc/down" 9
  tell_four "$home" up
  for name in user1 user2 nobody1; do tell "$home" "$name@down.test" unknown server_error; done
  # A list, and the addresses for commands to it.
  for name in news news-request news-owner; do tell "$home" "$name@lists.test" deliverable accepted; done
  for name in old news-old; do tell "$home" "$name@lists.test" undeliverable no_such_mailbox; done
}

write_dns() { dns_config "$DNS_PORT" 127.0.18 up down lists filter; }

ldap_start() {
  local ldap=$1/ldap n
  mkdir -p "$ldap/data"
  cat >"$ldap/conf" <<EOF
include $OWN/etc/ldap/schema/core.schema
include $OWN/etc/ldap/schema/cosine.schema
include $OWN/etc/ldap/schema/inetorgperson.schema
pidfile $ldap/pid
database ldif
suffix dc=test
directory $ldap/data
EOF
  {
    printf 'dn: dc=test\nobjectClass: domain\ndc: test\n'
    for n in 1 2 3 4; do
      printf '\ndn: uid=user%s,dc=test\nobjectClass: inetOrgPerson\nuid: user%s\n' "$n" "$n"
      printf 'cn: user\nsn: user\nmail: user%s@up.test\n' "$n"
    done
  } >"$ldap/entries"
  export LD_LIBRARY_PATH=$OWN/usr/lib/x86_64-linux-gnu
  "$OWN/usr/sbin/slapd" -T add -f "$ldap/conf" -l "$ldap/entries"
  "$OWN/usr/sbin/slapd" -f "$ldap/conf" -h "ldap://$LDAP:$LDAP_PORT"
  unset LD_LIBRARY_PATH
}

mailman_start() {
  local mailman=$1/mailman
  mkdir "$mailman"
  cat >"$mailman/mailman.cfg" <<EOF
[mailman]
site_owner: owner@lists.test
layout: here
[paths.here]
var_dir: $mailman
[mta]
lmtp_host: $MAILMAN
lmtp_port: $LMTP_PORT
incoming: mailman.mta.null.NullMTA
EOF
  "$OWN/mailman/bin/mailman" --run-as-root -C "$mailman/mailman.cfg" create --quiet news@lists.test
  chown -R nobody "$mailman"
  setpriv --reuid=nobody --regid=nogroup --clear-groups \
    "$OWN/mailman/bin/runner" -C "$mailman/mailman.cfg" -r lmtp:0:1 >"$1/log/mailman" 2>&1 &
  echo $! >"$1/mailman.pid"
  await_port "$MAILMAN" "$LMTP_PORT"
}

clamsmtpd_start() {
  printf '%s\n' "OutAddress: 127.0.18.5:$SMTP_PORT" "Listen: 127.0.18.4:$SMTP_PORT" \
    "ClamAddress: $1/clamd" "TempDirectory: $1/spool" >"$1/etc/clamsmtpd"
  "$OWN/usr/sbin/clamsmtpd" -f "$1/etc/clamsmtpd" -p "$1/clamsmtpd.pid"
}

serve() {
  ldap_start "$1"
  mailman_start "$1"
  postfix_start "$1"
  clamsmtpd_start "$1"
}
