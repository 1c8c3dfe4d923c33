#!/usr/bin/env bash
# Runs a real Exim and a real DNS server on loopback, in a separate folder, for behavior that
# Postfix does not have: sender verification and callouts, connections dropped after a 550, limits
# on commands without mail. Debian does not allow it to be installed next to Postfix, so its binary
# is extracted from the package. The machine's own mail setup is neither read nor changed.
#   mail-world.sh install          binary, its libraries and its user (root)
#   mail-world.sh start FOLDER     configure and start below FOLDER (root)
#   mail-world.sh stop FOLDER
# Each Exim listens on its own IP addresses, port 2526; the DNS server on 127.0.0.1:5356.
set -euo pipefail
source "$(dirname "$0")/../mail-dns.sh"

SMTP_PORT=2526
DNS_PORT=5356
EXIM_HOME=/usr/local/lib/exim-beside-postfix
EXIM=$EXIM_HOME/usr/sbin/exim4

install() {
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    dnsmasq-base openssl procps \
    libdb5.3 libgnutls-dane0 libgnutls30 libidn12 libidn2-0 libnsl2 libpcre2-8-0
  id Debian-exim >/dev/null 2>&1 || useradd --system --no-create-home Debian-exim
  from_package exim4-daemon-light "$EXIM_HOME"
}

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
tls_certificate = \${if eq{\$$at}{127.0.4.8}{/nowhere}{$1/etc/mail.pem}}
tls_privatekey = \${if eq{\$$at}{127.0.4.8}{/nowhere}{$1/etc/mail.key}}
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
  condition = \${if eq{\$$at}{127.0.4.4}}
  domains = callout.test
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
  dns_config "$DNS_PORT" 127.0.4 plain few sender callout behind drop tls broken
  for n in $(seq 1 40); do
    printf 'mx-host=tenant%s.test,mail.tenant%s.test,10\nhost-record=mail.tenant%s.test,127.0.4.9\n' \
      "$n" "$n" "$n"
  done
}

start() {
  local home=$1
  mkdir -p "$home"/{etc,log,spool,pids}
  chmod 755 "$home" "$home/etc"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=mail.exim.test \
    -keyout "$home/etc/mail.key" -out "$home/etc/mail.pem" 2>/dev/null
  chown -R Debian-exim "$home"/{log,spool,pids} "$home/etc/mail.key"
  write_replies >"$home/etc/replies"
  write_dns | dns_start "$home"
  exim "$home" many '127.0.4.1 : 127.0.4.3 : 127.0.4.4 : 127.0.4.5 : 127.0.4.6 : 127.0.4.7 : 127.0.4.8'
  exim "$home" few 127.0.4.2 'recipients_max = 5'
  exim "$home" shared 127.0.4.9 'smtp_accept_max_per_host = 2'
}

stop() {
  end_by "$1"/pids/* "$1/dnsmasq.pid"
}

"$@"
