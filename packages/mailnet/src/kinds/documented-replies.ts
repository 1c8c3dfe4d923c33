import { readFileSync } from 'node:fs';
import type { Reason } from './kind.ts';

export const SITUATIONS = {
  unknown: 'no_such_mailbox',
  full: 'mailbox_full',
  disabled: 'mailbox_disabled',
  /** The mailbox exceeds its rate limit. */
  busy: 'accepted',
  /** The client exceeds its rate limit. */
  rate: 'throttled',
  address: 'ip_blocked',
  reputation: 'ip_blocked',
  /** The provider's customer, or one of its users, blocks the client. */
  tenant: 'policy',
} as const satisfies Record<string, Reason>;

export type Situation = keyof typeof SITUATIONS;

/** One line of `provider-replies.ndjson`. */
export interface DocumentedReply {
  /** Key of a receiver in `receivers.ts`. */
  provider: string;
  /** For `accept_all`, `reply` describes which recipients the provider accepts at RCPT. */
  situation: Situation | 'accept_all';
  /** Wire lines separated by `\n`; placeholders: {rcpt}, {client}, {host} and {id}. */
  reply: string;
  /** The stage of the reply; RCPT if absent. `data`: after the message, so no check receives it. */
  stage?: 'connect' | 'mail' | 'data';
  /** The expected reason if the wording means something other than the situation. */
  means?: Reason;
  /** A link, or `collected: ` and a source in the engine's `tests/data/smtp-replies`. */
  source: string;
  /** The date of the source, or the month in which it was read. */
  date: string;
}

export const DOCUMENTED_REPLIES: readonly DocumentedReply[] = readFileSync(
  new URL('provider-replies.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DocumentedReply);

/**
 * Returns a provider's first documented reply for a situation and stage; undefined if there is
 * none. Ignores replies whose wording means something else.
 */
export const findDocumentedReply = (
  provider: string,
  situation: Situation,
  stage?: DocumentedReply['stage'],
): string | undefined =>
  DOCUMENTED_REPLIES.find(
    (row) =>
      row.provider === provider &&
      row.situation === situation &&
      row.stage === stage &&
      row.means === undefined,
  )?.reply;
