import {
  type DomainKind,
  type DomainVariant,
  defineKind,
  dedicatedServer,
  type ReplyTemplates,
  type ServerProfile,
  type SharedHosts,
  type MailboxShares,
} from './kind.ts';
import { ACCEPTS_ALL, RECEIVERS } from './receivers.ts';
import { MODERN_EXTENSIONS, postfix, TYPICAL_SHARES, POSTFIX_REPLIES } from './software.ts';
import { findDocumentedReply } from './documented-replies.ts';

/**
 * Creates a clone of a receiver, with its host names and documented replies. If its reply for an
 * unknown mailbox is not documented, Postfix's is used; other states occur only if their reply is
 * documented.
 * @param key the receiver's key in RECEIVERS
 * @param hosts the clone's host names, if they differ from the receiver's
 */
function createProviderClone(
  key: string,
  overrides: Partial<ServerProfile> = {},
  hosts?: SharedHosts,
): DomainVariant {
  const receiver = RECEIVERS[key];
  if (!receiver) throw new Error(`unknown receiver ${key}`);
  const replies: Partial<ReplyTemplates> = {};
  const mailboxes: MailboxShares = { absent: TYPICAL_SHARES.absent };
  const absent = findDocumentedReply(key, 'unknown');
  if (absent !== undefined) replies.absent = absent;
  for (const state of ['full', 'disabled', 'busy'] as const) {
    const reply = findDocumentedReply(key, state);
    if (reply !== undefined)
      [replies[state], mailboxes[state]] = [reply, { ...TYPICAL_SHARES, busy: 2 }[state]];
  }
  return {
    zone: 'shared-mx',
    shared: hosts ?? receiver.hosts,
    server: {
      extensions: MODERN_EXTENSIONS,
      mailboxes,
      replies: { ...POSTFIX_REPLIES, ...replies },
      ...receiver.behavior,
      ...overrides,
    },
  };
}

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
