import { withControlRecipient } from '../classify/classify-reply.ts';
import type { Classification } from '../classify/types.ts';
import type { End } from '../smtp/connection.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Stage } from '../types.ts';
import { outcomeOf } from '../verdict.ts';
import type { CatchAll, Outcome } from '../verdict.ts';
import type { Interpreter } from './interpreter.ts';
import { outcomeOfEnd } from './outcome-of-end.ts';

/** A reply that was read, with what stood before and after the recipient's name if that was in it. */
interface Heard {
  stage: Stage;
  before: string;
  after: string | undefined;
  reading: Classification;
  outcome: Outcome;
}

/** What is heard in one session, made into outcomes. */
export interface Judge {
  /** @param recipient as it was sent, where the reply is to RCPT */
  read(
    stage: Stage,
    reply: Reply,
    recipient?: string,
  ): { reading: Classification; outcome: Outcome };
  /** What the end of the connection comes to for those that it left without an answer. */
  ofEnd(end: End): Outcome;
}

export function createJudge(
  interpreter: Interpreter,
  mx: string,
  provider: string | undefined,
): Judge {
  /** By code: most recipients get the same answer as one before, but for their own name in it. */
  const heard = new Map<number, Heard>();

  function read(stage: Stage, reply: Reply, recipient?: string): Heard {
    const before = heard.get(reply.code);
    if (before?.stage === stage && isSame(before, reply.raw, recipient)) return before;
    const reading = interpreter.read(stage, reply, provider, recipient);
    const { raw } = reply;
    const at = recipient === undefined ? -1 : raw.indexOf(recipient);
    const now: Heard = {
      stage,
      before: at < 0 ? raw : raw.slice(0, at),
      after: at < 0 ? undefined : raw.slice(at + (recipient?.length ?? 0)),
      reading,
      outcome: outcomeOf(reading, stage, mx, provider),
    };
    heard.set(reply.code, now);
    return now;
  }

  return {
    read,
    ofEnd(end) {
      if (end.kind === 'shutdown') return read('rcpt', end.reply).outcome;
      return outcomeOfEnd('rcpt', end, mx, provider);
    },
  };
}

/** Whether a reply is one heard before, the recipient's name apart. */
function isSame({ before, after }: Heard, raw: string, recipient: string | undefined): boolean {
  if (after === undefined) return raw === before;
  return (
    recipient !== undefined &&
    raw.length === before.length + recipient.length + after.length &&
    raw.startsWith(recipient, before.length) &&
    raw.startsWith(before) &&
    raw.endsWith(after)
  );
}

/** What the answer to a recipient that nobody has says of its domain. */
export function catchAllBy(reading: Classification | undefined): CatchAll {
  if (reading?.status === 'deliverable') return 'yes';
  if (reading?.status === 'undeliverable' || reading?.action === 'control_recipient') return 'no';
  return 'unclear';
}

/** What a bare refusal means when the server accepted someone else of the domain. */
export function withControl(outcome: Outcome): Outcome {
  const { status, reason, confidence, rule } = withControlRecipient({
    status: outcome.status,
    reason: outcome.reason,
    confidence: outcome.confidence,
    rule: outcome.rule,
    action: 'control_recipient',
    text: '',
  });
  return { ...outcome, status, reason, confidence, rule, retry: false };
}
