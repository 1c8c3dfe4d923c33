import type { VerdictReason } from '../../shared/model/verdict.ts';
import { askAtOnce } from './ask-at-once.ts';
import type { ChecksDeps } from './deps.ts';
import type { LogFields } from '../platform/log.ts';

/** Long enough for a server that replies slowly, within the time-out of the function. */
const TIMEOUT_MS = 40_000;

/** What a domain that takes mail at all is never said to be, unless the way out is shut. */
const SHUT: ReadonlySet<VerdictReason> = new Set([
  'server_unreachable',
  'dns_error',
  'timeout',
  'not_answered',
]);

/**
 * Asks a mail server that is always there for one address, and writes a line at level `error` when
 * nothing comes back, which raises an alarm: from then on verdicts are `unknown`.
 * @returns what stands in the log of this run
 */
export async function checkEgress({
  engine,
  clock,
  env,
  log,
}: Pick<ChecksDeps, 'engine' | 'clock' | 'env' | 'log'>): Promise<LogFields> {
  const address = env.EGRESS_TEST_ADDRESS;
  if (address === '') return { outcome: 'nothing_to_ask' };
  const verdict = await askAtOnce(engine, address, 'operator', clock.now() + TIMEOUT_MS);
  const reason = verdict?.reason ?? 'not_answered';
  if (!SHUT.has(reason)) return { outcome: 'open', reason };
  log.error('egress_shut', new Error('no mail server answers'), { reason });
  return { outcome: 'shut', reason };
}
