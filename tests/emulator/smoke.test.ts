import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Mailnet,
  addresses,
  startMailnet,
  expectedVerdict,
} from '../../packages/mailnet/src/index.ts';
import { runCustomerJourney } from '../../shared/client/customer-journey.ts';
import { type TestCustomer, signUp, waitUntil } from '../support/customer.ts';
import { connectToDeployment } from '../support/deployment.ts';
import { isExpected } from '../support/mailnet.ts';

/**
 * `npm run localstack:smoke`: runs the customer journey through the API of a deployment to MiniStack or
 * LocalStack, with the simulated mail internet of this process.
 */

const COUNT = 1000;
const SEED = 1;

const service = connectToDeployment();
let mailnet: Mailnet;
beforeAll(async () => {
  mailnet = await startMailnet({
    seed: SEED,
    ...service.mailnet,
    now: Date.now,
  });
});
afterAll(() => mailnet.close());

let customer: TestCustomer;

it('signs up a customer with the emailed code', async () => {
  customer = await signUp(service, `smoke-${Date.now()}@customer.test`);
  const { data } = await customer.api.me();
  expect(data).toMatchObject({ email: customer.email, terms_accepted: 1, available_credit: 100 });
});

it(`verifies ${COUNT} addresses correctly`, async () => {
  await service.command('grant-credits', customer.email, '5000', '--why', 'smoke test');
  const { data: before } = await customer.api.me();

  const list = [...addresses(SEED, COUNT)];
  const { check, header, ...result } = await runCustomerJourney(customer.api, {
    addresses: list,
    seconds: 280,
    pollSeconds: 0.2,
    report: console.log,
    now: Date.now,
  });
  expect(header).toBe('\uFEFF"email";"status";"reason";"suggestion";"address"');
  const { list: detail, rows: verdicts } = result;
  expect(verdicts.map(([email]) => email)).toEqual(list);
  const expectedOf = expectedVerdict(SEED);
  const wrong = verdicts.filter(([email = '', status]) => !isExpected(expectedOf(email), status));
  expect(wrong).toEqual([]);

  const count = (wanted: string) => verdicts.filter(([, status]) => status === wanted).length;
  const [valid, invalid] = [count('deliverable'), count('undeliverable')];
  const [risky, unknown] = [count('risky'), count('unknown')];
  expect(detail).toMatchObject({ total_email: COUNT, processed: COUNT, duplicates: 0 });
  expect(detail).toMatchObject({ valid, invalid, risky, unknown });
  expect(detail).toMatchObject({ credits_charged: COUNT - unknown, credits_reserved: 0 });
  const { data: after } = await customer.api.me();
  // The single check costs one more credit, unless its verdict is unknown.
  const used = COUNT - unknown + (check.status === 'unknown' ? 0 : 1);
  expect(before.available_credit - after.available_credit).toBe(used);
  expect(after.used_credit - before.used_credit).toBe(used);

  const finished = await waitUntil(
    () => service.mails(customer.email),
    (mails) => mails.length > 1,
  );
  expect(finished[0]?.text).toContain('smoke');
});
