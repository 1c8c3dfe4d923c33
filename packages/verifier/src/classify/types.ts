import type { Reason, ReplyEvidence, Stage, Status } from '../model/types.ts';
import type { Action } from './rules/rule.ts';

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
  /** False where it cannot be about how many recipients a transaction has. */
  mayLimitRecipients?: boolean;
}

/** The meaning of a reply: `status` and `reason` of a verdict based only on this reply. */
export interface Classification extends Omit<ReplyEvidence, 'stage'> {
  status: Status;
  reason: Reason;
  /** Id of the one rule that decided, such as `user-unknown.fr`. */
  rule: string;
  /** How sure the classification is of `status`, from 0 to 1. */
  confidence: number;
  action: Action;
}
