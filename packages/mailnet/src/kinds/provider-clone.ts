import type {
  ReplyTemplates,
  ServerProfile,
  SharedHosts,
  MailboxShares,
  DomainVariant,
} from './kind.ts';
import { findDocumentedReply } from './documented-replies.ts';
import { RECEIVERS } from './receivers.ts';
import { TYPICAL_SHARES, MODERN_EXTENSIONS, POSTFIX_REPLIES } from './software.ts';

/**
 * Creates a clone of a receiver, with its host names and documented replies. If its reply for an
 * unknown mailbox is not documented, Postfix's is used; other states occur only if their reply is
 * documented.
 * @param key the receiver's key in RECEIVERS
 * @param hosts the clone's host names, if they differ from the receiver's
 */
export function createProviderClone(
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
