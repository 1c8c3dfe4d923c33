import { expect, it } from 'vitest';
import type { VerdictReason } from '../../shared/model/verdict.ts';
import { verdict } from '../../tests/support/fake-engine.ts';
import { testEnv } from '../../tests/support/test-context.ts';
import { createLog } from '../platform/create-log.ts';
import { checkEgress } from './check-egress.ts';
import type { Engine } from './adapters/engine.ts';

const clock = { now: () => Date.UTC(2026, 0, 1) };

/** An engine for which every address ends with this reason, or with no verdict at all. */
const engineOf = (reason: VerdictReason | undefined): Engine => ({
  connections: 0,
  async *verify(addresses) {
    if (reason === undefined) return;
    for (const [index, email] of addresses.entries())
      yield { index, verdict: verdict(email, 'unknown', reason) };
  },
});

async function check(reason: VerdictReason | undefined, address = 'postmaster@mail.example') {
  const lines: string[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(line));
  const env = testEnv({ EGRESS_TEST_ADDRESS: address });
  return { fields: await checkEgress({ engine: engineOf(reason), clock, env, log }), lines };
}

it.each(['accepted', 'no_such_mailbox', 'greylisted', 'ip_blocked', 'policy'] as const)(
  'is open where a server says %s',
  async (reason) => {
    expect(await check(reason)).toEqual({ fields: { outcome: 'open', reason }, lines: [] });
  },
);

it.each(['server_unreachable', 'timeout', 'dns_error', 'not_answered', undefined] as const)(
  'is shut, with a line that raises an alarm, where %s is all that came',
  async (reason) => {
    const { fields, lines } = await check(reason);
    expect(fields).toMatchObject({ outcome: 'shut' });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', event: 'egress_shut' }),
    ]);
  },
);

it('asks nobody where no address is set', async () => {
  expect(await check('timeout', '')).toEqual({
    fields: { outcome: 'nothing_to_ask' },
    lines: [],
  });
});
