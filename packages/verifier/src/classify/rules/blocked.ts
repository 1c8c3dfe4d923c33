import { splitList, defineRules } from './rule.ts';

/** Links, host names and signatures of blocklist operators. */
export const BLOCKED_BY_NAME_RULES = defineRules('ip_blocked', {
  // A list or filter of a customer organization does not reflect the provider's opinion of us. For
  // Microsoft, this is 5.7.513 in "Non-delivery reports in Exchange Online".
  'policy.tenant-list': {
    meaning: 'policy',
    phrases: [
      "(customer|tenant|organi(s|z)ation)'?s? (own )?(block|deny|black|reject)-list",
      "(by|in) (the |a |your )?(recipient|tenant|customer|organi(s|z)ation)'?s? (own |personal )?(filter|policy|rules?|administrator)",
    ],
  },
  'blocklist.known': {
    links: splitList(`
      spamhaus, spamcop, sorbs., barracudacentral, abuseat, uceprotect, spamrats,
      mailspike, manitu, senderscore, invaluement, cloudmark, senderbase, abusix,
      talosintelligence, ipcheck.proofpoint, mail-abuse, njabl, dsbl., surbl, uribl,
      trustedsource, backscatterer, hostkarma, psbl, unlockme, unlock_me, delist,
      sendersupport.olc, answer/81126, answer/188131, postmaster.yahoo, postmaster.aol,
      postmaster.live, postmaster.orange, postmaster.comcast, p=unsolicited, p=lowreputation,
      p=notauthorized, p=unauthenticated, dnsbl`),
  },
  // SPFBL also signs replies about recipients and newcomers.
  'blocklist.spfbl': { phrases: ['spfbl'], unless: ['unknown user in', 'greylisted'] },
});

/**
 * Replies about our IP, host name or reputation. These rules come early, because a reply that names
 * one of the three is about us, even under 5.1.1 and even if it also contains "user unknown".
 */
