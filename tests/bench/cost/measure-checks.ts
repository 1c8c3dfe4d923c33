import { listAddresses } from '../../support/mailnet.ts';
import { signUp } from '../../support/customer.ts';
import { type StackActivity, startMeteredStack } from '../meter/metered-stack.ts';

export const ENGINE_FUNCTION = 'tamis-workers-engine';
const FUNCTIONS = new Set(['tamis-api-check-email', ENGINE_FUNCTION]);

export async function measureChecks({
  seed,
  checks,
  delayMs,
}: {
  readonly seed: number;
  readonly checks: number;
  /** One-way network delay. */
  readonly delayMs: number;
}): Promise<StackActivity> {
  await using stack = await startMeteredStack({ timeScale: 1, delayMs });
  const { service } = stack;
  const customer = await signUp(service, 'cost@bench.test');
  await service.command('grant-credits', customer.email, `${checks}`, '--why', 'benchmark');
  const addresses = listAddresses(seed, checks);
  await stack.take();
  for (const email of addresses) await customer.api.checkEmail({ body: { email } });
  const { requests, runs, ...rest } = await stack.take();
  return {
    ...rest,
    requests: requests.filter(({ caller }) => FUNCTIONS.has(caller)),
    runs: runs.filter(({ functionName }) => FUNCTIONS.has(functionName)),
  };
}
