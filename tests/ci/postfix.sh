# Sourced by the config.sh scripts with a Postfix: what they have in common.

# Prints a service line of master.cf for a separate port. Arguments: IP address, port, process
# limit, options.
smtpd() {
  service "$1:$2" inet "$3" smtpd "${@:4}"
}

# Prints any service line. Arguments: name, type, process limit, command, options.
service() {
  printf '%s %s %s - n - %s %s\n' "$1" "$2" "$([ "$2" = inet ] && echo n || echo -)" "$3" "$4"
  if [ $# -gt 4 ]; then printf '  -o %s\n' "${@:5}"; fi
}

# Prints the services that every Postfix needs, including those of postscreen.
postfix_services() {
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
lmtp unix - - n - - lmtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
tlsproxy unix - - n - 0 tlsproxy
dnsblog unix - - n - 0 dnsblog
postlog unix-dgram n - n - 1 postlogd
EOF
}

# Writes main.cf of a Postfix that accepts mail for the domains and mailboxes in its folder.
# Arguments: folder, log.
postfix_main() {
  cat <<EOF
compatibility_level = 3.6
queue_directory = $1/queue
data_directory = $1/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $1/log/$2
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
EOF
}

# Writes the rest of main.cf, for a Postfix with the domains of `postfix_domain`. Arguments: folder,
# log.
postfix_main_of_domains() {
  postfix_main "$1" "$2"
  cat <<EOF
recipient_delimiter = +
virtual_alias_maps = texthash:$1/etc/aliases
smtpd_recipient_restrictions = check_recipient_access texthash:$1/etc/recipients, permit
smtpd_error_sleep_time = 0
EOF
}

# Writes main.cf of a Postfix that checks recipients at the servers in its transport table.
# Arguments: folder, log.
postfix_main_of_callouts() {
  postfix_main "$1" "$2"
  cat <<EOF
relay_domains = texthash:$1/etc/transport
transport_maps = texthash:$1/etc/transport
address_verify_poll_delay = 1s
smtpd_error_sleep_time = 0
smtpd_hard_error_limit = 1000
in_flow_delay = 0
EOF
}

# Prints a service line of a server that checks recipients. Arguments: IP address, how often it
# polls for the result before it defers the client, options.
verifying() {
  smtpd "$1" "$SMTP_PORT" - \
    smtpd_recipient_restrictions=reject_unverified_recipient,permit "address_verify_poll_count=$2" "${@:3}"
}

# Starts the Postfix of a folder.
postfix_start() {
  write_main "$1" >"$1/etc/main.cf"
  write_master "$1" >"$1/etc/master.cf"
  touch "$1"/etc/{domains,mailboxes}
  mkdir "$1"/{queue,data,spool}
  chown postfix "$1/data"
  postfix -c "$1/etc" start
}

postfix_stop() {
  postfix -c "$1/etc" stop || true
}

serve() { postfix_start "$1"; }
end() { postfix_stop "$1"; }

# Creates a domain of a Postfix with six mailboxes, of which three are full, disabled or temporarily
# unavailable, an alias, and tagged addresses, and records their expected verdicts. Arguments:
# folder, domain, and the reason of a first contact without an answer for accepted addresses, and
# for all others.
postfix_domain() {
  local home=$1 domain=$2.test taken=${3:-} others=${4:-} n
  echo "$domain OK" >>"$home/etc/domains"
  for n in 1 2 3 4 5 6; do echo "user$n@$domain $domain/user$n" >>"$home/etc/mailboxes"; done
  echo "sales@$domain user1@$domain" >>"$home/etc/aliases"
  cat >>"$home/etc/recipients" <<EOF
user4@$domain 552 5.2.2 Mailbox full
user5@$domain 550 5.2.1 This mailbox is disabled
user6@$domain 451 4.3.0 Temporary lookup failure
EOF
  for n in user1 user2 user3 user3+tag USER2 sales; do
    tell "$home" "$n@$domain" deliverable accepted $taken
  done
  tell "$home" "user4@$domain" risky mailbox_full $others
  tell "$home" "user5@$domain" undeliverable mailbox_disabled $others
  tell "$home" "user6@$domain" unknown server_error $others
  for n in 1 2 3 4 5 6; do
    tell "$home" "nobody$n@$domain" undeliverable no_such_mailbox $others
  done
}

# Creates a domain that accepts every recipient.
postfix_catch_all() {
  echo "$2.test OK" >>"$1/etc/domains"
  echo "@$2.test $2.test/all" >>"$1/etc/mailboxes"
  tell "$1" "anyone@$2.test" risky catch_all "${@:3}"
}