export const BLOCKED_RULES = defineRules('ip_blocked', {
  'blocklist.word': {
    phrases: [
      '{bad_list}',
      '(%ip|%host) ... (is|was|been|are) (temporarily |currently )?(listed|block*|banned|rejected|refused|denied)',
      '(%ip|%host) (listed|block*|banned|rejected|refused|denied)',
      '(%ip|%host) is (on|in) (a|our|the) (_ )?list',
      '(found|is|was|are|address|ip|been|you) (now |currently )?listed (at|in|on|by|as)',
      '(blocked|rejected|refused) (using|by) %(host|ip)',
      '(bl)$',
      'restrictions ... ip based',
      'hl:(rep|mep)',
    ],
    unless: ['recipient address rejected'],
  },
  reputation: { phrases: ['reputa*', '信誉', 'karma', '(user|spam) complaints?'] },
  'reverse-dns': {
    phrases: [
      'must resolve',
      "(does|do)(n't| not) (resolve|match) ... (ip|hostname|%ip)",
      'reverse-(dns|lookup|record|name|hostname|mapping|resolution|ip|address)',
      'r(ev)?dns',
      'ptr',
      "(cannot|can't|unable to) (find|resolve) your",
      'your host-name',
      'unresolvable (relay )?host',
      'name lookup failed',
      'ip name possibly forged',
      'dynamic*-(assigned |allocated )?(ips?|address|pool|range|hosts?|dns)',
      '(dial-up|residential)',
      '逆引き',
      '反向(解析|dns)',
    ],
  },
  'our-host': {
    phrases: [
      'client (host|address|ip|%ip|%host)',
      "(sending|source|connecting|originating|sender'?s?)-(ip|host|server|mta|system|smtp)",
      'remote ip',
      '(your|this|the|sender|from|bad|invalid|banned|blocked|suspected|of) (_ )?ips?',
      'ip (address(es)?|is|was|has been|range|block*|rejected|refused|not|in|frequency)',
      '(your|part of their) (mail |smtp |e-mail )?(host|server|mx|network|isp|provider|system|mta|country|region|mailserver|hoster)',
      '(banned|blocked|refused|rejected) (sending )?(ip|host|server|network)',
      'host network',
      '(service|access) (refused|denied|rejected) (for|to) (%ip|%host)',
      '(mail|messages?|e-mails?|connections?|traffic|smtp) (is |are |was |were )?(not (accepted|allowed)|blocked|rejected|refused|denied|deferred) from',
      '(not|never|not currently) accept(ing|ed)? (any )?(mail|messages?|e-mails?|connections?|traffic) from',
      '(mail|messages?|connections?|spam) from (this ip|%ip|%host)',
      '(%ip|%host) (is )?not (allowed|authori(s|z)ed|permitted) to',
      "(votre|cette|l'|adresse) ?(ip|serveur|hote)",
      'ip source',
      'ihre?r?n? (ip|server|mailserver|provider)',
      '(su|tu) (direccion )?(ip|servidor)',
      '(direccion|endereco|indirizzo|adres) ip',
      '(seu|sua) (ip|servidor)',
      '(uw|je|jouw) (ip|server|mailserver)',
      'ip-(adres|adresse|адрес|アドレス|地址|位址)',
      'ip, z ktorego',
      '送信元',
      '接続元',
      '(发信|发送|该|来源)ip',
      '您的(ip|服务器)',
      'ip...(禁止|拒绝|限制|屏蔽|封)',
    ],
    // A rate limit is about our pace, not about our identity.
    unless: ['too many {sent}', 'too much mail from', '{rate}', 'temporarily deferred'],
  },
  // GMX, web.de, mail.com and IONOS send their usual text for a missing mailbox, then a link to a
  // page about us. Apache James sends only such a link.
  'our-host.explained': {
    phrases: ['for explanation visit', '^%url %ip'],
    unless: ['quota', 'storage'],
  },
  // Sent by Postfix's postscreen to a host on its own list (postscreen_access_list).
  'our-host.postscreen': {
    codes: ['521', '550'],
    enhanced: ['5.3.2'],
    phrases: ['^service currently unavailable'],
  },
  // Sent by Exim to a host on its own list (host_reject_connection).
  'our-host.exim': {
    stages: ['connect'],
    codes: ['554'],
    phrases: ['^smtp service not available$'],
  },
  // Objections to our EHLO name. A different name or egress address would help.
  helo: {
    phrases: ['(helo|ehlo)'],
    unless: [
      '(send|say|issue|need) (helo|ehlo)',
      'first',
      '(command|helo) (is |was )?(unknown|unrecogni(s|z)ed|not (recogni(s|z)ed|implemented))',
    ],
  },
  // At this point, the server knows only our IP address and EHLO name.
  'our-host.before-mail': {
    stages: ['connect', 'ehlo'],
    codes: ['5'],
    phrases: [
      '(connection|access|service)s? (is |was |has been |been |were )?(refused|rejected|blocked|denied|forbidden)',
      'not (allowed|permitted|authori(s|z)ed|welcome)',
      'go away',
      '(forbidden|banned|blocked|unauthori(s|z)ed)',
    ],
  },
  'authentication-of-mail': {
    meaning: 'policy',
    phrases: ['(spf|dkim|dmarc|domainkeys|openspf|sender-id|sender policy framework)'],
    links: ['openspf', 'spf.pobox'],
  },
  spam: {
    meaning: 'policy',
    phrases: [
      '(anti-)?spam*',
      'unsolicited',
      'junk-mail',
      '(bulk|mass)-(e-)?mail',
      'phish*',
      'virus*',
      'malware',
      'backscatter',
      'abus(ive|e (detected|reports?|of))',
      '*indesirable*',
      'unerwunscht*',
      'no deseado',
      'indesiderat*',
      'ongewenst*',
      '迷惑メール',
      'スパム',
      '垃圾',
      'спам',
    ],
  },
  // OpenSMTPD's filters refuse an EHLO name or a host without a PTR with this code.
  'our-host.code-before-mail': {
    stages: ['connect', 'ehlo'],
    codes: ['5'],
    enhanced: ['5.7.*'],
    unless: ['(auth*|log-?in)'],
  },
});
