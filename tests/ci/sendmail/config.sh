# sendmail.

DEBIAN=(m4 util-linux libdb5.3 libldap-2.5-0 liblockfile1 libnsl2 libsasl2-2 libssl3 libwrap0)
USERS=(smmsp)
EXTRACTED=(sendmail-bin sendmail-cf)
SMTP_PORT=2529
DNS_PORT=5359
CF=$OWN/usr/share/sendmail/cf
POLICY_PORT=2539
# Domains, each at its own IP address.
MORE=(encrypted later greylist rate crowd sender)

# Prints the configuration that both daemons share. Arguments: folder, name of the daemon.
write_macros() {
  cat <<EOF
include(\`$CF/m4/cf.m4')dnl
OSTYPE(\`linux')dnl
define(\`confPID_FILE', \`$1/$2.daemon')dnl
define(\`QUEUE_DIR', \`$1/queue')dnl
define(\`confDOMAIN_NAME', \`mail.sendmail.test')dnl
define(\`ALIAS_FILE', \`$1/etc/aliases')dnl
define(\`STATUS_FILE', \`$1/etc/statistics')dnl
define(\`confTO_IDENT', \`0')dnl
define(\`confMAX_RCPTS_PER_MESSAGE', \`12')dnl
define(\`confDONT_BLAME_SENDMAIL', \`TrustStickyBit')dnl
define(\`confSERVER_CERT', \`$1/etc/certificate.pem')dnl
define(\`confCACERT_PATH', \`$1/etc')dnl
define(\`confCACERT', \`$1/etc/certificate.pem')dnl
define(\`confSERVER_KEY', \`$1/etc/key.pem')dnl
FEATURE(\`no_default_msa')dnl
FEATURE(\`nocanonify')dnl
FEATURE(\`accept_unresolvable_domains')dnl
VIRTUSER_DOMAIN(\`$(printf '%s.test ' plain everyone refused strict "${MORE[@]}")')dnl
FEATURE(\`virtusertable', \`hash -o $1/etc/mailboxes')dnl
FEATURE(\`access_db', \`hash -o -T<TMPF> $1/etc/access-$2')dnl
FEATURE(\`blocklist_recipients')dnl
EOF
  "write_$2" "$1"
}

write_plain() {
  local at=1 name
  for name in plain everyone refused "${MORE[@]}"; do
    echo "DAEMON_OPTIONS(\`Name=$name, Addr=127.0.7.$at, Port=$SMTP_PORT')dnl"
    at=$((at + 1))
  done
  # Tabs separate the two sides of a rule.
  cat <<EOF
MAILER(\`local')dnl
MAILER(\`smtp')dnl
define(\`_LOCAL_TLS_CLIENT_', \`1')dnl
LOCAL_CONFIG
Kpolicy socket inet:$POLICY_PORT@127.0.0.1
LOCAL_RULESETS
SLocal_tls_client
R\$* \$| MAIL	\$: \$1 \$| \$&{daemon_name}
R\$* \$| encrypted	\$@ \$>"TLS_connection" \$1 \$| <PERM + ENCR:112>
R\$* \$| later	\$@ \$>"TLS_connection" \$1 \$| <TEMP + ENCR:112>
R\$*	\$@ OK
SLocal_check_mail
R\$*	\$: \$&{daemon_name}
Rsender	\$#error \$@ 5.1.8 \$: "553 This sender domain is not welcome"
SLocal_check_rcpt
R\$*	\$: \$(policy \$&{daemon_name} \$&i \$1 \$: OK \$)
RLATER	\$#error \$@ 4.7.1 \$: "451 Greylisting in action, please come back later"
RRATE	\$#error \$@ 4.7.1 \$: "452 Recipient rate limit exceeded"
RCROWD	\$#error \$@ 4.5.3 \$: "452 Too many recipients on this connection"
EOF
}

# Rejections are sent at RCPT, the greeting takes a second, replies to unknown recipients are
# delayed, and the server allows one connection at a time and no PIPELINING.
write_strict() {
  cat <<EOF
DAEMON_OPTIONS(\`Name=strict, Addr=127.0.7.20, Port=$SMTP_PORT')dnl
define(\`confBAD_RCPT_THROTTLE', \`3')dnl
FEATURE(\`delay_checks')dnl
FEATURE(\`greet_pause', \`1000')dnl
FEATURE(\`conncontrol', \`nodelay', \`terminate')dnl
FEATURE(\`ratecontrol', \`nodelay', \`terminate')dnl
MAILER(\`local')dnl
MAILER(\`smtp')dnl
EOF
}

# Writes mailboxes and rejections for sendmail, and the expected verdicts.
write_mailboxes() {
  local home=$1 n domain
  for n in $(seq 1 30); do
    echo "user$n@plain.test root" >>"$home/etc/mailboxes.txt"
    tell "$home" "nobody$n@plain.test" undeliverable no_such_mailbox
    case $n in
      7) tell "$home" "user$n@plain.test" undeliverable mailbox_disabled ;;
      8) tell "$home" "user$n@plain.test" risky mailbox_full ;;
      9) tell "$home" "user$n@plain.test" unknown server_error ;;
      *) tell "$home" "user$n@plain.test" deliverable accepted ;;
    esac
  done
  for domain in strict "${MORE[@]}"; do
    for n in $(seq 1 12); do echo "user$n@$domain.test root"; done
    echo "@$domain.test error:5.1.1:550 User unknown"
  done >>"$home/etc/mailboxes.txt"
  for domain in encrypted later strict; do tell_four "$home" "$domain"; done
  # Unknown recipients are rejected before the rules for existing mailboxes apply.
  for n in $(seq 1 4); do
    tell "$home" "user$n@greylist.test" deliverable accepted greylisted
    tell "$home" "nobody$n@greylist.test" undeliverable no_such_mailbox
  done
  for n in $(seq 1 12); do tell "$home" "user$n@crowd.test" deliverable accepted; done
  # Each connection accepts eight recipients, and defers all others.
  for n in $(seq 1 8); do tell "$home" "user$n@rate.test" deliverable accepted; done
  for n in $(seq 9 12); do tell "$home" "user$n@rate.test" deliverable accepted throttled; done
  tell "$home" user1@sender.test unknown sender_rejected
  cat >>"$home/etc/mailboxes.txt" <<EOF
sales@plain.test root
@plain.test error:5.1.1:550 User unknown
@everyone.test root
user1@refused.test root
EOF
  cat >"$home/etc/access-strict.txt" <<EOF
ClientConn:127.0.0.1 1
ClientRate:127.0.0.1 50
Srv_Features: P
EOF
  cat >"$home/etc/access-plain.txt" <<EOF
To:user7@plain.test ERROR:5.2.1:550 Mailbox disabled for this recipient
To:user8@plain.test ERROR:5.2.2:552 Mailbox full
To:user9@plain.test ERROR:4.3.0:451 Temporary lookup failure
To:user1@refused.test ERROR:5.7.1:550 Your host has a bad reputation
EOF
  tell "$home" sales@plain.test deliverable accepted
  tell "$home" user1+tag@plain.test deliverable accepted
  tell "$home" USER30@plain.test deliverable accepted
  tell "$home" müller@plain.test unknown policy
  tell "$home" anyone@everyone.test risky catch_all
  tell "$home" user1@refused.test unknown ip_blocked
}

# Starts a daemon with its configuration.
daemon() {
  # On a host whose name has no dot, sendmail waits a minute before it starts.
  unshare --uts bash -c "hostname mail.sendmail.test
    exec $OWN/usr/libexec/sendmail/sendmail -bD -C $1/etc/$2.cf -X $1/log/server" \
    >"$1/log/start-$2" 2>&1 &
}

configure() {
  local name
  mkdir -m 700 "$1/queue"
  echo 'root: /dev/null' >"$1/etc/aliases"
  write_mailboxes "$1"
  for name in plain strict; do
    write_macros "$1" "$name" >"$1/etc/$name.mc"
    (cd "$CF/m4" && m4 -D_CF_DIR_="$CF/" "$1/etc/$name.mc") >"$1/etc/$name.cf"
  done
  for name in mailboxes access-plain access-strict; do
    "$OWN/usr/libexec/sendmail/makemap" -C "$1/etc/strict.cf" hash "$1/etc/$name" \
      <"$1/etc/$name.txt"
  done
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.7 plain everyone refused "${MORE[@]}"
  printf 'mx-host=strict.test,mx.strict.test,10\nhost-record=mx.strict.test,127.0.7.20\n'
}

serve() {
  node "$WORLD/policy.mjs" "$POLICY_PORT" &
  echo $! >"$1/policy.pid"
  await_port 127.0.0.1 "$POLICY_PORT"
  daemon "$1" plain
  daemon "$1" strict
  await_port 127.0.7.1 "$SMTP_PORT"
  await_port 127.0.7.20 "$SMTP_PORT"
}

end() {
  local name
  for name in plain strict; do kill "$(head -n 1 "$1/$name.daemon")" || true; done
}
