# Courier. Its folders are compiled in, so its files are mounted over those of the machine, only for
# its own processes. Each esmtpd listens on its own IP address.

DEBIAN=(util-linux libcourier-unicode4 libgdbm6 libgnutls30 libidn12 libltdl7 libpcre3 perl)
USERS=(courier)
EXTRACTED=(courier-mta courier-base courier-authlib courier-authlib-userdb courier-authdaemon)
SMTP_PORT=2533
DNS_PORT=5363

# Mounts Courier's files over those of the machine. Argument: folder.
overlay() {
  local own=$1/own folder
  mount -t tmpfs tmpfs "$own"
  for folder in etc var; do
    mkdir "$own/$folder" "$own/$folder.work"
    mount -t overlay overlay "/$folder" \
      -o "lowerdir=$OWN/$folder:/$folder,upperdir=$own/$folder,workdir=$own/$folder.work"
  done
  mount -t overlay overlay /usr -o "lowerdir=$OWN/usr:/usr"
  mount -t tmpfs tmpfs /run
  mkdir -p /run/courier/authdaemon
  mount -t tmpfs tmpfs /dev
  mknod -m 666 /dev/null c 1 3
  mknod -m 666 /dev/urandom c 1 9
}

# Prints messages to syslog on standard output.
syslog() {
  perl -MIO::Socket::UNIX -MSocket -e '
    my $log = IO::Socket::UNIX->new(Type => SOCK_DGRAM, Local => "/dev/log") or die $!;
    chmod 0666, "/dev/log";
    $| = 1;
    while (defined $log->recv(my $line, 4096)) { print "$line\n" }'
}

# Starts an esmtpd. Arguments: folder, last number of its IP address, settings. Its defaults would
# look up senders in the DNS, and delay the client more with each rejection.
esmtpd() {
  env -i PATH=/usr/bin:/bin BOFHCHECKDNS=0 TARPIT=0 ESMTP_LOG_DIALOG=1 \
    COURIERTLS=/usr/bin/couriertls TLS_CERTFILE=/etc/courier/esmtpd.pem TLS_VERIFYPEER=NONE "${@:3}" \
    /usr/sbin/couriertcpd -user=courier -group=courier -address="127.0.13.$2" -maxprocs=40 \
    -maxperc=5 -maxperip="${MOST:-5}" -pid="/run/courier/$2.pid" -noidentlookup -nodnslookup \
    "$SMTP_PORT" /usr/sbin/courieresmtpd
}

# Configures Courier and starts it in its own namespaces. Argument: folder.
serve_inside() {
  local home=$1
  overlay "$home"
  syslog >"$home/log/server" &
  cd /etc/courier
  echo "nameserver 127.0.13.53" >/etc/resolv.conf
  echo mail.courier.test | tee me defaultdomain >locals
  touch locallowercase
  rmdir hosteddomains
  cp "$home/etc/domains" hosteddomains
  cp "$home/etc/domains" esmtpacceptmailfor
  cp "$home/etc/aliases" aliases/system
  cat "$home/etc/key.pem" "$home/etc/certificate.pem" >esmtpd.pem
  cp "$home/etc/userdb" userdb
  chmod 600 userdb
  sed -i 's/^authmodulelist=.*/authmodulelist="authuserdb"/' authdaemonrc
  echo 'maxrcpts 12' >bofh
  chown -R courier /var/lib/courier /run/courier esmtpd.pem
  makeuserdb
  /usr/sbin/makehosteddomains
  /usr/sbin/makealiases
  /usr/sbin/authdaemond start
  MOST=1 esmtpd "$home" 1
  esmtpd "$home" 2 TARPIT=1
  esmtpd "$home" 3 BOFHCHECKDNS=1
  esmtpd "$home" 4 'BLOCK=550 Your host is on our block list.'
  esmtpd "$home" 5 ESMTP_TLS_REQUIRED=1
  esmtpd "$home" 6 AUTH_REQUIRED=1
  exec sleep infinity
}

# Creates a mailbox. Arguments: folder, address.
mailbox() {
  local box="$1/mail/$2"
  mkdir -p "$box"/Maildir/{cur,new,tmp}
  printf '%s\thome=%s|uid=65534|gid=65534|mail=%s/Maildir\n' "$2" "$box" "$box" >>"$1/etc/userdb"
}

configure() {
  local home=$1 domain n
  printf '%s.test\n' plain everyone tarpit sender blocked encrypted members >"$home/etc/domains"
  for domain in plain encrypted; do
    for n in $(seq 1 15); do
      mailbox "$home" "user$n@$domain.test"
      tell "$home" "user$n@$domain.test" deliverable accepted
      tell "$home" "nobody$n@$domain.test" undeliverable no_such_mailbox
    done
  done
  tell "$home" USER2@plain.test deliverable accepted
  tell "$home" user1-tag@plain.test undeliverable no_such_mailbox
  # With this file, the mailbox accepts any suffix after the hyphen.
  touch "$home/mail/user2@plain.test/.courier-default"
  tell "$home" user2-tag@plain.test deliverable accepted
  mailbox "$home" müller@plain.test
  tell "$home" müller@plain.test deliverable accepted
  tell "$home" user1@foreign.test unknown policy
  printf '%s: user1@plain.test\n' sales@plain.test @everyone.test >"$home/etc/aliases"
  tell "$home" sales@plain.test deliverable accepted
  tell "$home" anyone@everyone.test risky catch_all
  mailbox "$home" user1@tarpit.test
  tell "$home" user1@tarpit.test deliverable accepted
  tell "$home" nobody@tarpit.test undeliverable no_such_mailbox
  tell "$home" user1@sender.test unknown sender_rejected
  tell "$home" user1@blocked.test unknown ip_blocked
  tell "$home" user1@members.test unknown policy
  chown -R nobody:nogroup "$home/mail"
}

install_more() {
  ln -sf makedat.courier "$OWN/usr/bin/makedat"
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.13 plain tarpit sender blocked encrypted members
  printf 'mx-host=%s.test,mx.plain.test,10\n' everyone foreign
}

serve() {
  mkdir -p "$1"/{own,resolver/etc}
  dns_config 53 127.0.13 nothing | sed s/127.0.0.1$/127.0.13.53/ | dns_start "$1/resolver"
  # The processes that Courier starts end together with this one.
  unshare --mount --pid --fork --kill-child "$0" within courier serve_inside "$1" >"$1/log/start" 2>&1 &
  echo $! >"$1/courier"
  await_port 127.0.13.6 "$SMTP_PORT"
}

end() {
  # Courier ignores other signals.
  kill -KILL "$(cat "$1/courier")" || true
  end_by "$1/resolver/dnsmasq.pid"
}
