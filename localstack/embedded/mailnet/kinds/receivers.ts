import type { Server, SharedHosts } from './kind.ts';
import { documented } from './documented-replies.ts';

/**
 * Large receivers of mail: names by which the engine knows their mail
 * hosts, and their limits. The names are served by the simulated DNS alone and lead nowhere but to
 * loopback. What they reply stands in `provider-replies.ndjson`.
 */
export interface Receiver {
  name: string;
  /** Its id in the engine's table, if that is not its key. */
  id?: string;
  hosts: SharedHosts['names'];
  ways?: Partial<Server>;
}

const hosts = (...names: string[]): SharedHosts['names'] => names.map((name) => [10, name]);

const ranked = (preferences: Readonly<Record<string, number>>): SharedHosts['names'] =>
  Object.entries(preferences).map(([name, preference]) => [preference, name]);

const tooMany = (most: number, reply?: string): Partial<Server> => ({
  simultaneous: {
    most,
    reply: reply ?? '421 4.7.0 {host} Error: too many connections from {client}',
  },
});

/** Takes every recipient: refusals come later, or never. */
export const TAKES_ALL: Partial<Server> = { acceptsAll: true };

export const RECEIVERS: Readonly<Record<string, Receiver>> = {
  google: {
    name: 'Gmail, Google Workspace',
    hosts: ranked({
      'aspmx.l.google.com': 1,
      'alt1.aspmx.l.google.com': 5,
      'alt2.aspmx.l.google.com': 5,
      'alt3.aspmx.l.google.com': 10,
      'alt4.aspmx.l.google.com': 10,
    }),
    ways: {
      perTransaction: {
        most: 100,
        reply: '452 4.5.3 Your message has too many recipients. {id} - gsmtp',
      },
    },
  },
  microsoft365: {
    name: 'Microsoft 365',
    id: 'microsoft',
    hosts: ranked({ '*.mail.protection.outlook.com': 0 }),
    ways: tooMany(20, documented('microsoft365', 'rate')),
  },
  outlook: {
    name: 'Outlook.com, Hotmail, Live',
    id: 'microsoft',
    hosts: hosts('outlook-com.olc.protection.outlook.com'),
  },
  yahoo: {
    name: 'Yahoo, AOL, att.net',
    hosts: ranked({
      'mta5.am0.yahoodns.net': 1,
      'mta6.am0.yahoodns.net': 1,
      'mta7.am0.yahoodns.net': 1,
    }),
    ways: {
      ...TAKES_ALL,
      extensions: ['PIPELINING', 'SIZE 35882577', '8BITMIME'],
      ...tooMany(10),
      perConnection: {
        range: [50, 50],
        end: { say: documented('yahoo', 'rate') ?? '421 Too many recipients' },
      },
    },
  },
  apple: { name: 'iCloud', hosts: hosts('mx01.mail.icloud.com', 'mx02.mail.icloud.com') },
  gmx: { name: 'GMX, web.de, mail.com', hosts: hosts('mx00.emig.gmx.net', 'mx01.emig.gmx.net') },
  't-online': { name: 'T-Online', hosts: hosts('mx00.t-online.de', 'mx01.t-online.de') },
  orange: {
    name: 'Orange, Wanadoo',
    hosts: hosts('smtp-in.orange.fr'),
    ways: tooMany(4, documented('orange', 'rate', 'connect')),
  },
  free: { name: 'Free', hosts: ranked({ 'mx1.free.fr': 10, 'mx2.free.fr': 20 }), ways: tooMany(6) },
  sfr: { name: 'SFR', hosts: hosts('smtp-in.sfr.fr'), ways: tooMany(6) },
  laposte: {
    name: 'La Poste',
    hosts: hosts('smtpz4.laposte.net'),
    ways: {
      perTransaction: { most: 25, reply: '452 4.5.3 Error: too many recipients' },
      ...tooMany(6),
    },
  },
  proton: {
    name: 'Proton',
    hosts: ranked({ 'mail.protonmail.ch': 5, 'mailsec.protonmail.ch': 10 }),
  },
  zoho: { name: 'Zoho', hosts: ranked({ 'mx.zoho.eu': 10, 'mx2.zoho.eu': 20, 'mx3.zoho.eu': 50 }) },
  fastmail: {
    name: 'Fastmail',
    hosts: hosts('in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com'),
  },
  tutanota: { name: 'Tuta', hosts: hosts('mail.tutanota.de') },
  yandex: { name: 'Yandex', hosts: hosts('mx.yandex.ru') },
  mailru: { name: 'Mail.ru', hosts: hosts('mxs.mail.ru') },
  qq: { name: 'QQ, Tencent Exmail', hosts: hosts('mx1.qq.com', 'mx2.qq.com') },
  netease: { name: 'NetEase (163, 126, yeah.net)', hosts: hosts('163mx01.mxmail.netease.com') },
  aliyun: { name: 'Alibaba Mail', hosts: hosts('mx1.qiye.aliyun.com', 'mx2.qiye.aliyun.com') },
  naver: { name: 'Naver', hosts: hosts('mx1.naver.com', 'mx2.naver.com') },
  daum: { name: 'Daum, Hanmail', hosts: hosts('mx1.hanmail.net', 'mx2.hanmail.net') },
  seznam: { name: 'Seznam', hosts: hosts('mx1.seznam.cz', 'mx2.seznam.cz') },
  wp: { name: 'WP, o2.pl', hosts: hosts('mx.wp.pl') },
  interia: { name: 'Interia', hosts: hosts('mx.interia.pl') },
  libero: { name: 'Libero, Virgilio', hosts: hosts('smtp-in.libero.it') },
  aruba: { name: 'Aruba', hosts: hosts('mx.aruba.it') },
  tiscali: { name: 'Tiscali', hosts: hosts('etb-1.mail.tiscali.it') },
  uol: { name: 'UOL, BOL', hosts: hosts('mx.uol.com.br') },
  comcast: { name: 'Comcast', hosts: hosts('mx1.mxge.comcast.net', 'mx2.mxge.comcast.net') },
  cox: { name: 'Cox', hosts: hosts('cxr.mx.a.cloudfilter.net') },
  charter: { name: 'Charter (Spectrum)', hosts: hosts('mx0.charter.net') },
  att: { name: 'AT&T (prodigy.net)', hosts: hosts('al-ip4-mx-vip1.prodigy.net') },
  ovh: {
    name: 'OVHcloud',
    hosts: ranked({ 'mx1.mail.ovh.net': 1, 'mx2.mail.ovh.net': 5, 'mx3.mail.ovh.net': 100 }),
  },
  gandi: { name: 'Gandi', hosts: ranked({ 'spool.mail.gandi.net': 10, 'fb.mail.gandi.net': 50 }) },
  ionos: { name: 'IONOS', hosts: hosts('mx00.ionos.fr', 'mx01.ionos.fr') },
  strato: { name: 'Strato', hosts: hosts('smtpin.rzone.de') },
  titan: { name: 'Titan', hosts: hosts('mx1.titan.email', 'mx2.titan.email') },
  godaddy: {
    name: 'GoDaddy',
    hosts: hosts('smtp.secureserver.net', 'mailstore1.secureserver.net'),
  },
  rackspace: { name: 'Rackspace', hosts: hosts('mx1.emailsrvr.com', 'mx2.emailsrvr.com') },
  infomaniak: { name: 'Infomaniak', hosts: hosts('mta-gw.infomaniak.ch') },
  cloudflare: { name: 'Cloudflare Email Routing', hosts: hosts('route1.mx.cloudflare.net') },
  mimecast: {
    name: 'Mimecast',
    hosts: hosts('eu-smtp-inbound-1.mimecast.com', 'eu-smtp-inbound-2.mimecast.com'),
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  proofpoint: {
    name: 'Proofpoint',
    hosts: hosts('mx0a-001f3a01.pphosted.com', 'mx0b-001f3a01.pphosted.com'),
  },
  barracuda: {
    name: 'Barracuda',
    hosts: ranked({ 'd1f3a.ess.barracudanetworks.com': 10, 'd1f3b.ess.barracudanetworks.com': 20 }),
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  cisco: { name: 'Cisco Secure Email (IronPort)', hosts: hosts('mx1.hc2916-71.iphmx.com') },
  trendmicro: { name: 'Trend Micro', hosts: hosts('acme.in.tmes.trendmicro.eu') },
  messagelabs: {
    name: 'Symantec Email Security.cloud',
    hosts: hosts('cluster1.eu.messagelabs.com', 'cluster1a.eu.messagelabs.com'),
  },
};
