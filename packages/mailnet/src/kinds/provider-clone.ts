import type { Replies, Server, SharedHosts, Shares, Variant } from './kind.ts';
import { documented } from './documented-replies.ts';
import { RECEIVERS } from './receivers.ts';
import { MIXED, MODERN, POSTFIX_REPLIES } from './software.ts';

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
  ways: Partial<Server> = {},
  hosts?: SharedHosts,
): Variant {
  const receiver = RECEIVERS[key];
  if (!receiver) throw new Error(`no receiver is called ${key}`);
  const said: Partial<Replies> = {};
  const mailboxes: Shares = { absent: MIXED.absent };
  const absent = documented(key, 'unknown');
  if (absent !== undefined) said.absent = absent;
  for (const state of ['full', 'disabled', 'busy'] as const) {
    const reply = documented(key, state);
    if (reply !== undefined)
      [said[state], mailboxes[state]] = [reply, { ...MIXED, busy: 2 }[state]];
  }
  return {
    zone: 'shared-mx',
    shared: hosts ?? receiver.hosts,
    server: {
      extensions: MODERN,
      mailboxes,
      replies: { ...POSTFIX_REPLIES, ...said },
      ...receiver.ways,
      ...ways,
    },
  };
}
