import { setTimeout as sleep } from 'node:timers/promises';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { buyFirstPlan, getList, signUp, waitUntil, uploadList } from '../../support/customer.ts';
import { listAddresses } from '../../support/mailnet.ts';
import { type StackActivity, startMeteredStack } from '../meter/metered-stack.ts';

/** Enough time for the reconciler to empty the work folder: more than its interval plus a run. */
const CLEANING_MS = 20_000;

/** Measures a stack during one list, from its upload until its work folder is empty. */
export async function measureList({
  seed,
  addresses,
  timeScale,
  delayMs,
}: {
  readonly seed: number;
  readonly addresses: number;
  /**
   * Divides the delays of the product and of greylisting; servers take their full time to respond.
   */
  readonly timeScale: number;
  /** One-way network delay. */
  readonly delayMs: number;
}): Promise<StackActivity> {
  await using stack = await startMeteredStack({ timeScale, delayMs });
  const { service } = stack;
  const customer = await signUp(service, 'cost@bench.test');
  // Only the lists of an account that bought credits have several tasks at the engine.
  await buyFirstPlan(service, customer);
  await service.command('grant-credits', customer.email, `${addresses}`, '--why', 'benchmark');
  const bytes = Buffer.from(listAddresses(seed, addresses).join('\n'));
  await stack.take();
  const id = await uploadList(customer, 'list', { name: 'list.txt', bytes });
  await waitUntil(
    () => getList(customer, id),
    (list) => list?.status === LIST_STATUS.finished,
    7200,
    5,
  );
  await sleep(CLEANING_MS);
  // Awaited here, because the stack is stopped when this function returns.
  return await stack.take();
}
