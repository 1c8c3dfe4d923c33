# OpenSMTPD.

DEBIAN=(libdb5.3 libevent-2.1-7 libpam0g libssl3 zlib1g)
USERS=(opensmtpd opensmtpq)
EXTRACTED=(opensmtpd)
SMTP_PORT=2527
DNS_PORT=5357
# Both paths are compiled in.
SPOOL=/var/spool/smtpd
EMPTY=/var/lib/opensmtpd/empty
# Domains, each at its own IP address.
MORE=(tls greylist rate sender named)

write_config() {
  cat <<EOF
table mailboxes file:$1/etc/mailboxes
table full { user8@plain.test, user9@plain.test }
table disabled { user7@plain.test }
table us { 127.0.0.0/8 }
filter full phase rcpt-to match rcpt-to <full> reject "552 5.2.2 Mailbox full"
filter disabled phase rcpt-to match rcpt-to <disabled> reject "550 5.2.1 This account is disabled"
filter states chain { full, disabled }
filter blocked phase connect match src <us> disconnect "550 5.7.1 Your host is not welcome here"
filter failing phase rcpt-to match rcpt-to regex { ".*" } reject "451 4.3.0 Temporary lookup failure"
filter sender phase mail-from match mail-from { probe@tamis.test } reject "550 5.7.1 Sender not wanted"
filter named phase ehlo match helo { probe.tamis.test } reject "550 5.7.1 Your name is not your own"
proc waiting "$WORLD/put-off.sh greylist" user root
filter greylist proc waiting
proc counting "$WORLD/put-off.sh rate" user root
filter rate proc counting
pki mail.opensmtpd.test cert "$1/etc/certificate.pem"
pki mail.opensmtpd.test key "$1/etc/key.pem"
smtp limit max-rcpt 6
smtp limit max-mails 4
listen on 127.0.5.1 port $SMTP_PORT hostname mail.opensmtpd.test filter states
listen on 127.0.5.2 port $SMTP_PORT hostname mail.opensmtpd.test filter blocked
listen on 127.0.5.3 port $SMTP_PORT hostname mail.opensmtpd.test
listen on 127.0.5.4 port $SMTP_PORT hostname mail.opensmtpd.test filter failing
listen on 127.0.5.5 port $SMTP_PORT hostname mail.opensmtpd.test
listen on 127.0.5.6 port $SMTP_PORT hostname mail.opensmtpd.test tls-require pki mail.opensmtpd.test
listen on 127.0.5.7 port $SMTP_PORT hostname mail.opensmtpd.test filter greylist
listen on 127.0.5.8 port $SMTP_PORT hostname mail.opensmtpd.test filter rate
listen on 127.0.5.9 port $SMTP_PORT hostname mail.opensmtpd.test filter sender
listen on 127.0.5.10 port $SMTP_PORT hostname mail.opensmtpd.test filter named
action known mbox virtual <mailboxes>
action anyone mbox virtual { "@" = root }
match from any for domain { $(printf '%s.test ' plain blocked failing ${MORE[@]})} action known
match from any for domain everyone.test action anyone
EOF
}

# Writes mailboxes for OpenSMTPD, and the expected verdicts.
write_mailboxes() {
  local home=$1 n domain
  for n in $(seq 1 30); do
    echo "user$n@plain.test root" >>"$home/etc/mailboxes"
    case $n in
      7) tell "$home" "user$n@plain.test" undeliverable mailbox_disabled ;;
      8 | 9) tell "$home" "user$n@plain.test" risky mailbox_full ;;
      *) tell "$home" "user$n@plain.test" deliverable accepted ;;
    esac
    tell "$home" "nobody$n@plain.test" undeliverable no_such_mailbox
  done
  echo 'sales@plain.test user1@plain.test' >>"$home/etc/mailboxes"
  echo 'user1@blocked.test root' >>"$home/etc/mailboxes"
  tell "$home" sales@plain.test deliverable accepted
  tell "$home" user1+tag@plain.test deliverable accepted
  tell "$home" USER30@plain.test deliverable accepted
  tell "$home" müller@plain.test unknown policy
  tell "$home" user1@blocked.test unknown ip_blocked
  tell "$home" anyone@everyone.test risky catch_all
  for domain in "${MORE[@]}"; do
    for n in $(seq 1 12); do echo "user$n@$domain.test root" >>"$home/etc/mailboxes"; done
  done
  # With OpenSSL 3 it cannot sign: each TLS handshake fails after the 220.
  tell "$home" user1@tls.test unknown server_error
  tell "$home" nobody1@tls.test unknown server_error
  tell_four "$home" greylist greylisted
  # Each connection accepts eight recipients, and defers all others.
  for n in $(seq 1 12); do
    if [ "$n" -le 8 ]; then tell "$home" "user$n@rate.test" deliverable accepted
    else tell "$home" "user$n@rate.test" deliverable accepted throttled; fi
  done
  tell "$home" user1@sender.test unknown sender_rejected
  tell "$home" user1@named.test unknown ip_blocked
  tell "$home" user1@failing.test unknown server_error
  tell "$home" nobody1@failing.test unknown server_error
}

configure() {
  write_mailboxes "$1"
  write_config "$1" >"$1/etc/smtpd.conf"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.5 plain blocked everyone failing foreign "${MORE[@]}"
}

serve() {
  mkdir -p "$EMPTY"
  mkdir -p -m 711 "$SPOOL"
  "$OWN/usr/sbin/smtpd" -d -f "$1/etc/smtpd.conf" >"$1/log/server" 2>&1 &
  echo $! >"$1/server.pid"
  await_port 127.0.5.1 "$SMTP_PORT"
}
