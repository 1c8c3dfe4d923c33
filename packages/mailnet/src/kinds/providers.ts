import { type Kind, type Variant, kind, dedicatedServer } from './kind.ts';
import { providerClone } from './provider-clone.ts';
import { ACCEPTS_ALL } from './receivers.ts';
import { MODERN_EXTENSIONS, postfix } from './software.ts';

const GOOGLE = [
  providerClone('google', { extensions: [...MODERN_EXTENSIONS, 'SMTPUTF8'], starttls: 'offered' }),
] as const;

const MICROSOFT = [
  providerClone('microsoft365', {
    extensions: [...MODERN_EXTENSIONS, 'DSN', 'SMTPUTF8'],
    starttls: 'offered',
  }),
] as const;

const providerKind = (key: string, more?: Partial<Kind>): Kind =>
  kind(key, [providerClone(key)], more);

export const PROVIDERS: readonly Kind[] = [
  kind('google', GOOGLE, { slots: 4 }),
  kind('google-crowd', GOOGLE, { largeDomains: ['courriel-g.test'] }),
  kind('microsoft', MICROSOFT, { slots: 4 }),
  kind('microsoft-crowd', MICROSOFT, { largeDomains: ['courriel-m.test'] }),
  providerKind('yahoo', { largeDomains: ['courriel-y.test', 'courrier-y.test'] }),
  providerKind('orange', { largeDomains: ['courriel-o.test', 'courrier-o.test', 'poste-o.test'] }),
  providerKind('free', { largeDomains: ['courriel-f.test'] }),
  providerKind('laposte', { largeDomains: ['courriel-l.test'] }),
  providerKind('sfr', { largeDomains: ['courriel-s.test'] }),
  providerKind('ovh', { slots: 3 }),
  providerKind('apple', { largeDomains: ['courriel-a.test'] }),
  providerKind('gandi'),
  providerKind('proofpoint'),
  providerKind('mimecast'),
  providerKind('barracuda'),
  providerKind('zoho'),
  providerKind('proton'),
];

const wellKnownKind = (id: string, variant: Variant, domains: string, more?: Partial<Kind>): Kind =>
  kind(id, [variant], { slots: 0, largeDomains: domains.split(' '), wellKnown: true, ...more });

/** Domains that visitors of forms often use, and that typo corrections suggest. */
export const WELL_KNOWN: readonly Kind[] = [
  wellKnownKind(
    'gmail',
    providerClone('google', {}, [[5, 'gmail-smtp-in.l.google.com']]),
    'gmail.com googlemail.com',
  ),
  wellKnownKind(
    'outlook-mail',
    providerClone('outlook'),
    'outlook.com outlook.fr hotmail.com hotmail.fr live.com live.fr msn.com',
  ),
  wellKnownKind('yahoo-mail', providerClone('yahoo'), 'yahoo.com yahoo.fr aol.com'),
  wellKnownKind('icloud', providerClone('apple'), 'icloud.com me.com'),
  wellKnownKind('orange-mail', providerClone('orange'), 'orange.fr wanadoo.fr'),
  wellKnownKind('free-mail', providerClone('free'), 'free.fr'),
  wellKnownKind('sfr-mail', providerClone('sfr'), 'sfr.fr neuf.fr'),
  wellKnownKind('laposte-mail', providerClone('laposte'), 'laposte.net'),
  wellKnownKind('gmx-mail', providerClone('gmx'), 'gmx.de gmx.net web.de'),
  wellKnownKind('proton-mail', providerClone('proton'), 'proton.me protonmail.com'),
  wellKnownKind(
    'disposable-mail',
    dedicatedServer(postfix),
    'temp-mail.org throwawaymail.com yopmail.fr guerrillamail.net moakt.com',
    { disposable: true },
  ),
];

function mixedProvidersKind(id: string, keys: string): Kind {
  const [first = '', ...others] = keys.split(' ');
  return kind(id, [providerClone(first), ...others.map((key) => providerClone(key))]);
}

/** Groups of similar receivers: each domain uses one of them. */
export const MORE_PROVIDERS: readonly Kind[] = [
  mixedProvidersKind(
    'european-mailboxes',
    'gmx t-online fastmail tutanota seznam wp interia libero aruba tiscali',
  ),
  mixedProvidersKind(
    'other-mailboxes',
    'outlook yandex mailru qq netease aliyun naver daum uol comcast cox charter att',
  ),
  mixedProvidersKind('hosters', 'ionos strato titan godaddy rackspace infomaniak cloudflare'),
  mixedProvidersKind('gateways', 'cisco trendmicro messagelabs'),
  // Gateways of customers who accept every recipient at RCPT.
  kind('open-gateways', [
    providerClone('microsoft365', ACCEPTS_ALL, [[0, '*.o-v1.mx.microsoft']]),
    providerClone('mimecast', ACCEPTS_ALL, [[10, 'us-smtp-inbound-1.mimecast.com']]),
    providerClone('proofpoint', ACCEPTS_ALL, [[10, 'mx0a-00aa1b02.pphosted.com']]),
    providerClone('barracuda', ACCEPTS_ALL, [[10, 'd2a4b.ess.barracudanetworks.com']]),
    providerClone('cisco', ACCEPTS_ALL, [[10, 'mx1.hc1000-10.iphmx.com']]),
    providerClone('trendmicro', ACCEPTS_ALL, [[10, 'open.in.tmes.trendmicro.com']]),
  ]),
];
