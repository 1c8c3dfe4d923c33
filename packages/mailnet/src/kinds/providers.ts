import { type Kind, type Variant, kind, own } from './kind.ts';
import { providerClone } from './provider-clone.ts';
import { TAKES_ALL } from './receivers.ts';
import { MODERN, postfix } from './software.ts';

/** Imitators of large providers, and of gateways in front of companies' mailboxes. */

const GOOGLE = [
  providerClone('google', { extensions: [...MODERN, 'SMTPUTF8'], starttls: 'offered' }),
] as const;

const MICROSOFT = [
  providerClone('microsoft365', {
    extensions: [...MODERN, 'DSN', 'SMTPUTF8'],
    starttls: 'offered',
  }),
] as const;

const one = (key: string, more?: Partial<Kind>): Kind => kind(key, [providerClone(key)], more);

export const PROVIDERS: readonly Kind[] = [
  kind('google', GOOGLE, { slots: 4 }),
  kind('google-crowd', GOOGLE, { crowd: ['courriel-g.test'] }),
  kind('microsoft', MICROSOFT, { slots: 4 }),
  kind('microsoft-crowd', MICROSOFT, { crowd: ['courriel-m.test'] }),
  one('yahoo', { crowd: ['courriel-y.test', 'courrier-y.test'] }),
  one('orange', { crowd: ['courriel-o.test', 'courrier-o.test', 'poste-o.test'] }),
  one('free', { crowd: ['courriel-f.test'] }),
  one('laposte', { crowd: ['courriel-l.test'] }),
  one('sfr', { crowd: ['courriel-s.test'] }),
  one('ovh', { slots: 3 }),
  one('apple', { crowd: ['courriel-a.test'] }),
  one('gandi'),
  one('proofpoint'),
  one('mimecast'),
  one('barracuda'),
  one('zoho'),
  one('proton'),
];

const wellKnown = (id: string, variant: Variant, domains: string, more?: Partial<Kind>): Kind =>
  kind(id, [variant], { slots: 0, crowd: domains.split(' '), wellKnown: true, ...more });

/** Domains common among a form's visitors, to which typos are corrected. */
export const WELL_KNOWN: readonly Kind[] = [
  wellKnown(
    'gmail',
    providerClone('google', {}, [[5, 'gmail-smtp-in.l.google.com']]),
    'gmail.com googlemail.com',
  ),
  wellKnown(
    'outlook-mail',
    providerClone('outlook'),
    'outlook.com outlook.fr hotmail.com hotmail.fr live.com live.fr msn.com',
  ),
  wellKnown('yahoo-mail', providerClone('yahoo'), 'yahoo.com yahoo.fr aol.com'),
  wellKnown('icloud', providerClone('apple'), 'icloud.com me.com'),
  wellKnown('orange-mail', providerClone('orange'), 'orange.fr wanadoo.fr'),
  wellKnown('free-mail', providerClone('free'), 'free.fr'),
  wellKnown('sfr-mail', providerClone('sfr'), 'sfr.fr neuf.fr'),
  wellKnown('laposte-mail', providerClone('laposte'), 'laposte.net'),
  wellKnown('gmx-mail', providerClone('gmx'), 'gmx.de gmx.net web.de'),
  wellKnown('proton-mail', providerClone('proton'), 'proton.me protonmail.com'),
  wellKnown(
    'disposable-mail',
    own(postfix),
    'temp-mail.org throwawaymail.com yopmail.fr guerrillamail.net moakt.com',
    { disposable: true },
  ),
];

/** @param keys of receivers, with spaces between them */
function all(id: string, keys: string): Kind {
  const [first = '', ...others] = keys.split(' ');
  return kind(id, [providerClone(first), ...others.map((key) => providerClone(key))]);
}

/** Many receivers of a sort: a domain is at one of them. */
export const MORE_PROVIDERS: readonly Kind[] = [
  all(
    'european-mailboxes',
    'gmx t-online fastmail tutanota seznam wp interia libero aruba tiscali',
  ),
  all(
    'other-mailboxes',
    'outlook yandex mailru qq netease aliyun naver daum uol comcast cox charter att',
  ),
  all('hosters', 'ionos strato titan godaddy rackspace infomaniak cloudflare'),
  all('gateways', 'cisco trendmicro messagelabs'),
  // Gateways of customers who accept every recipient at RCPT.
  kind('open-gateways', [
    providerClone('microsoft365', TAKES_ALL, [[0, '*.o-v1.mx.microsoft']]),
    providerClone('mimecast', TAKES_ALL, [[10, 'us-smtp-inbound-1.mimecast.com']]),
    providerClone('proofpoint', TAKES_ALL, [[10, 'mx0a-00aa1b02.pphosted.com']]),
    providerClone('barracuda', TAKES_ALL, [[10, 'd2a4b.ess.barracudanetworks.com']]),
    providerClone('cisco', TAKES_ALL, [[10, 'mx1.hc1000-10.iphmx.com']]),
    providerClone('trendmicro', TAKES_ALL, [[10, 'open.in.tmes.trendmicro.com']]),
  ]),
];
