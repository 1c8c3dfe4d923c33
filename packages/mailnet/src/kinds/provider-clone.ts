import type { Replies, Server, SharedHosts, MailboxShares, Variant } from './kind.ts';
import { documentedReply } from './documented-replies.ts';
import { RECEIVERS } from './receivers.ts';
import { TYPICAL_SHARES, MODERN_EXTENSIONS, POSTFIX_REPLIES } from './software.ts';

/**
 * A look-alike of a receiver: its host names and the words that sources have of it. Where they have
 * none for an unknown mailbox, the words are Postfix's; none of its mailboxes is in any other state
 * that no source has words for.
 *
 * @param key of the receiver
 * @param hosts its names, where they are not those of the receiver
 */
export function providerClone(
  key: string,
  overrides: Partial<Server> = {},
  hosts?: SharedHosts,
): Variant {
  const receiver = RECEIVERS[key];
  if (!receiver) throw new Error(`no receiver is called ${key}`);
  const replies: Partial<Replies> = {};
  const mailboxes: MailboxShares = { absent: TYPICAL_SHARES.absent };
  const absent = documentedReply(key, 'unknown');
  if (absent !== undefined) replies.absent = absent;
  for (const state of ['full', 'disabled', 'busy'] as const) {
    const reply = documentedReply(key, state);
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
