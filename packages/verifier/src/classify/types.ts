import type { Reason, ReplyEvidence, Stage, Status } from '../model/types.ts';
import type { ReplyAction } from './rules/rule.ts';

export interface ReplyInput {
  stage: Stage;
  /** Raw lines, separated by CRLF or LF, with or without a code. May contain control characters. */
  reply: string;
  /** Id in the provider table. Enables this provider's rules in addition to the general ones. */
  provider?: string;
  /** False if the reply cannot be about the number of recipients in a transaction. */
  mayLimitRecipients?: boolean;
}

/** The meaning of a reply: `status` and `reason` of a verdict based only on this reply. */
export interface Classification extends Omit<ReplyEvidence, 'stage'> {
  status: Status;
  reason: Reason;
  rule: string;
  confidence: number;
  action: ReplyAction;
}
