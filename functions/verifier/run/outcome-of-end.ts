import type { End } from '../smtp/connection.ts';
import type { OpenFailure } from '../smtp/session.ts';
import type { Stage } from '../types.ts';
import { unheard } from '../verdict.ts';
import type { Outcome } from '../verdict.ts';

/** How a connection ended, or never came to be, where no reply explains it. */
export type Silence = Exclude<End | NonNullable<OpenFailure['end']>, { kind: 'shutdown' }>;

const REASON_OF_END = {
  unreachable: 'server_unreachable',
  closed: 'server_unreachable',
  timeout: 'timeout',
  overtime: 'timeout',
  garbage: 'server_error',
  aborted: 'not_answered',
} as const;

/** What the end of a connection comes to for those that it left without an answer. */
export function outcomeOfEnd(
  stage: Stage,
  { kind, detail }: Silence,
  mx: string,
  provider: string | undefined,
): Outcome {
  const rule = `connection-${kind}`;
  return {
    ...unheard('unknown', REASON_OF_END[kind], 0.5, { rule, mx, provider }),
    reply: { stage, text: detail },
  };
}
