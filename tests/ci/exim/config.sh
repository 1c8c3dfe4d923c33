# Exim, for behavior that Postfix does not have: sender verification and callouts, connections
# dropped after a 550, limits on commands, recipients and their rate. Each Exim listens on its own IP
# addresses.

DEBIAN=(libdb5.3 libgnutls-dane0 libgnutls30 libidn12 libidn2-0 libnsl2 libpcre2-8-0)
USERS=(Debian-exim)
EXTRACTED=(exim4-daemon-light)
SMTP_PORT=2526
DNS_PORT=5356
EXIM=$OWN/usr/sbin/exim4

# Starts an Exim. Arguments: folder, name, its IP addresses, its main options.
exim() {
  local home=$1 name=$2 addresses=$3 config=$1/etc/$2.conf
  shift 3
  {
    echo "local_interfaces = $addresses"
    echo "daemon_smtp_ports = $SMTP_PORT"
    echo "log_file_path = $home/log/$name-%slog"
    echo "pid_file_path = $home/pids/$name"
    for option in "$@"; do echo "$option"; done
    write_config "$home"
  } >"$config"
  chmod 644 "$config"
  "$EXIM" -C "$config" -bd
}

# The IP address at which the client connected determines what the server does.
write_config() {
  local at='received_ip_address'
  cat <<EOF
primary_hostname = mail.exim.test
spool_directory = $1/spool
notifier_socket =
disable_ipv6 = true
host_lookup =
rfc1413_hosts =
keep_environment =
log_selector = +smtp_connection +incoming_interface
tls_advertise_hosts = \${if match_ip{\$$at}{127.0.4.7 : 127.0.4.8}{*}{}}
tls_certificate = \${if eq{\$$at}{127.0.4.8}{/nowhere}{$1/etc/certificate.pem}}
tls_privatekey = \${if eq{\$$at}{127.0.4.8}{/nowhere}{$1/etc/key.pem}}
acl_smtp_mail = mail
acl_smtp_rcpt = rcpt
begin acl
mail:
  deny condition = \${if match_ip{\$$at}{127.0.4.7 : 127.0.4.8}}
       !encrypted = *
       message = 5.7.0 Must issue a STARTTLS command first
  accept
rcpt:
  deny condition = \${if eq{\$$at}{127.0.4.3}}
       !verify = sender
  deny condition = \${if eq{\$$at}{127.0.4.4}}
       !verify = recipient/callout=5s
  deny condition = \${if eq{\$$at}{127.0.4.10}}
       !verify = recipient/callout=5s,random
  deny condition = \${if eq{\$$at}{127.0.4.12}}
       message = Sender rate overlimit - \$sender_rate / \$sender_rate_period
       ratelimit = 20.5 / 1h / strict / per_rcpt
  accept condition = \${if eq{\$$at}{127.0.4.5}}
         domains = any.test
  deny condition = \${if eq{\$$at}{127.0.4.5}}
       set acl_m_reply = \${lookup{\$local_part}lsearch{$1/etc/replies}}
       condition = \${if def:acl_m_reply}
       message = \${tr{\$acl_m_reply}{|}{\n}}
  drop condition = \${if eq{\$$at}{127.0.4.6}{\${if >{\$rcpt_fail_count}{3}}}}
       !verify = recipient
       message = REJECTED - Too many failed recipients - count = \$rcpt_fail_count
  deny !verify = recipient
  accept
begin routers
elsewhere:
  driver = manualroute
  condition = \${if match_ip{\$$at}{127.0.4.4 : 127.0.4.10}}
  domains = callout.test : random.test : any.test
  transport = onward
  route_list = * 127.0.4.5::$SMTP_PORT byname
  self = send
here:
  driver = accept
  domains = !probe.tamis.test : *.test
  local_parts = \N^user\d+\$\N
  transport = nowhere
begin transports
onward:
  driver = smtp
  allow_localhost
nowhere:
  driver = appendfile
  file = /dev/null
EOF
}

# Replies of the backend to recipients that it rejects, one per line.
write_replies() {
  cat <<'EOF'
user1: 552 5.2.2 user has exceeded quota, bouncing mail
restricted: 550 Your message can't be delivered because delivery to this address is restricted.
members: 550 Delivery is not allowed to this address.
group: 550 5.7.1 RESOLVER.RST.AuthRequired; authentication required
closed: 550 This account has been disabled
cyrus: 550 Mailbox unknown.  Either there is no mailbox associated with this|name or you do not have authorization to see it.|5.1.1 User unknown
spanish: 550 no existe
french: 551 Utilisateur non local
italian: 550 Destinatario errato
EOF
}

write_dns() {
  dns_config "$DNS_PORT" 127.0.4 plain few sender callout behind drop tls broken shared random \
    reject rate
  echo mx-host=any.test,mx.random.test,10
  for n in $(seq 1 40); do
    printf 'mx-host=tenant%s.test,mail.tenant%s.test,10\nhost-record=mail.tenant%s.test,127.0.4.9\n' \
      "$n" "$n" "$n"
  done
}

configure() {
  mkdir "$1"/{spool,pids}
  chown -R Debian-exim "$1"/{log,spool,pids} "$1/etc/key.pem"
  write_replies >"$1/etc/replies"
}

serve() {
  exim "$1" many "127.0.4.1$(printf ' : 127.0.4.%s' {3..8} 10 12)"
  exim "$1" few 127.0.4.2 'recipients_max = 5'
  exim "$1" reject 127.0.4.11 'recipients_max = 5' recipients_max_reject
  exim "$1" shared 127.0.4.9 'smtp_accept_max_per_host = 2'
}

end() {
  end_by "$1"/pids/*
}
