# Postfix that checks each recipient at a Cyrus (reject_unverified_recipient, over LMTP). Cyrus is
# extracted from its packages, because their installation would configure it for the whole machine.
# Each smtpd listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix libical3 libicu72 libjansson4 libkrb5-3 libldap-2.5-0 libpcre3 libpq5 libsasl2-2
  libsasl2-modules libsasl2-modules-db libsqlite3-0 libssl3 libwrap0 libxapian30 libxml2)
EXTRACTED=(cyrus-common cyrus-imapd sasl2-bin)
SMTP_PORT=2537
DNS_PORT=5367
# Ports of Cyrus: IMAP; LMTP with its defaults; LMTP that rejects full mailboxes permanently; and
# LMTP with a mailbox for every recipient.
CYRUS=127.0.17.9
IMAP_PORT=2547
SOFT_PORT=2548
HARD_PORT=2549
EVERYONE_PORT=2550
BIN=$OWN/usr/lib/cyrus/bin

# Writes a configuration of Cyrus. Arguments: folder, name, options.
cyrus_config() {
  cat >"$1/cyrus/$2.conf" <<EOF
configdirectory: $1/cyrus/config
defaultpartition: default
partition-default: $1/cyrus/mail
proc_path: $1/cyrus/proc
mboxname_lockpath: $1/cyrus/lock
cyrus_user: nobody
servername: mail.cyrus.test
admins: admin
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: $1/cyrus/sasldb
sasl_mech_list: PLAIN
allowplaintext: yes
unixhierarchysep: yes
EOF
  if [ $# -gt 2 ]; then printf '%s\n' "${@:3}" >>"$1/cyrus/$2.conf"; fi
}

# Starts a service of Cyrus. Arguments: its name, folder, name of its configuration, port, program.
cyrus_service() {
  printf '  %s cmd="%s -C %s" listen="%s:%s" prefork=0\n' "$1" "$BIN/$5" "$2/cyrus/$3.conf" "$CYRUS" "$4"
}

cyrus_start() {
  local home=$1
  mkdir -p "$home"/cyrus/{config/{db,socket},mail}
  cyrus_config "$home" soft
  cyrus_config "$home" hard 'lmtp_over_quota_perm_failure: yes'
  cyrus_config "$home" everyone 'lmtp_catchall_mailbox: user1'
  {
    printf 'START {\n  recover cmd="%s -C %s -r"\n}\nSERVICES {\n' "$BIN/ctl_cyrusdb" "$home/cyrus/soft.conf"
    cyrus_service imap "$home" soft "$IMAP_PORT" imapd
    cyrus_service soft "$home" soft "$SOFT_PORT" 'lmtpd -a'
    cyrus_service hard "$home" hard "$HARD_PORT" 'lmtpd -a'
    cyrus_service everyone "$home" everyone "$EVERYONE_PORT" 'lmtpd -a'
    printf '}\nEVENTS {\n}\n'
  } >"$home/cyrus/services"
  export LD_LIBRARY_PATH=$OWN/usr/lib/x86_64-linux-gnu
  echo secret | "$OWN/usr/sbin/saslpasswd2" -p -c -f "$home/cyrus/sasldb" -u mail.cyrus.test admin
  chown -R nobody "$home/cyrus"
  "$BIN/master" -D -C "$home/cyrus/soft.conf" -M "$home/cyrus/services" -p "$home/cyrus/pid" \
    >"$home/log/cyrus" 2>&1 &
  unset LD_LIBRARY_PATH
  await_port "$CYRUS" "$IMAP_PORT"
}

# Creates mailboxes over IMAP, one of which is full. Argument: folder.
write_mailboxes() {
  local home=$1 n message=$'Subject: Full\r\n\r\n'
  message+=$(printf '%03000d' 0)
  exec 3<>"/dev/tcp/$CYRUS/$IMAP_PORT"
  {
    printf '0 LOGIN admin secret\r\n'
    for n in $(seq 1 30); do printf '1 CREATE user/user%s\r\n' "$n"; done
    printf '1 CREATE user/full\r\n2 SETACL user/full admin lrswipkxtecda\r\n'
    printf '3 APPEND user/full {%s+}\r\n%s\r\n' "${#message}" "$message"
    printf '4 SETQUOTA user/full (STORAGE 1)\r\n5 LOGOUT\r\n'
  } >&3
  cat <&3 >"$home/log/mailboxes"
  exec 3>&-
  # Fails if the server does not accept a command.
  ! grep -E '^[0-9] (NO|BAD)' "$home/log/mailboxes"
}

configure() {
  local home=$1 n domain
  # The first contact starts the verification of the mailbox, and the next one gets its result.
  for domain in plain soft; do
    for n in $(seq 1 30); do
      tell "$home" "user$n@$domain.test" deliverable accepted server_error
    done
    for n in $(seq 1 10); do
      tell "$home" "nobody$n@$domain.test" undeliverable no_such_mailbox server_error
    done
    tell "$home" "user1+tag@$domain.test" deliverable accepted server_error
    tell "$home" "USER2@$domain.test" deliverable accepted server_error
    tell "$home" "full@$domain.test" risky mailbox_full server_error
  done
  tell "$home" user1@slow.test deliverable accepted
  tell "$home" nobody@slow.test undeliverable no_such_mailbox
  tell "$home" anyone@everyone.test risky catch_all
}

write_master() {
  verifying 127.0.17.1 1 unverified_recipient_reject_code=550
  verifying 127.0.17.2 1
  verifying 127.0.17.3 5 unverified_recipient_reject_code=550
  postfix_services
}

write_main() {
  postfix_main_of_callouts "$1" server
  echo "plain.test lmtp:[$CYRUS]:$HARD_PORT
soft.test lmtp:[$CYRUS]:$SOFT_PORT
slow.test lmtp:[$CYRUS]:$SOFT_PORT
everyone.test lmtp:[$CYRUS]:$EVERYONE_PORT" >"$1/etc/transport"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.17 plain soft slow
  echo mx-host=everyone.test,mx.slow.test,10
}

serve() {
  cyrus_start "$1"
  write_mailboxes "$1"
  postfix_start "$1"
}
