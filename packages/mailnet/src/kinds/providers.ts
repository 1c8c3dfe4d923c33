import { type DomainKind, type DomainVariant, defineKind, dedicatedServer } from './kind.ts';
import { createProviderClone } from './provider-clone.ts';
import { ACCEPTS_ALL } from './receivers.ts';
import { MODERN_EXTENSIONS, postfix } from './software.ts';

const GOOGLE = [
  createProviderClone('google', {
    extensions: [...MODERN_EXTENSIONS, 'SMTPUTF8'],
    starttls: 'offered',
  }),
] as const;

const MICROSOFT = [
  createProviderClone('microsoft365', {
    extensions: [...MODERN_EXTENSIONS, 'DSN', 'SMTPUTF8'],
    starttls: 'offered',
  }),
] as const;

const providerKind = (key: string, more?: Partial<DomainKind>): DomainKind =>
  defineKind(key, [createProviderClone(key)], more);

export const PROVIDERS: readonly DomainKind[] = [
  defineKind('google', GOOGLE, { slots: 4 }),
  defineKind('google-crowd', GOOGLE, { largeDomains: ['courriel-g.test'] }),
  defineKind('microsoft', MICROSOFT, { slots: 4 }),
  defineKind('microsoft-crowd', MICROSOFT, { largeDomains: ['courriel-m.test'] }),
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

const wellKnownKind = (
  id: string,
  variant: DomainVariant,
  domains: string,
  more?: Partial<DomainKind>,
): DomainKind =>
  defineKind(id, [variant], {
    slots: 0,
    largeDomains: domains.split(' '),
    wellKnown: true,
    ...more,
  });

/** Domains that people often type into forms, and that typo corrections suggest. */
export const WELL_KNOWN_PROVIDERS: readonly DomainKind[] = [
  wellKnownKind(
    'gmail',
    createProviderClone('google', {}, [[5, 'gmail-smtp-in.l.google.com']]),
    'gmail.com googlemail.com',
  ),
  wellKnownKind(
    'outlook-mail',
    createProviderClone('outlook'),
    'outlook.com outlook.fr hotmail.com hotmail.fr live.com live.fr msn.com',
  ),
  wellKnownKind('yahoo-mail', createProviderClone('yahoo'), 'yahoo.com yahoo.fr aol.com'),
  wellKnownKind('icloud', createProviderClone('apple'), 'icloud.com me.com'),
  wellKnownKind('orange-mail', createProviderClone('orange'), 'orange.fr wanadoo.fr'),
  wellKnownKind('free-mail', createProviderClone('free'), 'free.fr'),
  wellKnownKind('sfr-mail', createProviderClone('sfr'), 'sfr.fr neuf.fr'),
  wellKnownKind('laposte-mail', createProviderClone('laposte'), 'laposte.net'),
  wellKnownKind('gmx-mail', createProviderClone('gmx'), 'gmx.de gmx.net web.de'),
  wellKnownKind('proton-mail', createProviderClone('proton'), 'proton.me protonmail.com'),
  wellKnownKind(
    'disposable-mail',
    dedicatedServer(postfix),
    'temp-mail.org throwawaymail.com yopmail.fr guerrillamail.net moakt.com',
    { disposable: true },
  ),
];

function mixedProvidersKind(id: string, keys: string): DomainKind {
  const [first = '', ...others] = keys.split(' ');
  return defineKind(id, [
    createProviderClone(first),
    ...others.map((key) => createProviderClone(key)),
  ]);
}

/** Groups of similar receivers. Each domain of a group uses one of them. */
export const PROVIDER_GROUPS: readonly DomainKind[] = [
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
  defineKind('open-gateways', [
    createProviderClone('microsoft365', ACCEPTS_ALL, [[0, '*.o-v1.mx.microsoft']]),
    createProviderClone('mimecast', ACCEPTS_ALL, [[10, 'us-smtp-inbound-1.mimecast.com']]),
    createProviderClone('proofpoint', ACCEPTS_ALL, [[10, 'mx0a-00aa1b02.pphosted.com']]),
    createProviderClone('barracuda', ACCEPTS_ALL, [[10, 'd2a4b.ess.barracudanetworks.com']]),
    createProviderClone('cisco', ACCEPTS_ALL, [[10, 'mx1.hc1000-10.iphmx.com']]),
    createProviderClone('trendmicro', ACCEPTS_ALL, [[10, 'open.in.tmes.trendmicro.com']]),
  ]),
];
