import type { ServerProfile, SharedHosts } from './kind.ts';
import { findDocumentedReply } from './documented-replies.ts';

/**
 * A large receiver of email: the host names by which the engine recognizes it, and its limits. Only
 * the simulated DNS serves these names, and they resolve only to loopback. The receiver's replies
 * are in `provider-replies.ndjson`.
 */
export interface Receiver {
  /** The receiver's id in the engine's table, if it differs from the key. */
  id?: string;
  hosts: SharedHosts;
  behavior?: Partial<ServerProfile>;
}

const withHosts = (...names: string[]): Receiver => ({ hosts: names.map((name) => [10, name]) });

const withPreferences = (preferences: Readonly<Record<string, number>>): Receiver => ({
  hosts: Object.entries(preferences).map(([name, preference]) => [preference, name]),
});

const limitConnections = (
  max: number,
  reply = '421 4.7.0 {host} Error: too many connections from {client}',
): Partial<ServerProfile> => ({ clientConnections: { max, reply } });

/** Accepts every recipient; rejections come after the message, or never. */
export const ACCEPTS_ALL: Partial<ServerProfile> = { acceptsAll: true };

export const RECEIVERS: Readonly<Record<string, Receiver>> = {
  google: {
    ...withPreferences({
      'aspmx.l.google.com': 1,
      'alt1.aspmx.l.google.com': 5,
      'alt2.aspmx.l.google.com': 5,
      'alt3.aspmx.l.google.com': 10,
      'alt4.aspmx.l.google.com': 10,
    }),
    behavior: {
      perTransaction: {
        max: 100,
        reply: '452 4.5.3 Your message has too many recipients. {id} - gsmtp',
      },
    },
  },
  microsoft365: {
    id: 'microsoft',
    ...withPreferences({ '*.mail.protection.outlook.com': 0 }),
    behavior: limitConnections(20, findDocumentedReply('microsoft365', 'rate')),
  },
  outlook: {
    id: 'microsoft',
    ...withHosts('outlook-com.olc.protection.outlook.com'),
  },
  yahoo: {
    ...withPreferences({
      'mta5.am0.yahoodns.net': 1,
      'mta6.am0.yahoodns.net': 1,
      'mta7.am0.yahoodns.net': 1,
    }),
    behavior: {
      ...ACCEPTS_ALL,
      extensions: ['PIPELINING', 'SIZE 35882577', '8BITMIME'],
      ...limitConnections(10),
      perConnection: {
        range: [50, 50],
        end: { closeWith: findDocumentedReply('yahoo', 'rate') ?? '421 Too many recipients' },
      },
    },
  },
  apple: withHosts('mx01.mail.icloud.com', 'mx02.mail.icloud.com'),
  gmx: withHosts('mx00.emig.gmx.net', 'mx01.emig.gmx.net'),
  't-online': withHosts('mx00.t-online.de', 'mx01.t-online.de'),
  orange: {
    ...withHosts('smtp-in.orange.fr'),
    behavior: limitConnections(4, findDocumentedReply('orange', 'rate', 'connect')),
  },
  free: {
    ...withPreferences({ 'mx1.free.fr': 10, 'mx2.free.fr': 20 }),
    behavior: limitConnections(6),
  },
  sfr: { ...withHosts('smtp-in.sfr.fr'), behavior: limitConnections(6) },
  laposte: {
    ...withHosts('smtpz4.laposte.net'),
    behavior: {
      perTransaction: { max: 25, reply: '452 4.5.3 Error: too many recipients' },
      ...limitConnections(6),
    },
  },
  proton: withPreferences({ 'mail.protonmail.ch': 5, 'mailsec.protonmail.ch': 10 }),
  zoho: withPreferences({ 'mx.zoho.eu': 10, 'mx2.zoho.eu': 20, 'mx3.zoho.eu': 50 }),
  fastmail: withHosts('in1-smtp.messagingengine.com', 'in2-smtp.messagingengine.com'),
  tutanota: withHosts('mail.tutanota.de'),
  yandex: withHosts('mx.yandex.ru'),
  mailru: withHosts('mxs.mail.ru'),
  qq: withHosts('mx1.qq.com', 'mx2.qq.com'),
  netease: withHosts('163mx01.mxmail.netease.com'),
  aliyun: withHosts('mx1.qiye.aliyun.com', 'mx2.qiye.aliyun.com'),
  naver: withHosts('mx1.naver.com', 'mx2.naver.com'),
  daum: withHosts('mx1.hanmail.net', 'mx2.hanmail.net'),
  seznam: withHosts('mx1.seznam.cz', 'mx2.seznam.cz'),
  wp: withHosts('mx.wp.pl'),
  interia: withHosts('mx.interia.pl'),
  libero: withHosts('smtp-in.libero.it'),
  aruba: withHosts('mx.aruba.it'),
  tiscali: withHosts('etb-1.mail.tiscali.it'),
  uol: withHosts('mx.uol.com.br'),
  comcast: withHosts('mx1.mxge.comcast.net', 'mx2.mxge.comcast.net'),
  cox: withHosts('cxr.mx.a.cloudfilter.net'),
  charter: withHosts('mx0.charter.net'),
  att: withHosts('al-ip4-mx-vip1.prodigy.net'),
  ovh: withPreferences({ 'mx1.mail.ovh.net': 1, 'mx2.mail.ovh.net': 5, 'mx3.mail.ovh.net': 100 }),
  gandi: withPreferences({ 'spool.mail.gandi.net': 10, 'fb.mail.gandi.net': 50 }),
  ionos: withHosts('mx00.ionos.fr', 'mx01.ionos.fr'),
  strato: withHosts('smtpin.rzone.de'),
  titan: withHosts('mx1.titan.email', 'mx2.titan.email'),
  godaddy: withHosts('smtp.secureserver.net', 'mailstore1.secureserver.net'),
  rackspace: withHosts('mx1.emailsrvr.com', 'mx2.emailsrvr.com'),
  infomaniak: withHosts('mta-gw.infomaniak.ch'),
  cloudflare: withHosts('route1.mx.cloudflare.net'),
  mimecast: {
    ...withHosts('eu-smtp-inbound-1.mimecast.com', 'eu-smtp-inbound-2.mimecast.com'),
    behavior: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  proofpoint: withHosts('mx0a-001f3a01.pphosted.com', 'mx0b-001f3a01.pphosted.com'),
  barracuda: {
    ...withPreferences({
      'd1f3a.ess.barracudanetworks.com': 10,
      'd1f3b.ess.barracudanetworks.com': 20,
    }),
    behavior: { extensions: ['SIZE 35882577', '8BITMIME', 'PIPELINING'] },
  },
  cisco: withHosts('mx1.hc2916-71.iphmx.com'),
  trendmicro: withHosts('acme.in.tmes.trendmicro.eu'),
  messagelabs: withHosts('cluster1.eu.messagelabs.com', 'cluster1a.eu.messagelabs.com'),
};
