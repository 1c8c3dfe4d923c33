# Postfix that checks each recipient at the server behind it (reject_unverified_recipient), which is
# another Postfix listener or Nodemailer's smtp-server. Each smtpd listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix)
NPM=("$SMTP_SERVER")
SMTP_PORT=2536
DNS_PORT=5366
# The backends: a Postfix with a table of rejections, and a server that only sends fixed replies.
TABLE=127.0.16.8
REPLIES=127.0.16.9
# Reply of the backend to each name, and the expected verdict, whichever server forwards the reply.
WORDS=(
  'full|risky mailbox_full|552 5.2.2 user has exceeded quota, bouncing mail'
  'filled|risky mailbox_full|452 Mailbox full'
  'closed|undeliverable mailbox_disabled|550 This account has been disabled'
  "restricted|unknown policy|550 Your message can't be delivered because delivery to this address is restricted."
  'members|unknown policy|550 Delivery is not allowed to this address.'
  'heldback|unknown policy|554 HL:IHU'
  'elsewhere|unknown policy|550 '"isn't in my control/locals file"
  'group|unknown policy|550 5.7.1 RESOLVER.RST.AuthRequired; authentication required'
  'failing|unknown server_error|451 4.3.0 Temporary lookup failure'
  'nobody1|undeliverable no_such_mailbox|550 5.1.1 User unknown'
  'nobody2|undeliverable no_such_mailbox|550 no existe'
  'nobody3|undeliverable no_such_mailbox|551 Utilisateur non local'
  'nobody4|undeliverable no_such_mailbox|550 Destinatario errato'
)

write_master() {
  local reject=unverified_recipient_reject_code=550
  verifying 127.0.16.1 5 "$reject"
  verifying 127.0.16.2 5 "$reject"
  verifying 127.0.16.3 5
  verifying 127.0.16.4 1 "$reject"
  # Listener on which callouts are started before the engine connects.
  verifying 127.0.16.7 1 syslog_name=early
  smtpd "$TABLE" "$SMTP_PORT" - syslog_name=behind \
    "smtpd_recipient_restrictions=check_recipient_access,texthash:$1/etc/behind,permit"
  postfix_services
}

write_main() {
  postfix_main_of_callouts "$1" server
  echo "people.test smtp:[$TABLE]:$SMTP_PORT
cold.test smtp:[$TABLE]:$SMTP_PORT
words.test smtp:[$REPLIES]:$SMTP_PORT
later.test smtp:[$REPLIES]:$SMTP_PORT
everyone.test smtp:[$REPLIES]:$SMTP_PORT" >"$1/etc/transport"
}

# Writes the mailboxes and the expected verdicts. Argument: folder. On one server, the user in the
# middle has a full mailbox; on the other, all rejected users come first.
configure() {
  local home=$1 domain n entry name verdict reply
  for entry in "${WORDS[@]}"; do
    IFS='|' read -r name verdict reply <<<"$entry"
    echo "$name $reply" >>"$home/etc/replies"
    for domain in words later direct; do tell "$home" "$name@$domain.test" $verdict; done
  done
  for n in $(seq 1 31); do
    if [ "$n" = 16 ]; then
      tell "$home" user16@people.test risky mailbox_full
      tell "$home" user16@cold.test risky mailbox_full server_error
    else
      for domain in people cold; do echo "user$n@$domain.test OK" >>"$home/etc/behind"; done
      tell "$home" "user$n@people.test" deliverable accepted
      # The first contact starts the callout, and the next one gets its result.
      tell "$home" "user$n@cold.test" deliverable accepted server_error
    fi
    echo "user$n" >>"$home/etc/replies"
    for domain in words later direct; do tell "$home" "user$n@$domain.test" deliverable accepted; done
  done
  for domain in people cold; do
    cat >>"$home/etc/behind" <<EOF
user16@$domain.test 552 5.2.2 user has exceeded quota, bouncing mail
restricted@$domain.test 550 Your message can't be delivered because delivery to this address is restricted.
$domain.test 550 5.1.1 User unknown
EOF
  done
  tell "$home" restricted@people.test unknown policy
  tell "$home" restricted@cold.test unknown policy server_error
  for n in $(seq 1 10); do
    tell "$home" "nobody$n@people.test" undeliverable no_such_mailbox
    tell "$home" "nobody$n@cold.test" undeliverable no_such_mailbox server_error
  done
  tell "$home" anyone@everyone.test risky catch_all
}

# Starts the callouts that should have ended before the engine connects. Argument: folder.
ask_early() {
  local home=$1 line
  exec 3<>"/dev/tcp/127.0.16.7/$SMTP_PORT"
  read -r line <&3
  printf 'EHLO early.test\r\n' >&3
  until [[ $line == 250\ * ]]; do read -r line <&3; done
  {
    printf 'MAIL FROM:<probe@tamis.test>\r\n'
    awk '$1 !~ /@(cold|direct).test$/ { printf "RCPT TO:<%s>\r\n", $1 }' "$home/truth"
    printf 'QUIT\r\n'
  } >&3
  cat <&3 >"$home/log/early"
  exec 3>&-
}

# Polls until every callout has ended. Argument: folder.
await_callouts() {
  local tries
  for tries in $(seq 1 100); do
    ask_early "$1"
    grep -q 'in progress' "$1/log/early" || return 0
    sleep 0.2
  done
  echo "callouts are in progress after $tries tries" >&2
  return 1
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.16 people words later cold
  printf 'mx-host=direct.test,mx.direct.test,10\nhost-record=mx.direct.test,%s\n' "$REPLIES"
  printf 'mx-host=everyone.test,mx.words.test,10\n'
}

serve() {
  node "$WORLD/backend.cjs" "$OWN/node_modules/smtp-server" "$REPLIES" "$SMTP_PORT" \
    "$1/etc/replies" >"$1/log/replies" 2>&1 &
  echo $! >"$1/replies.pid"
  postfix_start "$1"
  await_port "$REPLIES" "$SMTP_PORT"
  await_callouts "$1"
}
