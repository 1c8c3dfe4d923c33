import type { Rule } from '../rule.ts';
import { RATES } from './limits.ts';

/** Words for a list that names bad hosts, in the forms servers use. */
export const LISTS =
  /\b(black|block|deny|reject|drop|bad|spam)[- ]?list(s|e|ed|ing)?\b|\bsperrliste|\b(liste noire|lista ner[ao]|lista negra|zwarte lijst|schwarze(n|r)? liste|czarn(a|ej) lis[ct]\w+)\b|ч[её]рн\S+ списк|ブラックリスト|黑名单|黑名單|\b(dns)?[rx]?bls?\b|\b(dnsbl|uribl|surbl|dnswl|[sdpx]bl|realtime block)\b/;

/** Links and names of those who keep lists of bad hosts. */
export const BLOCKED_BY_NAME: readonly Rule[] = [
  {
    id: 'blocklist.known',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    cites: [
      /spamhaus|spamcop|sorbs\b|barracudacentral|abuseat|uceprotect|spamrats|mailspike|manitu|senderscore|invaluement|cloudmark|senderbase|talosintelligence|ipcheck\.proofpoint|mail-abuse|drbl|wpbl|abusix|njabl|dsbl\.|surbl|uribl|trustedsource|backscatterer|0spam|hostkarma|nszones|psbl/,
      /sendersupport\.olc|answer\/(81126|188131|81126#)|postmaster\.(yahooinc|yahoo|aol|live|orange|comcast)|p=(unsolicited|lowreputation|notauthorized|unauthenticated)|mail\.163\.com\/help|unlock_?me|delist/,
    ],
    examples: [
      '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/192.0.2.1',
      '550 5.1.1 <user@example.com>: Recipient address rejected: User unknown. See https://www.spamhaus.org/query/ip/192.0.2.1',
      '550 https://www.spamhaus.org/query/ip/192.0.2.1',
      '550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using SPAMHAUS-XBL. Details: https://www.spamhaus.org/query/ip/192.0.2.1.',
      '553 5.3.0 flpd594 DNSBL:RBL 521< 192.0.2.1 >_is_blocked. Blocked - see http://www.barracudacentral.org/rbl',
      '550-5.7.1 [192.0.2.1] Our system has detected that this message is\r\n550-5.7.1 likely unsolicited mail.\r\n550 5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError',
    ],
  },
  {
    // It signs what it says of recipients and of newcomers too; an address not valid is the sender's.
    id: 'blocklist.spfbl',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    cites: [/\bspfbl\b/],
    unless: [/\bunknown user in\b|\bgreylisted\b/],
    examples: [
      '554 5.7.1 SPFBL news@example is not a valid e-mail address. See http://spfbl.net/en/feedback',
    ],
  },
];

/**
 * Our IP, our host name or what is thought of them. These stand first since a reply that names them
 * is about us, even under 5.1.1 and even with the words "user unknown" further on.
 */
export const BLOCKED: readonly Rule[] = [
  {
    id: 'blocklist.word',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    says: [
      LISTS,
      /(%ip|%host)\S*( (?!recipient|rcpt|address|user|mailbox)\S+){0,3} (is |was |been )?(listed|block\w*|banned|blacklisted|rejected|refused|denied)\b/,
      /(?<!not |n't )\blisted (at|in|on|by|as)\b/,
      /\b(blocked|rejected|refused) (using|by) %(host|ip)/,
    ],
    unless: [/\bby (the )?recipient\b|recipient'?s? (personal )?(black|block)/],
    examples: [
      '550 192.0.2.1 blacklisted see http://rbl.example.net',
      '550 5.1.1 User unknown: your server is on our blacklist',
      '554 Refused. Your IP address is listed in the RBL at xbl.example.org',
      '550 Rejected: 192.0.2.1 is listed at work.list.example.net',
      '554 IP:192.0.2.1 - A problem occurred. (Ask your postmaster for help) (BL)',
      '550 5.7.1 Votre serveur est sur liste noire, utilisateur inconnu',
      '554 5.7.1 Adresse 192.0.2.1 steht auf einer schwarzen Liste',
      '550 5.1.1 Su servidor se encuentra en una lista negra',
      '550 IP na czarnej liscie',
      '550 黑名单 IP',
    ],
  },
  {
    id: 'reputation',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    says: [
      /reputa[tcz]|レピュテーション|信誉/,
      /\b(user|spam) complaints?\b|complaints? (about|from|regarding)/,
    ],
    examples: [
      "554-mx.example.com Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
      '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
      '554 IP=192.0.2.1 - None/bad reputation. Ask your postmaster for help (NOWL)',
      '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.',
    ],
  },
  {
    id: 'reverse-dns',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    says: [
      /\breverse([- ]?(dns|lookup|record|name|hostname|mapping|resolution|ip|address))|\br(ev)?dns\b|\bptr\b|\bfcrdns\b/,
      /cannot (find|resolve) your|can'?t (find|resolve) your|unable to resolve your|your host ?name|no (valid )?hostname|unresolvable (relay )?host/,
      /(ip )?name lookup failed|does not (resolve|match) .{0,20}\b(ip|hostname|%ip)|mismatches client/,
      /\bdynamic(ally)?([- ](assigned|allocated))?[- ]?(ip|address|pool|range|host|dns)|dynamic\/|\b(dial-?up|residential) /,
      /dns inverso|dns inverse|resolu?cion inversa|risoluzione inversa|ruckwarts|rueckwaerts|odwrotn\S+ dns|rev\S*dns|逆引き|反向解析|反向dns/,
    ],
    examples: [
      '550 5.7.25 The IP address sending this message does not have a PTR record setup',
      '450 4.7.1 Client host rejected: cannot find your hostname, [192.0.2.1]',
      '550 5.1.1 <user@example.com>... Relaying denied. IP name lookup failed [192.0.2.1]',
      '554 Refused. Your reverse DNS entry contains your IP address and a country code.',
      '550 We do not accept mail from hosts with dynamic IP or generic dns PTR-records',
      '550 Ihre IP hat keinen gültigen Rückwärtseintrag',
    ],
  },
  {
    id: 'our-host',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    says: [
      /\bclient (host|address|ip|%ip|%host)|\b(sending|source|(?<!by )remote|connecting|originating|sender'?s?)[- ](ip|host|server|mta|system|smtp)\b(?! (returned|response|said|replied|answered|reported))/,
      /\b(your|this|the|sender|from|bad|invalid|banned|blocked) (\S+ )?ip\b|\bip (address(es)?|is|was|has been|range|block\w*|rejected|refused|not|in)\b|\bips\b/,
      /\byour (mail |smtp |e-?mail )?(host|server|mx|network|isp|provider|system|mta|domain'?s? (mail )?server|country|hoster)\b/,
      /\b(banned|blocked|refused|rejected) (sending )?(ip|host|server|network)/,
      /(mail|messages?|e-?mails?|connections?|traffic|smtp) (is |are |was |were )?(not (accepted|allowed)|blocked|rejected|refused|denied|deferred) from|(not|never) accept(ing|ed)? (any )?(mail|messages?|e-?mails?|connections?|traffic) from|(mail|messages?|connections?) from \[?%(ip|host)/,
      /\b(votre|cette|adresse|l') ?(ip|serveur|hote|fai)\b|\bip source\b|abus detecte|ihr(e|er|en)? (ip|server|mailserver|provider)\b|\b(su|tu) (direccion )?(ip|servidor)\b|direccion ip|endereco ip|\b(seu|sua) (ip|servidor)\b|\b(vostr[oa]|tu[oa]|su[oa]) (ip|server|indirizzo ip)\b|indirizzo ip|\b(uw|je|jouw) (ip|server|mailserver)\b|ip-?(adres|adresse|address)|adres ip|tw[oó]j (ip|serwer)/,
      /ip-адрес|ipアドレス|送信元|接続元|发信ip|ip地址|ip位址|发送ip|该ip|您的(ip|服务器)|ip.{0,8}(禁止|拒绝|限制|封)|来源ip/,
    ],
    // A rate is a matter of pace, not of who we are.
    unless: [RATES],
    examples: [
      '550 5.7.1 Access denied, banned sending IP [192.0.2.1]',
      '550 Too many spams from your IP (192.0.2.1), please visit http://postmaster.free.fr/',
      '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in a list',
      '554 5.1.1 Mail from your server is refused',
      '550 opmta1mti33nd1 smtp.orange.fr svxsoAJqydXC2 Adresse IP source bloquee pour incident de spam. OFR006_101',
      '550 5.7.1 Service unavailable, Client host [192.0.2.1] not allowed',
      '550 该IP短期内发送了大量信件',
      '550 送信元 192.0.2.1 は許可されていません',
    ],
  },
  {
    // GMX, web.de, mail.com, IONOS: the stock words for a missing mailbox, then a page about us.
    id: 'our-host.explained',
    outcome: 'ip_blocked',
    codes: ['4', '5'],
    says: [/\bfor explanation visit\b/],
    unless: [/\bquota\b|\bstorage\b|\bmailbox full\b/],
    examples: [
      '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit http://postmaster.gmx.com/en/error-messages?ip=192.0.2.1&c=bip',
    ],
  },
  {
    id: 'helo',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [/\b(helo|ehlo)\b/],
    examples: [
      '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname',
      '550 5.1.1 Bad HELO - host impersonating user unknown',
      { stage: 'ehlo', reply: '501 5.0.0 Invalid domain name in EHLO' },
    ],
  },
  {
    id: 'authentication-of-mail',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [/\b(spf|dkim|dmarc|domainkeys|openspf|sender ?id|sender policy framework)\b/],
    cites: [/openspf|spf\.pobox/],
    examples: [
      '550 5.7.23 The message was rejected because of Sender Policy Framework violation',
      '550 5.1.1 SPF check failed, user unknown',
      '550 5.7.26 This mail is unauthenticated: DMARC policy of example.org',
      '550 5.7.1 Please see http://www.openspf.org/Why',
    ],
  },
  {
    id: 'spam',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(anti)?-?spam(m\w*|bot|trap|assassin|like)?\b|\bunsolicited\b|\bjunk ?mail\b|\b(ube|uce)\b|\b(bulk|mass) ?(e-?)?mail|\bphish\w*|\bvirus\w*|malware|\bbackscatter|\babus(ive|e (detected|reports?|of))\b/,
      /indesirable|pourriel|unerwunscht|unerwuenscht|no deseado|indesiderat|indesejad|ongewenst|niechcian|迷惑メール|スパム|垃圾|反垃圾|спам/,
    ],
    examples: [
      '550 5.7.1 Message rejected as spam by Content Filtering.',
      '550 5.1.1 Sorry, no such user - spam trap',
      '554 5.7.1 Mail rejete. Mail rejected. ofr_506 [506] spam',
      '554 Reject by behaviour spam at Rcpt State',
      '550 5.7.1 Nachricht als unerwünscht eingestuft',
      '550 垃圾邮件',
    ],
  },
];
