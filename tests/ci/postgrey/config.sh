# Postfix with three postgreys. Each smtpd listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix postgrey)
SMTP_PORT=2531
DNS_PORT=5361

# Starts a postgrey. Arguments: folder, name, options.
greylisting() {
  mkdir "$1/$2"
  chown postgrey "$1/$2"
  postgrey --unix="$1/$2/socket" --delay=2 --dbdir="$1/$2" --pidfile="$1/$2/pid" --daemonize \
    "${@:3}"
}

# Prints a server that queries a postgrey before it looks up the mailbox. Arguments: folder, last
# number of its IP address, name of the postgrey, options.
greylisted() {
  local -a checks=("check_policy_service unix:$1/$3/socket"
    "check_recipient_access texthash:$1/etc/recipients" reject_unlisted_recipient permit)
  local all
  all=$(IFS=, && echo "${checks[*]}")
  smtpd "127.0.11.$2" "$SMTP_PORT" - "{smtpd_recipient_restrictions=$all}" "${@:4}"
}

write_master() {
  greylisted "$1" 1 english
  greylisted "$1" 2 french
  greylisted "$1" 3 at-once
  postfix_services
}

configure() {
  local home=$1 domain
  # Postfix replies to unknown mailboxes immediately, and only defers recipients that it would
  # accept.
  for domain in english french; do postfix_domain "$home" "$domain" greylisted; done
  postfix_domain "$home" at-once greylisted greylisted
  postfix_catch_all "$home" everyone greylisted
  echo 'müller@english.test english.test/mueller' >>"$home/etc/mailboxes"
  tell "$home" müller@english.test deliverable accepted greylisted
  tell "$home" user1@foreign.test unknown policy
}

write_main() {
  postfix_main_of_domains "$1" server
  # The footer of each rejection that postconf(5) proposes.
  cat <<'EOF'
smtpd_reject_footer = \c. For assistance, call 800-555-0101. Please provide the following
 information in your problem report: time ($localtime), client ($client_address) and
 server ($server_name).
EOF
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.11 english french at-once
  printf 'mx-host=%s.test,mx.english.test,10\n' everyone foreign
}

serve() {
  postfix_start "$1"
  greylisting "$1" english
  greylisting "$1" at-once --greylist-action=451
  greylisting "$1" french --greylist-text='Inconnu pour le moment, revenez dans %s secondes'
}
