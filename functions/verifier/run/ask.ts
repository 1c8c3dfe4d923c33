import type { ParsedAddress } from '../address/types.ts';
import type { CatchAll, Outcome, Subject } from '../verdict.ts';

/** One address of a run. Many wait: they are kept small. */
export interface Ask {
  /** Position in the input, and the spelling there. */
  index: number;
  email: string;
  /** Equal for addresses that are the same mailbox to us. */
  key: string;
  /** The spelling for RCPT TO. */
  wire: string;
  utf8: boolean;
  subject: Subject;
  /** Whether another of the same mailbox was before it, once that was looked at. */
  turn: 'waits' | 'first' | 'repeats';
  /** The same address further on in the input: answered with it. */
  twins: { index: number; email: string }[] | undefined;
  answer: { outcome: Outcome; catchAll: CatchAll | undefined } | undefined;
}

export function createAsk(
  index: number,
  email: string,
  parsed: ParsedAddress,
  subject: Subject,
): Ask {
  return {
    index,
    email,
    // One string where the spellings agree.
    key: parsed.normalized === email ? email : parsed.normalized,
    wire: parsed.wire === email ? email : parsed.wire,
    utf8: parsed.needsSmtpUtf8,
    subject,
    turn: 'waits',
    twins: undefined,
    answer: undefined,
  };
}
