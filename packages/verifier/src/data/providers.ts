/** Mail hosts that reply in the same way, recognized by the suffixes of their names. */
export interface Provider {
  /** Short stable name, used in verdicts, rules and stored facts. */
  id: ProviderId;
  /**
   * Lowercase names that the provider uses only for its own mail hosts. A host with or below such a
   * name is the provider's; the longest name wins. Uncertain names are left out, and their hosts
   * are paced by IP address: an unrelated host must not affect a provider's pace.
   */
  mx: readonly string[];
  /** Maximum recipients of one transaction, unless the server asks for fewer. */
  recipientsPerTransaction: number;
  /** Concurrent sessions from one egress address. */
  sessions: { initial: number; max: number };
  /**
   * When to send the random recipient that detects catch-all domains: last, in the current or in a
   * separate transaction; or `first` if the provider is known to accept everyone at RCPT
   * (docs/engine-rules.md). If a domain then accepts it, no other recipient is sent.
   */
  probe: 'same_transaction' | 'own_transaction' | 'first';
}

type Row<Id extends string = string> = readonly [
  id: Id,
  recipientsPerTransaction: number,
  sessions: readonly [initial: number, max: number],
  mx: string,
  probe?: Provider['probe'],
];

/**
 * The provider table: id, maximum recipients of a transaction, concurrent sessions (initial and
 * maximum), and names of mail hosts, where `mx{1,2}.free.fr` means `mx1.free.fr mx2.free.fr`. The
 * numbers are those that the provider publishes or is known to accept, rounded down; the engine
 * adapts them as it learns. To add a provider, add a row here.
 *
 * Comments above a row list the sources of its names: pages of the provider, or other observations.
 * Four sources are projects on GitHub: email-utils/classifier (src/providers/data.ts), jace/mxsniff
 * (mxsniff/providers.py), nylas/sync-engine (inbox/providers.py) and sisimai/p5-sisimai
 * (lib/Sisimai/Rhost.pm).
 */
