import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buyFirstPlan,
  type TestCustomer,
  getList,
  signUp,
  waitUntil,
  uploadList,
  waitForStatus,
} from '../support/customer.ts';
import { listAddresses } from '../support/mailnet.ts';
import { startStack, type TestStack } from '../support/stack.ts';

const LARGE = 100_000;

let stack: TestStack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it(`finishes a list of 10 long before an earlier list of ${LARGE}, and refunds what a deleted list did not use`, async () => {
  const customers: TestCustomer[] = await Promise.all(
    ['large', 'small'].map((name) => signUp(stack, `${name}@customer.test`)),
  );
  const [large, small] = customers;
  if (!large || !small) throw new Error('expected two customers');
  await buyFirstPlan(stack, large);
  await stack.command('grant-credits', large.email, String(LARGE), '--why', 'integration test');
  const { data: before } = await large.api.me();
  const bytes = Buffer.from(listAddresses(1, LARGE).join('\n'));
  const largeId = await uploadList(large, 'large', { name: 'large.txt', bytes });
  await waitUntil(
    () => getList(large, largeId),
    (list) => (list?.processed ?? 0) > 0,
  );

  // Ordinary addresses, some of which have to be retried.
  const ten = Buffer.from(listAddresses(1, 30).slice(10, 20).join('\n'));
  const smallId = await uploadList(small, 'small', { name: 'small.txt', bytes: ten });
  await waitForStatus(small, smallId);
  const behind = await getList(large, largeId);
  expect(behind?.status).toBe(4);
  expect(behind?.processed).toBeLessThan(LARGE / 2);

  await large.api.deleteFile({ params: { id: largeId } });
  await expect(large.api.getFile({ params: { id: largeId } })).rejects.toMatchObject({
    status: 404,
  });
  const { data } = await large.api.me();
  expect(data.available_credit + data.used_credit).toBe(before.available_credit);
  expect(data.used_credit).toBeGreaterThan(0);
  expect(data.used_credit).toBeLessThan(LARGE);
});
