# Postfix that checks each recipient at a Dovecot (reject_unverified_recipient, over LMTP). Each
# smtpd listens on its own IP address.
source "$CI/postfix.sh"

DEBIAN=(postfix dovecot-lmtpd)
SMTP_PORT=2532
DNS_PORT=5362

# Starts a Dovecot. Arguments: folder, name, whether a full mailbox is a temporary failure, the
# driver of its user database and the driver's settings.
dovecot_start() {
  local home=$1/$2
  mkdir -p "$home"
  cat >"$home/dovecot.conf" <<EOF
base_dir = $home/run
state_dir = $home/state
log_path = $1/log/dovecot
instance_name = $2
protocols = lmtp
ssl = no
default_login_user = nobody
first_valid_uid = 1
mail_location = maildir:$1/mail/%u
mail_uid = nobody
mail_gid = nogroup
mail_plugins = quota
recipient_delimiter = +
lmtp_rcpt_check_quota = yes
quota_full_tempfail = $3
plugin {
  quota = maildir:User quota
  quota_rule = *:bytes=100
}
userdb {
  driver = $4
  args = $5
}
passdb {
  driver = static
  args = nopassword=y
}
service lmtp {
  unix_listener $home/lmtp {
    mode = 0666
  }
}
EOF
  dovecot -c "$home/dovecot.conf"
}

write_master() {
  verifying 127.0.12.1 1 unverified_recipient_reject_code=550
  verifying 127.0.12.2 1
  verifying 127.0.12.3 5 unverified_recipient_reject_code=550
  verifying 127.0.12.4 1 unverified_recipient_reject_code=550 \
    smtpd_sender_restrictions=reject_unverified_sender,permit
  postfix_services
}

write_main() {
  postfix_main "$1" server
  cat <<EOF
relay_domains = texthash:$1/etc/transport
transport_maps = texthash:$1/etc/transport
address_verify_poll_delay = 1s
smtpd_error_sleep_time = 0
EOF
  echo "plain.test lmtp:unix:$1/soft/lmtp
soft.test lmtp:unix:$1/hard/lmtp
slow.test lmtp:unix:$1/soft/lmtp
sender.test lmtp:unix:$1/soft/lmtp
tamis.test lmtp:unix:$1/soft/lmtp
everyone.test lmtp:unix:$1/everyone/lmtp
down.test lmtp:unix:$1/nowhere" >"$1/etc/transport"
}

# Creates a mailbox, with a message that fills it if a size is given. Arguments: folder, address,
# size.
mailbox() {
  echo "$2:::::" >>"$1/etc/users"
  mkdir -p "$1/mail/$2"/{cur,new,tmp}
  if [ $# -gt 2 ]; then head -c "$3" /dev/zero >"$1/mail/$2/cur/1.mail,S=$3:2,S"; fi
}

configure() {
  local home=$1 domain n
  # The first contact starts the verification of the mailbox, and the next one gets its result.
  for domain in plain soft; do
    for n in 1 2; do
      mailbox "$home" "user$n@$domain.test"
      tell "$home" "user$n@$domain.test" deliverable accepted server_error
      tell "$home" "nobody$n@$domain.test" undeliverable no_such_mailbox server_error
    done
    tell "$home" "user2+tag@$domain.test" deliverable accepted server_error
    tell "$home" "USER1@$domain.test" deliverable accepted server_error
    mailbox "$home" "user3@$domain.test" 200
    tell "$home" "user3@$domain.test" risky mailbox_full server_error
    mailbox "$home" "user4@$domain.test"
    tell "$home" "user4@$domain.test" unknown server_error server_error
  done
  mailbox "$home" user1@slow.test
  mailbox "$home" user2@slow.test 200
  tell "$home" user1@slow.test deliverable accepted
  tell "$home" user2@slow.test risky mailbox_full
  tell "$home" nobody@slow.test undeliverable no_such_mailbox
  mailbox "$home" user1@sender.test
  tell "$home" user1@sender.test unknown sender_rejected sender_rejected
  # Postfix rejects a sender that it could not verify only for recipients that it would accept.
  tell "$home" nobody@sender.test undeliverable no_such_mailbox sender_rejected
  tell "$home" user1@down.test unknown server_error server_error
  tell "$home" anyone@everyone.test risky catch_all
  tell "$home" user1@foreign.test unknown policy
  chown -R nobody "$home/mail"
  # Only root may read these mailboxes.
  chown -R root "$home/mail/user4@"*
  chmod -R 700 "$home/mail/user4@"*
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.12 plain soft slow sender
  printf 'mx-host=%s.test,mx.plain.test,10\n' down foreign
  echo mx-host=everyone.test,mx.slow.test,10
}

serve() {
  postfix_start "$1"
  dovecot_start "$1" soft yes passwd-file "username_format=%u $1/etc/users"
  dovecot_start "$1" hard no passwd-file "username_format=%u $1/etc/users"
  dovecot_start "$1" everyone no static "allow_all_users=yes"
}

end() {
  postfix_stop "$1"
  end_by "$1"/*/run/master.pid
}