const MAILBOX_PROVIDERS = [
  // Worldwide mailboxes

  // https://knowledge.workspace.google.com/admin/domains/set-up-mx-records-for-google-workspace,
  // https://support.google.com/a/answer/174125; smtp.goog: the names of Google's MX certificate
  [
    'google',
    20,
    [2, 8],
    'l.google.com smtp.google.com aspmx{2,3,4,5}.googlemail.com mx{1,2,3,4}.smtp.goog',
  ],
  // https://learn.microsoft.com/en-us/microsoft-365/enterprise/external-domain-name-system-records,
  // https://learn.microsoft.com/en-us/exchange/security-and-compliance/how-dane-secures-email;
  // office365.us: Microsoft's page on DNS records of the US Government cloud; olc: classifier,
  // 2026-09; partner.outlook.cn: customers' zones; pamx1: bounces, sync-engine
  [
    'microsoft',
    20,
    [2, 8],
    `{mail,olc}.protection.outlook.com mail.eo.outlook.com mail.protection.office365.us
     mx.microsoft mail.protection.partner.outlook.cn pamx1.hotmail.com`,
    'own_transaction',
  ],
  // Seen in DNS answers: classifier, 2026-09, and mxsniff. Accepts everyone at RCPT:
  // https://github.com/truemail-rb/truemail-go/issues/91 (a dialogue of 2024-04)
  ['yahoo', 10, [1, 5], 'am0.yahoodns.net mail.gm0.yahoodns.net', 'first'],
  // Not the same company as Yahoo. Seen in published `dig` answers
  ['yahoo-japan', 10, [1, 5], 'mx{1,2,3,5}.mail.yahoo.co.jp'],
  // Seen in DNS answers: classifier, 2026-09; customers' zones; sisimai
  ['apple', 10, [1, 5], 'mail.icloud.com'],
  // https://proton.me/support/custom-domain
  ['proton', 20, [2, 5], '{mail,mailsec}.protonmail.ch'],
  // https://www.zoho.com/mail/help/adminconsole/configure-email-delivery.html; all names:
  // classifier, 2026-09
  [
    'zoho',
    20,
    [2, 5],
    `{mx,smtpin}{,2,3}.zoho.com mx{,2,3}.zoho.{eu,in,com.au,jp,sa,uk} mx{,2,3}.zohocloud.ca
     mx{,2}.zoho.com.cn`,
  ],
  // https://www.fastmail.help/hc/en-us/articles/360060591153-Manual-DNS-configuration
  ['fastmail', 20, [2, 5], 'in{1,2}-smtp.messagingengine.com'],
  // Seen in DNS answers: classifier, 2026-09
  ['tutanota', 20, [1, 4], 'mail.tutanota.de'],
  // https://yandex.com/support/yandex-360/business/admin/en/domains/dns/mx; mx.yandex.ru:
  // classifier, 2026-09, and mxsniff
  ['yandex', 20, [2, 5], 'mx.yandex.{ru,net}'],
  // Seen in DNS answers: classifier, 2026-09; emx (VK WorkSpace): customers' zones
  ['mailru', 10, [1, 4], '{mxs,emx}.mail.ru'],
  // Seen in DNS answers, 2026-10; gmx.net: classifier, 2026-09; bounces
  ['gmx', 10, [1, 4], 'emig.gmx.net mx{00,01}.gmx.net mx{00,01}.mail.com mx-ha{02,03}.web.de'],
  // Seen in DNS answers, 2026-10
  ['t-online', 10, [1, 3], 'mx{00,01,02,03}.t-online.de'],
  // Seen in published `dig` answers; mxbiz (Tencent Exmail): customers' zones
  ['qq', 5, [1, 2], 'mx{1,2,3}.qq.com mxbiz{1,2}.qq.com'],
  // Seen in DNS answers of the project sync-engine, and in published `host` output
  ['netease', 5, [1, 2], 'mxmail.netease.com mx.ym.163.com'],
  // Alibaba Cloud DNS documentation (mx1.qiye.aliyun.com); the others: customers' zones, bounces,
  // published `dig` answers
  ['aliyun', 10, [1, 3], '{mxn,mxw}.mxhichina.com mx{1,2}.qiye.aliyun.com mx2.mail.aliyun.com'],
  // Seen in published `host` output of naver.com, bounces
  ['naver', 10, [1, 3], 'mx{1,2,3}.naver.com mx{4,5,6}.mail.naver.com'],
  // Seen in an SMTP dialogue (mx1) and in programs; full names in the provider's zone
  ['daum', 10, [1, 3], 'mx{1,2,3,4}.hanmail.net'],
  // Seen in bounces: sisimai (lib/Sisimai/Rhost/NTTDOCOMO.pm)
  ['docomo', 5, [1, 2], 'mfsmax.docomo.ne.jp'],
  // Seen in bounces: sisimai (lib/Sisimai/Rhost/KDDI.pm); a Received header
  ['kddi', 5, [1, 2], 'lsean.ezweb.ne.jp msmx.au.com'],
  // Seen only in programs; a full name in the provider's zone
  ['softbank', 5, [1, 2], 'mx.softbank.ne.jp'],

  // France

  // Seen in DNS answers, 2026-10
  ['orange', 10, [1, 2], 'smtp-in{,2}.orange.fr'],
  // Seen in DNS answers, 2026-10; a relay's log
  ['free', 10, [1, 2], 'mx{1,2}.free.fr'],
  // Seen in DNS answers, 2026-10
  ['sfr', 10, [1, 2], 'smtp-in.sfr.fr'],
  // Seen in DNS answers, 2026-10; sisimai
  ['laposte', 10, [1, 2], 'smtpz4.laposte.net'],
  // https://github.com/ovh/docs (pages/web_cloud/domains/dns_zone_mx/guide.en-gb.md); redirect:
  // OVH's guide "Mail-Server [Alias]"; mail.ovh.ca: https://github.com/ovh/ovhcloud-docs/pull/235;
  // mx1 to mx4, mxb: DNS answers, 2026-10, and customers' zones
  ['ovh', 20, [2, 5], 'mail.ovh.{net,ca} {redirect,mx1,mx2,mx3,mx4,mxb}.ovh.net'],
  // http://wiki.gandi.net/en/mail/create-email-mailbox
  ['gandi', 20, [2, 5], '{spool,fb}.mail.gandi.net'],
  // https://www.infomaniak.com/en/support/faq/search?page=3&q=dns
  ['infomaniak', 20, [2, 5], 'mta-gw.infomaniak.ch'],

  // The rest of Europe, and the Americas

  // Seen in published `host` output of customers' domains; kundenserver.de, perfora.net: DNS
  // answers, 2026-10; 1and1.com: Salt's documentation
  [
    'ionos',
    20,
    [2, 5],
    `mx{00,01}.ionos.{com,de,fr,es,it,co.uk} mx{00,01}.1and1.{com,fr,co.uk}
     mx{00,01}.{kundenserver.de,perfora.net}`,
  ],
  // Seen in customers' zones and in a DNS answer, 2026-10
  ['strato', 20, [2, 4], 'smtpin.rzone.de'],
  // https://www.hostinger.com/support/4407237-hostinger-email-mx-records
  ['hostinger', 20, [2, 4], 'mx{1,2}.hostinger.com'],
  // Seen in customers' zones, 2026-07
  ['titan', 20, [2, 4], 'mx{1,2}.titan.email'],
  // Seen in DNS answers: mxsniff, sync-engine, sisimai; customers' zones
  ['godaddy', 20, [2, 4], '{smtp,mailstore1}{,.europe,.asia}.secureserver.net'],
  // Seen in DNS answers: mxsniff; customers' zones
  ['rackspace', 20, [2, 5], 'mx{1,2}.emailsrvr.com'],
  // https://namecheap.com/support/knowledgebase/article.aspx/1262/2176/what-does-namecheap-private-email-dns-verification-imply;
  // eforward: classifier, 2026-09; hosting: customers' zones
  [
    'namecheap',
    20,
    [2, 4],
    `mx{1,2}.privateemail.com eforward{1,2,3,4,5}.registrar-servers.com
     mx{1,2,3}-hosting.jellyfish.systems`,
  ],
  // https://docs.deepinfo.com/reference/discovery/reverse-mx/examples/cloudflare-email-routing.md,
  // 2026-09; customers' zones
  ['cloudflare', 20, [2, 4], 'mx.cloudflare.net'],
  // https://docs.aws.amazon.com/general/latest/gr/ses.html#ses_inbound_endpoints: the 22 regions
  // that receive mail, 2026-10
  [
    'amazon',
    20,
    [2, 5],
    `inbound-smtp.us-{east,west}-{1,2}.amazonaws.com
     inbound-smtp.ap-{northeast,southeast}-{1,2,3}.amazonaws.com
     inbound-smtp.eu-{west-1,west-2,west-3,central-1,north-1,south-1}.amazonaws.com
     inbound-smtp.{af-south,ap-south,ca-central,il-central,me-south,sa-east}-1.amazonaws.com`,
  ],
  // https://guide.hosting.aruba.it/servizi/pec-su-dominio/configurazione-dns-e-record-mx.aspx
  // (mx.pec); mx.aruba.it: seen in DNS answers
  ['aruba', 20, [1, 4], 'mx.aruba.it mx.pec.aruba.it'],
  // Seen in DNS answers, 2026-10; bounces
  ['libero', 10, [1, 2], 'smtp-in.{libero,virgilio}.it'],
  // Seen in relays' logs
  ['telecomitalia', 10, [1, 2], 'mx.tim.it'],
  // Seen in DNS answers, 2026-10; relays' logs
  ['tiscali', 10, [1, 2], 'etb-{1,2,3,4}.mail.tiscali.it imp-5.mail.tiscali.it'],
  // Seen in bounces
  ['wp', 10, [1, 3], 'mx.wp.pl'],
  // Seen in published `host` output of onet.pl, bounces
  ['onet', 10, [1, 3], 'mx.poczta.onet.pl'],
  // Seen only in programs; a full name in the provider's zone
  ['interia', 10, [1, 3], 'mx.interia.pl'],
  // Seen in published `dig` answers; emailprofi: customers' zones
  ['seznam', 10, [1, 3], 'mx{1,2}.seznam.cz mx{1,2}.emailprofi.seznam.cz'],
  // Seen in DNS answers, 2026-10
  ['ziggo', 10, [1, 3], 'mxin{5,10}.ziggo.nl'],
  // Seen in DNS answers, 2026-10; bounces
  ['kpn', 10, [1, 3], 'mx.kpnmail.nl'],
  // Seen in DNS answers, 2026-10
  ['telenet', 10, [1, 3], 'mx{1,2}.telenet-ops.be'],
  // Seen in a bounce
  ['swisscom', 10, [1, 3], 'mxbw.lb.bluewin.ch'],
  // Seen in published `host` output of uol.com.br
  ['uol', 10, [1, 3], 'mx.uol.com.br'],
  // Seen only in programs; a full name in the provider's zone
  ['terra', 10, [1, 3], 'mx.terra.com.br'],
  // Seen in customers' zones, relays' logs
  ['locaweb', 20, [2, 4], 'mx.{core,a,b,jk}.locaweb.com.br'],
  // Seen in an SMTP dialogue of 2025-03, bounces
  ['comcast', 10, [1, 3], 'mxge.comcast.net'],
  // Seen in bounces; mx0: only in a list of MX hosts, a full name in the provider's zone
  ['charter', 10, [1, 3], 'mx0.charter.net pkvw-mx.msg.pkvw.co.charter.net'],
  // Seen in a list of MX hosts and in delisting checkers. The name is complete, because other
  // companies have hosts in cloudfilter.net.
  ['cox', 10, [1, 3], 'cxr.mx.a.cloudfilter.net'],
  // Seen in an SMTP dialogue of 2025-03 and in a list of MX hosts
  ['att', 10, [1, 3], '{al,ff}-ip4-mx-vip{1,2}.prodigy.net'],
] as const satisfies readonly Row[];

