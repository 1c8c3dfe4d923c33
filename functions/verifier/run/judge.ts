import { withCompanion } from '../classify/classify-reply.ts';
import type { Reading } from '../classify/types.ts';
import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Stage } from '../types.ts';
import { outcomeOf, unheard } from '../verdict.ts';
import type { CatchAll, Outcome } from '../verdict.ts';
import type { Interpreter } from './interpreter.ts';
import { REASON_OF_END } from './reason-of-end.ts';

/** What is heard in one session, made into outcomes. */
export interface Judge {
  /** @param recipient as it was sent, where the reply is to RCPT */
  read(stage: Stage, reply: Reply, recipient?: string): { reading: Reading; outcome: Outcome };
  /** What the end of the connection comes to for those that it left without an answer. */
  ofEnd(end: End): Outcome;
}

export function createJudge(
  interpreter: Interpreter,
  mx: string,
  provider: string | undefined,
): Judge {
  /** Most recipients get the same answer as the one before: one outcome serves them all. */
  let last: { stage: Stage; raw: string; reading: Reading; outcome: Outcome } | undefined;

  function read(stage: Stage, reply: Reply, recipient?: string) {
    if (last?.raw === reply.raw && last.stage === stage) return last;
    const reading = interpreter.read(stage, reply, provider, recipient);
    last = { stage, raw: reply.raw, reading, outcome: outcomeOf(reading, stage, mx, provider) };
    return last;
  }

  return {
    read,
    ofEnd(end) {
      if (end.kind === 'shutdown') return read('rcpt', end.reply).outcome;
      const rule = `connection-${end.kind}`;
      return {
        ...unheard('unknown', REASON_OF_END[end.kind], 0.5, { rule, mx, provider }),
        reply: { stage: 'rcpt', text: end.detail },
      };
    },
  };
}

/** What the answer to a recipient that nobody has says of its domain. */
export function catchAllBy(reading: Reading | undefined): CatchAll {
  if (reading?.status === 'deliverable') return 'yes';
  if (reading?.status === 'undeliverable' || reading?.action === 'companion') return 'no';
  return 'unclear';
}

/** What a bare refusal means when the server accepted someone else of the domain. */
export function companionOf(outcome: Outcome): Outcome {
  const { status, reason, confidence, rule } = withCompanion({
    status: outcome.status,
    reason: outcome.reason,
    confidence: outcome.confidence,
    rule: outcome.rule,
    action: 'companion',
    text: '',
  });
  return { ...outcome, status, reason, confidence, rule, retry: false };
}
