import type {
  FinalizeMessage,
  ListMessage,
  MailMessage,
  VerifyMessage,
} from '../../../shared/messages.ts';

/** Longest delay of a message, in seconds (SQS). */
export const MAX_DELAY_SECONDS = 900;

/** Where work is left for a later stage. A delivery may come twice, late, or out of order. */
export interface Queues {
  /** Leaves a message for the list worker: ingest or resume. */
  sendList(message: ListMessage): Promise<void>;
  /**
   * Leaves tasks for the verify workers, in the express lane when the list is small. Delay in
   * seconds, at most MAX_DELAY_SECONDS. Throws when any message was not taken; sending again is harmless.
   */
  sendVerify(
    messages: readonly { message: VerifyMessage; delaySeconds: number }[],
    lane: 'express' | 'bulk',
  ): Promise<void>;
  sendFinalize(message: FinalizeMessage): Promise<void>;
  sendMail(message: MailMessage): Promise<void>;
}
