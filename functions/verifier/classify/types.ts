import type { Reason, Stage, Status } from '../model/types.ts';

/** One reply of a server, where in the dialogue it came and from whom. */
export interface ReplyInput {
  stage: Stage;
  /**
   * The reply as the server sent it: one or several lines, ended by CRLF or LF, with or without the
   * basic code in front of each. Any string is accepted; control characters are dropped.
   */
  reply: string;
  /** Provider id of the provider table. Enables that provider's own rules and disables no other. */
  provider?: string;
}

/**
 * What a session does next with the recipient of this reply.
 *
 * - `final`: the classification is the verdict.
 * - `retry_later`: it is the verdict for now. Ask again later, from the same egress identity; the
 *   reason says after how long.
 * - `next_transaction`: the reply says nothing of the recipient. Ask again in a new transaction of
 *   the same session, with fewer recipients than were accepted in this one.
 * - `next_connection`: the same, and this session has had what the server gives to one connection.
 * - `next_mx`: ask another mail host of the domain. If none is left, the classification stands.
 * - `starttls`: ask again inside TLS. If the server offers none, the classification stands.
 * - `control_recipient`: the classification stands, unless another recipient of the same domain,
 *   the control, was accepted in the same session: then `withControlRecipient` makes it
 *   undeliverable.
 */
export type Action =
  | 'final'
  | 'retry_later'
  | 'next_transaction'
  | 'next_connection'
  | 'next_mx'
  | 'starttls'
  | 'control_recipient';

/** What a reply means: `status` and `reason` of a verdict that rests on this reply alone. */
export interface Classification {
  status: Status;
  reason: Reason;
  /** Id of the one rule that decided, such as `user-unknown.fr`. */
  rule: string;
  /** How sure the classification is of `status`, from 0 to 1. */
  confidence: number;
  action: Action;
  /** Basic code of RFC 5321 §4.2. Absent when the reply has none. */
  code?: number;
  /** First enhanced status code of RFC 3463 in the reply, such as `5.1.1`. */
  enhanced?: string;
  /** The words of the reply: codes and line breaks removed, at most 512 characters. */
  text: string;
}
