import { readFileSync } from 'node:fs';
import type { Reason } from './kind.ts';

/** What a provider's reply may be about, and the reason that it must be read as. */
export const SITUATIONS = {
  unknown: 'no_such_mailbox',
  full: 'mailbox_full',
  disabled: 'mailbox_disabled',
  /** The mailbox is over its rate. */
  busy: 'accepted',
  /** We are. */
  rate: 'throttled',
  address: 'ip_blocked',
  reputation: 'ip_blocked',
  /** The provider's customer, or its user, blocks us. */
  tenant: 'policy',
} as const satisfies Record<string, Reason>;

export type Situation = keyof typeof SITUATIONS;

/** A line of `provider-replies.ndjson`: something that a source says of a provider. */
export interface DocumentedReply {
  /** Key of a receiver in `receivers.ts`. */
  provider: string;
  /** `accept_all`: `reply` is no reply, but says whom the provider takes at RCPT. */
  situation: Situation | 'accept_all';
  /** Wire lines, parted by `\n`; filled in are {rcpt}, {client}, {host} and {id}. */
  reply: string;
  /** When it comes; at RCPT if absent. `data`: after the mail, so that asking never meets it. */
  stage?: 'connect' | 'mail' | 'data';
  /** The reason to be read, where the words say something else than the situation. */
  means?: Reason;
  /** A link, or `collected: ` and a source of the engine's `tests/data/smtp-replies`. */
  source: string;
  /** Of the source itself, or the month in which it was read. */
  date: string;
}

export const DOCUMENTED: readonly DocumentedReply[] = readFileSync(
  new URL('provider-replies.ndjson', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DocumentedReply);

/** The first documented reply of a provider in a situation, if its words mean just that. */
export const documented = (
  provider: string,
  situation: Situation,
  stage?: DocumentedReply['stage'],
): string | undefined =>
  DOCUMENTED.find(
    (row) =>
      row.provider === provider &&
      row.situation === situation &&
      row.stage === stage &&
      row.means === undefined,
  )?.reply;
