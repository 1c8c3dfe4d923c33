import type { Server, SharedHosts } from './kind.ts';
import { documented } from './documented-replies.ts';

/**
 * Large receivers of mail: names by which the engine knows their mail hosts, and their limits. Only
 * the simulated DNS serves the names, and they resolve only to loopback. Their replies are in
 * `provider-replies.ndjson`.
 */
export interface Receiver {
  /** The receiver's id in the engine's table, if it differs from the key. */
  id?: string;
  hosts: SharedHosts;
  ways?: Partial<Server>;
}

const at = (...names: string[]): Receiver => ({ hosts: names.map((name) => [10, name]) });

const ranked = (preferences: Readonly<Record<string, number>>): Receiver => ({
  hosts: Object.entries(preferences).map(([name, preference]) => [preference, name]),
});

const tooMany = (
  max: number,
  reply = '421 4.7.0 {host} Error: too many connections from {client}',
): Partial<Server> => ({ simultaneous: { max, reply } });

/** Accepts every recipient: refusals come later, or never. */
export const TAKES_ALL: Partial<Server> = { acceptsAll: true };

export const RECEIVERS: Readonly<Record<string, Receiver>> = {
  google: {
    ...ranked({
      'aspmx.l.google.com': 1,
      'alt1.aspmx.l.google.com': 5,
      'alt2.aspmx.l.google.com': 5,
      'alt3.aspmx.l.google.com': 10,
      'alt4.aspmx.l.google.com': 10,
    }),
    ways: {
      perTransaction: {
        max: 100,
        reply: '452 4.5.3 Your message has too many recipients. {id} - gsmtp',
      },
    },
  },
  microsoft365: {
    id: 'microsoft',
    ...ranked({ '*.mail.protection.outlook.com': 0 }),
    ways: tooMany(20, documented('microsoft365', 'rate')),
  },
  outlook: {
    id: 'microsoft',
    ...at('outlook-com.olc.protection.outlook.com'),
  },
  yahoo: {
    ...ranked({
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
  apple: at('mx01.mail.icloud.com', 'mx02.mail.icloud.com'),
  gmx: at('mx00.emig.gmx.net', 'mx01.emig.gmx.net'),
  't-online': at('mx00.t-online.de', 'mx01.t-online.de'),
  orange: {
    ...at('smtp-in.orange.fr'),
    ways: tooMany(4, documented('orange', 'rate', 'connect')),
  },
  free: { ...ranked({ 'mx1.free.fr': 10, 'mx2.free.fr': 20 }), ways: tooMany(6) },
  sfr: { ...at('smtp-in.sfr.fr'), ways: tooMany(6) },
  laposte: {
    ...at('smtpz4.laposte.net'),
    ways: {
      perTransaction: { max: 25, reply: '452 4.5.3 Error: too many recipients' },
      ...tooMany(6),
    },
  },
  proton: ranked({ 'mail.protonmail.ch': 5, 'mailsec.protonmail.ch': 10 }),
  zoho: ranked({ 'mx.zoho.eu': 10, 'mx2.zoho.eu': 20, 'mx3.zoho.eu': 50 }),
  fastmail: at('in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com'),
  tutanota: at('mail.tutanota.de'),
  yandex: at('mx.yandex.ru'),
  mailru: at('mxs.mail.ru'),
  qq: at('mx1.qq.com', 'mx2.qq.com'),
  netease: at('163mx01.mxmail.netease.com'),
  aliyun: at('mx1.qiye.aliyun.com', 'mx2.qiye.aliyun.com'),
  naver: at('mx1.naver.com', 'mx2.naver.com'),
  daum: at('mx1.hanmail.net', 'mx2.hanmail.net'),
  seznam: at('mx1.seznam.cz', 'mx2.seznam.cz'),
  wp: at('mx.wp.pl'),
  interia: at('mx.interia.pl'),
  libero: at('smtp-in.libero.it'),
  aruba: at('mx.aruba.it'),
  tiscali: at('etb-1.mail.tiscali.it'),
  uol: at('mx.uol.com.br'),
  comcast: at('mx1.mxge.comcast.net', 'mx2.mxge.comcast.net'),
  cox: at('cxr.mx.a.cloudfilter.net'),
  charter: at('mx0.charter.net'),
  att: at('al-ip4-mx-vip1.prodigy.net'),
  ovh: ranked({ 'mx1.mail.ovh.net': 1, 'mx2.mail.ovh.net': 5, 'mx3.mail.ovh.net': 100 }),
  gandi: ranked({ 'spool.mail.gandi.net': 10, 'fb.mail.gandi.net': 50 }),
  ionos: at('mx00.ionos.fr', 'mx01.ionos.fr'),
  strato: at('smtpin.rzone.de'),
  titan: at('mx1.titan.email', 'mx2.titan.email'),
  godaddy: at('smtp.secureserver.net', 'mailstore1.secureserver.net'),
  rackspace: at('mx1.emailsrvr.com', 'mx2.emailsrvr.com'),
  infomaniak: at('mta-gw.infomaniak.ch'),
  cloudflare: at('route1.mx.cloudflare.net'),
  mimecast: {
    ...at('eu-smtp-inbound-1.mimecast.com', 'eu-smtp-inbound-2.mimecast.com'),
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  proofpoint: at('mx0a-001f3a01.pphosted.com', 'mx0b-001f3a01.pphosted.com'),
  barracuda: {
    ...ranked({ 'd1f3a.ess.barracudanetworks.com': 10, 'd1f3b.ess.barracudanetworks.com': 20 }),
    ways: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  cisco: at('mx1.hc2916-71.iphmx.com'),
  trendmicro: at('acme.in.tmes.trendmicro.eu'),
  messagelabs: at('cluster1.eu.messagelabs.com', 'cluster1a.eu.messagelabs.com'),
};
