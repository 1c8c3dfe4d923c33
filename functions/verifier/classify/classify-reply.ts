import type { Reading, ReplyInput } from './types.ts';

/** Says what one reply means. Total: any input gets exactly one reading. */
export function classifyReply(_input: ReplyInput): Reading {
  return {
    status: 'unknown',
    reason: 'server_error',
    rule: 'fallback',
    confidence: 0.5,
    action: 'retry_later',
    text: '',
  };
}

/**
 * The stronger form of a reading that asked for a `companion`: the server accepted another
 * recipient of the same domain in the same session, so what it refused is this mailbox.
 * Any other reading is returned as it is.
 */
export function withCompanion(reading: Reading): Reading {
  if (reading.action !== 'companion') return reading;
  return {
    ...reading,
    status: 'undeliverable',
    reason: 'no_such_mailbox',
    confidence: 0.55,
    action: 'settle',
  };
}
