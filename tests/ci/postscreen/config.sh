# Postfix behind its postscreen. Each postscreen listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix)
SMTP_PORT=2530
DNS_PORT=5360
DEEP=(postscreen_pipelining_enable=yes postscreen_non_smtp_command_enable=yes
  postscreen_bare_newline_enable=yes)

# Prints a postscreen service. Arguments: last number of its IP address, options.
screen() {
  service "127.0.10.$1:$SMTP_PORT" inet 1 postscreen \
    "postscreen_cache_map=btree:\$data_directory/screen$1" "${@:2}"
}

write_master() {
  screen 1 "${DEEP[@]}"
  screen 2 postscreen_greet_wait=2s
  screen 3 "${DEEP[@]}" postscreen_tls_security_level=encrypt smtpd_service_name=encrypted
  screen 4 "${DEEP[@]}"
  screen 5 postscreen_access_list=static:reject postscreen_denylist_action=enforce
  screen 6 postscreen_access_list=static:reject postscreen_denylist_action=drop
  screen 7 postscreen_client_connection_count_limit=1
  screen 8 smtpd_service_name=strict
  service smtpd pass - smtpd
  service strict pass - smtpd smtpd_sender_restrictions=check_sender_access,static:reject
  service encrypted pass - smtpd smtpd_tls_security_level=encrypt
  postfix_services
}

write_main() {
  postfix_main_of_domains "$1" server
  cat <<EOF
postscreen_greet_wait = 1s
postscreen_greet_action = enforce
postscreen_greet_banner = Please wait
smtpd_tls_security_level = may
smtpd_tls_cert_file = $1/etc/certificate.pem
smtpd_tls_key_file = $1/etc/key.pem
EOF
}

configure() {
  local home=$1 domain
  # Because of its deep tests, postscreen accepts recipients of a new client only at the second
  # connection.
  for domain in deep encrypted; do postfix_domain "$home" "$domain" greylisted greylisted; done
  for domain in wait busy; do postfix_domain "$home" "$domain"; done
  cat >>"$home/etc/mailboxes" <<EOF
müller@deep.test deep.test/mueller
user1@denied.test denied.test/user1
EOF
  for domain in denied dropped sender; do echo "$domain.test OK" >>"$home/etc/domains"; done
  tell "$home" müller@deep.test deliverable accepted greylisted
  postfix_catch_all "$home" everyone greylisted
  for domain in denied dropped; do
    tell "$home" "user1@$domain.test" unknown ip_blocked
    tell "$home" "nobody1@$domain.test" unknown ip_blocked
  done
  tell "$home" user1@sender.test unknown sender_rejected
  tell "$home" user1@foreign.test unknown policy
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.10 deep wait encrypted everyone denied dropped busy sender
  echo 'mx-host=foreign.test,mx.wait.test,10'
}
