import { kindsOf } from '../address/kinds.ts';
import type { ParsedAddress } from '../address/types.ts';
import type { Subject } from '../verdict.ts';

/** One distinct address of a run that is still without a verdict. */
export interface Ask extends Subject {
  /** Position in the input, and the spelling there. */
  index: number;
  email: string;
  /** Equal for addresses that are the same mailbox to us. */
  key: string;
  /** The spelling for RCPT TO. */
  wire: string;
  utf8: boolean;
  /** The same address further on in the input: answered with it. */
  twins: { index: number; email: string }[] | undefined;
}

export function createAsk(
  index: number,
  email: string,
  parsed: ParsedAddress,
  suggestion: string | undefined,
): Ask {
  const kinds = kindsOf(parsed);
  return {
    index,
    email,
    // Millions may wait: one string where the spellings agree.
    key: parsed.normalized === email ? email : parsed.normalized,
    wire: parsed.wire === email ? email : parsed.wire,
    utf8: parsed.needsSmtpUtf8,
    role: kinds.role,
    disposable: kinds.disposable,
    free: kinds.free,
    suggestion,
    twins: undefined,
  };
}
