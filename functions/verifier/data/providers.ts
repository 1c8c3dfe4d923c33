/** A group of mail hosts that reply in the same way, known by the suffixes of their names. */
export interface Provider {
  /** Short stable name, used in verdicts, rules and remembered facts. */
  id: ProviderId;
  /** Suffixes of mail host names, lower case; matched on whole labels, the longest wins. */
  mx: readonly string[];
  /** Most recipients of one transaction, as long as the server does not ask for fewer. */
  recipientsPerTransaction: number;
  /** Sessions open at once from one egress identity: the number to start with, and the largest. */
  sessions: { initial: number; max: number };
  /** Whether the random recipient that tests for catch-all needs a transaction of its own. */
  probe: 'same_transaction' | 'own_transaction';
}

type Row<Id extends string = string> = readonly [
  id: Id,
  recipientsPerTransaction: number,
  sessions: readonly [initial: number, max: number],
  mx: readonly string[],
  probe?: Provider['probe'],
];

/**
 * The provider table: id, most recipients of a transaction, sessions at once (to start with, and at
 * most), suffixes of mail host names. The numbers are what the provider publishes or is known to
 * accept, rounded down; the engine adapts them as it learns. To add a provider, add a row here.
 */
const TABLE = [
  // Worldwide mailboxes
  ['google', 20, [2, 8], ['google.com', 'googlemail.com', 'smtp.goog']],
  [
    'microsoft',
    20,
    [2, 8],
    ['outlook.com', 'office365.us', 'hotmail.com', 'mx.microsoft', 'partner.outlook.cn'],
    'own_transaction',
  ],
  ['yahoo', 10, [1, 5], ['yahoodns.net', 'yahoo.com', 'yahoo.co.jp']],
  ['apple', 10, [1, 5], ['icloud.com', 'apple.com']],
  ['proton', 20, [2, 5], ['protonmail.ch', 'proton.me']],
  ['zoho', 20, [2, 5], ['zoho.com', 'zoho.eu', 'zoho.in', 'zohomail.com']],
  ['fastmail', 20, [2, 5], ['messagingengine.com']],
  ['tutanota', 20, [1, 4], ['tutanota.de', 'tuta.com']],
  ['yandex', 20, [2, 5], ['yandex.ru', 'yandex.net']],
  ['mailru', 10, [1, 4], ['mail.ru']],
  ['gmx', 10, [1, 4], ['gmx.net', 'gmx.com', 'web.de', 'mail.com']],
  ['t-online', 10, [1, 3], ['t-online.de']],
  ['qq', 5, [1, 2], ['qq.com']],
  ['netease', 5, [1, 2], ['netease.com', '163.com', '126.com', 'yeah.net']],
  ['aliyun', 10, [1, 3], ['mxhichina.com', 'aliyun.com']],
  ['naver', 10, [1, 3], ['naver.com']],
  ['docomo', 5, [1, 2], ['docomo.ne.jp']],
  ['kddi', 5, [1, 2], ['ezweb.ne.jp', 'au.com']],
  ['softbank', 5, [1, 2], ['softbank.jp', 'softbank.ne.jp']],

  // France
  ['orange', 10, [1, 2], ['orange.fr', 'wanadoo.fr', 'francetelecom.com']],
  ['free', 10, [1, 2], ['free.fr', 'proxad.net', 'online.net']],
  ['sfr', 10, [1, 2], ['sfr.fr', 'numericable.fr', 'neuf.fr']],
  ['laposte', 10, [1, 2], ['laposte.net']],
  ['bbox', 10, [1, 2], ['bbox.fr', 'bouyguestelecom.fr']],
  ['ovh', 20, [2, 5], ['ovh.net', 'ovh.com', 'ovh.ca']],
  ['gandi', 20, [2, 5], ['gandi.net']],
  ['infomaniak', 20, [2, 5], ['infomaniak.ch', 'infomaniak.com']],
  ['o2switch', 20, [2, 4], ['o2switch.net']],

  // The rest of Europe, and the Americas
  [
    'ionos',
    20,
    [2, 5],
    [
      'ionos.com',
      'ionos.de',
      'ionos.fr',
      'kundenserver.de',
      '1and1.com',
      '1and1.fr',
      'perfora.net',
    ],
  ],
  ['strato', 20, [2, 4], ['rzone.de', 'strato.de']],
  ['hostinger', 20, [2, 4], ['hostinger.com']],
  ['godaddy', 20, [2, 4], ['secureserver.net']],
  ['rackspace', 20, [2, 5], ['emailsrvr.com']],
  ['namecheap', 20, [2, 4], ['privateemail.com', 'registrar-servers.com', 'jellyfish.systems']],
  ['cloudflare', 20, [2, 4], ['mx.cloudflare.net']],
  ['amazon', 20, [2, 5], ['amazonaws.com', 'awsapps.com']],
  ['aruba', 20, [1, 4], ['aruba.it', 'arubabusiness.it']],
  ['libero', 10, [1, 2], ['libero.it', 'iol.it', 'virgilio.it', 'italiaonline.it']],
  ['telecomitalia', 10, [1, 2], ['tim.it', 'alice.it', 'telecomitalia.it']],
  ['tiscali', 10, [1, 2], ['tiscali.it']],
  ['wp', 10, [1, 3], ['wp.pl', 'o2.pl']],
  ['onet', 10, [1, 3], ['onet.pl']],
  ['interia', 10, [1, 3], ['interia.pl']],
  ['seznam', 10, [1, 3], ['seznam.cz']],
  ['ziggo', 10, [1, 3], ['ziggo.nl', 'upcmail.net', 'as9143.net']],
  ['kpn', 10, [1, 3], ['kpnmail.nl', 'xs4all.nl', 'kpn.com']],
  ['telenet', 10, [1, 3], ['telenet.be', 'telenet-ops.be']],
  ['proximus', 10, [1, 3], ['proximus.be', 'skynet.be', 'belgacom.be']],
  ['swisscom', 10, [1, 3], ['bluewin.ch', 'swisscom.com']],
  ['telefonica', 10, [1, 3], ['telefonica.net', 'movistar.es']],
  ['uol', 10, [1, 3], ['uol.com.br']],
  ['terra', 10, [1, 3], ['terra.com', 'terra.com.br']],
  ['locaweb', 20, [2, 4], ['locaweb.com.br']],
  ['comcast', 10, [1, 3], ['comcast.net']],
  ['charter', 10, [1, 3], ['charter.net', 'rr.com', 'spectrum.net']],
  ['cox', 10, [1, 3], ['cox.net']],
  ['att', 10, [1, 3], ['att.net', 'prodigy.net']],

  // Gateways in front of other companies' mailboxes
  ['proofpoint', 20, [2, 6], ['pphosted.com', 'ppe-hosted.com', 'ppops.net']],
  ['mimecast', 20, [2, 6], ['mimecast.com', 'mimecast.co.za', 'mimecast-offshore.com']],
  ['barracuda', 20, [2, 5], ['barracudanetworks.com', 'barracuda.com', 'cudamail.com']],
  ['cisco', 20, [2, 5], ['iphmx.com']],
  ['trendmicro', 20, [2, 5], ['trendmicro.com', 'trendmicro.eu', 'trendmicro.co.jp']],
  ['messagelabs', 20, [2, 5], ['messagelabs.com', 'messagelabs.net']],
  ['sophos', 20, [2, 5], ['sophos.com', 'reflexion.net']],
  ['forcepoint', 20, [2, 5], ['mailcontrol.com']],
  ['fortimail', 20, [2, 5], ['fortimailcloud.com', 'fortimail.com']],
  ['spamexperts', 20, [2, 5], ['antispamcloud.com', 'spamexperts.com', 'mxthunder.com']],
  ['vade', 20, [2, 5], ['vadesecure.com', 'vade-retro.com', 'vadesecure.fr']],
  ['mailinblack', 20, [2, 5], ['mailinblack.com']],
  ['hornet', 20, [2, 5], ['hornetsecurity.com', 'antispameurope.com']],
  ['retarus', 20, [2, 5], ['retarus.com']],
  ['trellix', 20, [2, 5], ['fireeyecloud.com', 'mxlogic.net']],
  ['mailspamprotection', 20, [2, 4], ['mailspamprotection.com']],
] as const satisfies readonly Row[];

export type ProviderId = (typeof TABLE)[number][0];

const ROWS: readonly Row<ProviderId>[] = TABLE;

export const PROVIDERS: readonly Provider[] = ROWS.map(
  ([id, recipientsPerTransaction, [initial, max], mx, probe = 'same_transaction']) => ({
    id,
    mx,
    recipientsPerTransaction,
    sessions: { initial, max },
    probe,
  }),
);
