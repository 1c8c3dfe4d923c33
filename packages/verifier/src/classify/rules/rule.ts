import type { ProviderId } from '../../data/providers.ts';
import type { Reason, Stage, Status } from '../../model/types.ts';

/**
 * The next step of a session for the recipient of this reply.
 * - `final`: the classification is the verdict.
 * - `retry_later`: the classification is the verdict for now. Retry later, from the same egress
 * address; the reason determines the delay.
 * - `next_transaction`: the reply is not about the recipient. Ask again in a new transaction of the
 * same session, with fewer recipients.
 * - `next_connection`: like `next_transaction`, but in a new session, because this connection is
 * used up.
 * - `next_mx`: try another mail host of the domain. If none is left, the classification is final.
 * - `starttls`: try again inside TLS. If the server does not offer TLS, the classification is
 * final.
 * - `control_recipient`: the classification is final, unless another recipient of the same domain,
 * the control recipient, was accepted in the same session: then `withControlRecipient` makes it
 * undeliverable.
 */
export type ReplyAction =
  | 'final'
  | 'retry_later'
  | 'next_transaction'
  | 'next_connection'
  | 'next_mx'
  | 'starttls'
  | 'control_recipient';

/**
 * One row of the rule table. All conditions that are present must match. `phrasePattern` explains
 * the syntax of phrases; example replies are in `tests/data/smtp-replies/rule-examples.ndjson`.
 */
export interface Rule {
  /** Unique: a topic, in most cases followed by a dot and a variant, such as its language. */
  id: string;
  meaning: MeaningName;
  providers?: readonly ProviderId[];
  /** Stages to which the rule is limited. Meanings about a recipient apply only at `rcpt`. */
  stages?: readonly Stage[];
  /**
   * Prefixes of basic codes, such as `550`, `45` or `5`; by default `4` and `5`, every refusal.
   * Without a basic code, the first digit of the enhanced code counts, or else `5` if the rule has
   * phrases.
   */
  codes?: readonly string[];
  /** Enhanced codes, with `X` for any class and `*` for any detail: `5.1.1`, `X.2.2`, `5.7.*`. */
  enhanced?: readonly string[];
  /** Phrases, one of which must be in the reply's text, unless one of `links` matches. */
  phrases?: readonly string[];
  /** Parts of links, host names and tags, which do not count as words of the reply: `spamhaus`. */
  links?: readonly string[];
  unless?: readonly string[];
}

export interface Meaning {
  /** The subject of the reply. A reply about the session never decides on an address. */
  about: 'recipient' | 'session';
  status: Status;
  reason: Reason;
  confidence: number;
  action: ReplyAction;
}

export type MeaningName = keyof typeof MEANINGS;

const aboutSession = (reason: Reason, action: ReplyAction, confidence: number): Meaning => ({
  about: 'session',
  status: 'unknown',
  reason,
  confidence,
  action,
});

/**
 * The verdict that each kind of reply suggests. `confidence`, from 0 to 1, is the certainty of
 * `status` based on this reply alone; the final verdict may replace it, for example after a
 * catch-all test.
 */
export const MEANINGS = {
  accepted: aboutRecipient('deliverable', 'accepted', 0.8),
  accepted_unverified: aboutRecipient('deliverable', 'accepted', 0.6),
  receiving_too_fast: aboutRecipient('deliverable', 'accepted', 0.9),
  mailbox_full: aboutRecipient('risky', 'mailbox_full', 0.95),
  mailbox_disabled: aboutRecipient('undeliverable', 'mailbox_disabled', 0.9),
  no_such_mailbox: aboutRecipient('undeliverable', 'no_such_mailbox', 0.97),
  no_such_mailbox_by_code: aboutRecipient('undeliverable', 'no_such_mailbox', 0.9),
  no_such_mailbox_or_domain: aboutRecipient('undeliverable', 'no_such_mailbox', 0.6),
  no_such_mailbox_by_provider: aboutRecipient('undeliverable', 'no_such_mailbox', 0.6),
  no_mail_server: aboutRecipient('undeliverable', 'no_mail_server', 0.85),
  bare_refusal: { ...aboutSession('policy', 'control_recipient', 0.6), about: 'recipient' },
  nothing_learned: aboutSession('not_answered', 'final', 0.9),
  encryption_needed: aboutSession('policy', 'starttls', 0.9),
  ip_blocked: aboutSession('ip_blocked', 'final', 0.95),
  policy: aboutSession('policy', 'final', 0.9),
  sender_rejected: aboutSession('sender_rejected', 'final', 0.9),
  throttled: aboutSession('throttled', 'retry_later', 0.9),
  connection_used_up: aboutSession('throttled', 'next_connection', 0.9),
  too_many_recipients: aboutSession('throttled', 'next_transaction', 0.95),
  greylisted: aboutSession('greylisted', 'retry_later', 0.95),
  server_error: aboutSession('server_error', 'retry_later', 0.85),
  server_unreachable: aboutSession('server_unreachable', 'next_mx', 0.9),
  relay_denied: aboutSession('policy', 'next_mx', 0.9),
} as const satisfies Record<string, Meaning>;

function aboutRecipient(status: Status, reason: Reason, confidence: number): Meaning {
  return { about: 'recipient', status, reason, confidence, action: 'final' };
}

/** Creates a section of the table. `meaning` is the default for rules that specify none. */
export const defineRules = (
  meaning: MeaningName,
  byId: Readonly<Record<string, Partial<Omit<Rule, 'id'>>>>,
): readonly Rule[] =>
  Object.entries(byId).map(([id, rule]) => Object.assign({ id, meaning }, rule));

export function splitList(text: string): readonly string[] {
  return text.trim().split(/,\s*/);
}
