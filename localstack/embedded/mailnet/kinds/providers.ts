import type { KindRow } from './kind.ts';
import { COMMON, lookAlike } from './look-alike.ts';
import { TAKES_ALL } from './receivers.ts';

/** Look-alikes of large providers, and of what stands in front of companies' mailboxes. */

const GOOGLE = [
  lookAlike('google', { extensions: [...COMMON, 'SMTPUTF8'], starttls: 'offered' }),
] as const;

const MICROSOFT = [
  lookAlike('microsoft365', { extensions: [...COMMON, 'DSN', 'SMTPUTF8'], starttls: 'offered' }),
] as const;

const one = (key: string, summary: string, rest: Pick<KindRow, 'crowd'> = {}): KindRow => ({
  id: key,
  summary,
  variants: [lookAlike(key)],
  ...rest,
});

export const PROVIDERS: readonly KindRow[] = [
  {
    id: 'google',
    slots: 4,
    summary: 'Google Workspace: multi-line replies, SMTPUTF8, STARTTLS, 450 4.2.1 for busy users',
    variants: GOOGLE,
  },
  {
    id: 'google-crowd',
    summary: 'one large consumer domain at Google',
    crowd: ['courriel-g.test'],
    variants: GOOGLE,
  },
  {
    id: 'microsoft',
    slots: 4,
    summary: 'Microsoft 365: a host name for each domain, 550 5.4.1 Access denied for no such user',
    variants: MICROSOFT,
  },
  {
    id: 'microsoft-crowd',
    summary: 'one large consumer domain at Microsoft',
    crowd: ['courriel-m.test'],
    variants: MICROSOFT,
  },
  one('yahoo', 'Yahoo: takes everybody at RCPT, 50 recipients a connection, 10 connections', {
    crowd: ['courriel-y.test', 'courrier-y.test'],
  }),
  one('orange', 'Orange: OFR codes, 4 connections at once', {
    crowd: ['courriel-o.test', 'courrier-o.test', 'poste-o.test'],
  }),
  one('free', 'Free: 6 connections at once', { crowd: ['courriel-f.test'] }),
  one('laposte', 'La Poste: LPN codes, 25 recipients a transaction, 6 connections at once', {
    crowd: ['courriel-l.test'],
  }),
  one('sfr', 'SFR', { crowd: ['courriel-s.test'] }),
  { ...one('ovh', 'OVH shared hosting'), slots: 3 },
  one('apple', 'iCloud', { crowd: ['courriel-a.test'] }),
  one('gandi', 'Gandi shared hosting'),
  one('proofpoint', 'Proofpoint in front of companies'),
  one('mimecast', 'Mimecast in front of companies: no enhanced codes'),
  one('barracuda', 'Barracuda in front of companies'),
  one('zoho', 'Zoho'),
  one('proton', 'Proton'),
];

/** @param keys of receivers, with spaces between them */
function all(id: string, summary: string, keys: string): KindRow {
  const [first = '', ...others] = keys.split(' ');
  return { id, summary, variants: [lookAlike(first), ...others.map((key) => lookAlike(key))] };
}

/** Many receivers of a sort: a domain is at one of them. */
export const MORE_PROVIDERS: readonly KindRow[] = [
  all(
    'european-mailboxes',
    'mailboxes of Germany, Italy, Poland, Czechia, Tuta and Fastmail',
    'gmx t-online fastmail tutanota seznam wp interia libero aruba tiscali',
  ),
  all(
    'other-mailboxes',
    'mailboxes of the Americas, Russia and the Far East',
    'outlook yandex mailru qq netease aliyun naver daum uol comcast cox charter att',
  ),
  all(
    'hosters',
    'mailboxes beside rented pages',
    'ionos strato titan godaddy rackspace infomaniak cloudflare',
  ),
  all(
    'gateways',
    'Cisco, Trend Micro, Symantec in front of companies',
    'cisco trendmicro messagelabs',
  ),
  {
    id: 'open-gateways',
    summary: 'gateways, and Microsoft 365, of customers who have nobody refused at RCPT',
    variants: [
      lookAlike('microsoft365', TAKES_ALL, [[0, '*.o-v1.mx.microsoft']]),
      lookAlike('mimecast', TAKES_ALL, [[10, 'us-smtp-inbound-1.mimecast.com']]),
      lookAlike('proofpoint', TAKES_ALL, [[10, 'mx0a-00aa1b02.pphosted.com']]),
      lookAlike('barracuda', TAKES_ALL, [[10, 'd2a4b.ess.barracudanetworks.com']]),
      lookAlike('cisco', TAKES_ALL, [[10, 'mx1.hc1000-10.iphmx.com']]),
      lookAlike('trendmicro', TAKES_ALL, [[10, 'open.in.tmes.trendmicro.com']]),
    ],
  },
];
