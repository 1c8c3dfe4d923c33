# Postfix with a greylisting policy service. Each smtpd listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix postgrey)
SMTP_PORT=2525
DNS_PORT=5355
POSTGREY_PORT=10023

write_master() {
  smtpd 127.0.3.1 "$SMTP_PORT" - syslog_name=postfix/plain
  smtpd 127.0.3.2 "$SMTP_PORT" - syslog_name=postfix/capped smtpd_recipient_limit=5
  smtpd 127.0.3.3 "$SMTP_PORT" - syslog_name=postfix/greylist \
    "smtpd_recipient_restrictions=reject_unlisted_recipient,check_policy_service,inet:127.0.0.1:$POSTGREY_PORT,permit"
  smtpd 127.0.3.4 "$SMTP_PORT" - syslog_name=postfix/unverified \
    smtpd_recipient_restrictions=reject_unverified_recipient,permit
  smtpd 127.0.3.5 "$SMTP_PORT" - syslog_name=postfix/quota \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/quota,permit"
  smtpd 127.0.3.6 "$SMTP_PORT" - syslog_name=postfix/plain8 smtputf8_enable=no
  smtpd 127.0.3.7 "$SMTP_PORT" - syslog_name=postfix/errors smtpd_soft_error_limit=2 smtpd_hard_error_limit=4 \
    smtpd_error_sleep_time=0
  smtpd 127.0.3.8 "$SMTP_PORT" 20 syslog_name=postfix/busy smtpd_client_connection_count_limit=1
  # The backend that responds to the probes of reject_unverified_recipient.
  smtpd 127.0.3.9 "$SMTP_PORT" - syslog_name=postfix/behind \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/behind,permit"
  smtpd 127.0.3.10 "$SMTP_PORT" - syslog_name=postfix/discard \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/discard,permit"
  postfix_services
}

write_main() {
  postfix_main "$1" postfix.log
  cat <<EOF
relay_domains = unverified.test
relay_recipient_maps =
transport_maps = texthash:$1/etc/transport
address_verify_map =
address_verify_poll_count = 2
address_verify_poll_delay = 1s
unverified_recipient_reject_code = 550
EOF
}

configure() {
  local etc=$1/etc
  local domains=(plain capped greylist quota eai ascii errors busy implicit discard)
  printf '%s.test OK\n' "${domains[@]}" >"$etc/domains"
  for domain in "${domains[@]}"; do
    for n in $(seq 1 40); do echo "user$n@$domain.test $domain/user$n"; done
  done >"$etc/mailboxes"
  echo 'müller@eai.test eai/mueller' >>"$etc/mailboxes"
  cat >"$etc/quota" <<EOF
user1@quota.test 552 5.2.2 The email account that you tried to reach is over quota
user2@quota.test 452 4.2.2 Mailbox full
user3@quota.test 550 5.2.1 This account has been disabled or discontinued
EOF
  # The action applies to the whole message, so Postfix accepts all later recipients (access(5)).
  echo 'noreply@discard.test DISCARD' >"$etc/discard"
  echo "unverified.test smtp:[127.0.3.9]:$SMTP_PORT" >"$etc/transport"
  for n in $(seq 1 10); do echo "user$n@unverified.test OK"; done >"$etc/behind"
  echo 'unverified.test 550 5.1.1 User unknown' >>"$etc/behind"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.3 plain capped greylist unverified quota ascii errors busy behind discard
  printf 'mx-host=eai.test,mx.plain.test,10\n'
  printf 'host-record=implicit.test,127.0.3.1\n'
}

serve() {
  postfix_start "$1"
  mkdir "$1/postgrey"
  chown postgrey "$1/postgrey"
  postgrey --inet="127.0.0.1:$POSTGREY_PORT" --delay=2 --dbdir="$1/postgrey" \
    --pidfile="$1/postgrey/pid" --daemonize
}