/** Gateways in front of other companies' mailboxes. */
const GATEWAYS = [
  // Seen in DNS answers, 2026-10; mxsniff; Received headers. Both domains only have hosts of
  // Proofpoint
  ['proofpoint', 20, [2, 6], 'pphosted.com ppe-hosted.com'],
  // Seen in customers' MX; us and za: Mimecast's support articles
  [
    'mimecast',
    20,
    [2, 6],
    '{us,usb,eu,de,au}-smtp-inbound-{1,2}.mimecast.com za-smtp-inbound-{1,2}.mimecast.co.za',
  ],
  // https://www.captaindns.com/en/blog/barracuda-secure-email-gateway; de, uk: customers' MX
  ['barracuda', 20, [2, 5], 'ess{,.de,.uk}.barracudanetworks.com'],
  // Seen in customers' MX, Received headers. The domain only has hosts of Cisco's Secure Email
  // cloud
  ['cisco', 20, [2, 5], 'iphmx.com'],
  // Trend Vision One documentation, "About MTA-STS records for inbound protection"; hes:
  // policy.json of https://github.com/EFForg/starttls-everywhere
  [
    'trendmicro',
    20,
    [2, 5],
    `in.{tmes,hes}.trendmicro.{com,eu}
     in.{tmes-anz,tmems-jp,tmes-sg,tmes-in,tmes-uae}.trendmicro.com`,
  ],
  // https://support.symantec.com/us/en/article.tech247121.html,
  // https://knowledge.broadcom.com/external/article/254105/email-securitycloud.html
  ['messagelabs', 20, [2, 5], '{us,eu}.messagelabs.com'],
  // https://docs.sophos.com/central/customer/help/en-us/ManageYourProducts/EmailSecurity/SecureMessagePolicy/EmailEnforceTLSConnections/index.html;
  // reflexion.net: customers' zones
  ['sophos', 20, [2, 5], 'prod.hydra.sophos.com {asp,mx-100,mx-110}.reflexion.net'],
  // Seen in a relay's log; mxsniff
  ['forcepoint', 20, [2, 5], 'in.mailcontrol.com'],
  // https://documentation.n-able.com/spamexperts/userguide/Content/B_Admin%20Level/domains/mx-records.htm;
  // filter: the same page of https://documentation.n-able.com/spamexperts/userguide/qsg/lc/
  [
    'spamexperts',
    20,
    [2, 5],
    `mx.spamexperts.com mx{1,2,3,4}-{eu,us}.spamexperts.com fallbackmx.spamexperts.eu
     lastmx.spamexperts.net filter{10,20,30,40}.antispamcloud.com`,
  ],
  // Seen in customers' MX, bounces
  ['hornet', 20, [2, 5], 'mx{01,02,03,04}.hornetsecurity.com'],
  // Seen in published `dig` answers; mxsniff
  ['trellix', 20, [2, 5], 'email.fireeyecloud.com'],
  // Seen in published `host` output of customers' domains, bounces
  ['mailspamprotection', 20, [2, 4], 'mx{10,20,30}.mailspamprotection.com'],
] as const satisfies readonly Row[];

export type ProviderId = (typeof MAILBOX_PROVIDERS | typeof GATEWAYS)[number][0];

const ROWS: readonly Row<ProviderId>[] = [...MAILBOX_PROVIDERS, ...GATEWAYS];

/** Whether a provider only filters mail, for mailboxes hosted elsewhere. */
export const isGateway = (provider: string | undefined): boolean =>
  GATEWAYS.some(([id]) => id === provider);

/** Expands a pattern into its names: every second part is a choice in braces. */
const namesOf = (pattern: string): string[] =>
  pattern
    .split(/[{}]/)
    .reduce<string[]>(
      (names, part) => names.flatMap((name) => part.split(',').map((end) => name + end)),
      [''],
    );

export const PROVIDERS: readonly Provider[] = ROWS.map(
  ([id, recipientsPerTransaction, [initial, max], mx, probe = 'same_transaction']) => ({
    id,
    mx: mx.split(/\s+/).flatMap(namesOf),
    recipientsPerTransaction,
    sessions: { initial, max },
    probe,
  }),
);
