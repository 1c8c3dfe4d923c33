#!/usr/bin/env bash
# Runs a real Postfix with a real postgrey and a real DNS server on loopback, in a separate folder.
# The machine's own mail setup is neither read nor changed.
#   mail-world.sh install          Debian packages (root)
#   mail-world.sh start FOLDER     configure and start below FOLDER
#   mail-world.sh stop FOLDER
# Each smtpd listens on its own IP address, port 2531; the DNS server on 127.0.0.1:5361.
# FOLDER/truth lists the expected verdict of each address.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"
source "$(dirname "$0")/../postfix.sh"

SMTP_PORT=2531
DNS_PORT=5361

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    postfix postgrey dnsmasq-base procps
}

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

write_mailboxes() {
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

start() {
  local home=$1
  mkdir -p "$home"/{etc,log}
  # The footer of each rejection that postconf(5) proposes.
  {
    postfix_main_of_domains "$home" server
    echo 'smtpd_reject_footer = \c. For assistance, call 800-555-0101. Please provide the following'
    echo ' information in your problem report: time ($localtime), client ($client_address) and'
    echo ' server ($server_name).'
  } >"$home/etc/main.cf"
  write_master "$home" >"$home/etc/master.cf"
  write_mailboxes "$home"
  {
    dns_config "$DNS_PORT" 127.0.11 english french at-once
    printf 'mx-host=%s.test,mx.english.test,10\n' everyone foreign
  } | dns_start "$home"
  postfix_start "$home"
  greylisting "$home" english
  greylisting "$home" at-once --greylist-action=451
  greylisting "$home" french --greylist-text='Inconnu pour le moment, revenez dans %s secondes'
}

stop() {
  postfix -c "$1/etc" stop || true
  end_by "$1/dnsmasq.pid" "$1"/*/pid
}

"$@"
