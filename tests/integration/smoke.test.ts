import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { addresses, expectedVerdict } from '../../packages/mailnet/src/index.ts';
import { DEMO_ACCOUNTS } from '../../lab/embedded/supervisor/seed.ts';
import { CUSTOMER_PASSWORD, signUp, type TestCustomer } from '../support/customer.ts';
import { useSharedStack } from './shared-stack.ts';

/** Runs `npm run smoke` against the shared stack, as an operator does in a terminal. */

const stack = useSharedStack();
let customer: TestCustomer;
beforeAll(async () => {
  customer = await signUp(stack, 'smoke@customer.test');
});

async function smoke(
  env: Readonly<Record<string, string>>,
  url = `${stack.url}/`,
  ...more: readonly string[]
) {
  const args = ['infra/smoke/cli.ts', '--url', url, ...more];
  const run = promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...env },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** Returns the steps that a run reports, without durations. */
const stepsIn = (stdout: string): string[] =>
  [...stdout.matchAll(/^ok {2}(.+), \d+ ms$/gm)].map(([, name = '']) => name);

const STEPS = [
  'health',
  'check one address',
  expect.stringMatching(/^upload \d addresses$/),
  'verify them',
  'download the result',
  'delete the list',
  'compare verdicts',
];

it('runs the customer journey for an account, and leaves only the charge', async () => {
  const { code, stdout } = await smoke({
    TAMIS_EMAIL: customer.email,
    TAMIS_PASSWORD: CUSTOMER_PASSWORD,
  });
  expect(code).toBe(0);
  expect(stepsIn(stdout)).toEqual(['log in', ...STEPS]);
  expect(stdout).toMatch(new RegExp(`The smoke test passed at ${stack.url}\n$`));
  expect(stdout).not.toContain(CUSTOMER_PASSWORD);
  expect((await customer.api.listFiles()).data).toMatchObject({ total: 0 });
  expect((await customer.api.me()).data).toMatchObject({ used_credit: 3 });
});

it('runs the customer journey with a test key for free', async () => {
  const [demo] = DEMO_ACCOUNTS;
  const { data: session } = await stack
    .client()
    .login({ body: { email: demo.email, password: demo.password } });
  const { data: me } = await stack.client({ session }).me();
  const { code, stdout } = await smoke({ TAMIS_API_KEY: me.test_api_key ?? '' });
  expect([code, stepsIn(stdout)]).toEqual([0, STEPS]);
  expect((await stack.client({ session }).me()).data.used_credit).toBe(me.used_credit);
});

it('tests with an existing mailbox whether mail servers can be reached', async () => {
  const SEED = 1;
  const expectedOf = expectedVerdict(SEED);
  const exists = [...addresses(SEED, 200)].find((address) => {
    const { status, undecidable } = expectedOf(address);
    return status === 'deliverable' && !undecidable;
  });
  const account = { TAMIS_EMAIL: customer.email, TAMIS_PASSWORD: CUSTOMER_PASSWORD };
  const withAddress = await smoke(account, stack.url, '--address', exists ?? '');
  expect([withAddress.code, withAddress.stderr]).toEqual([0, '']);

  const missingAddress = 'nobody@gone.invalid';
  const { code, stderr } = await smoke(account, stack.url, '--address', missingAddress);
  expect([code, stderr]).toEqual([
    1,
    `Failed: compare verdicts. ${missingAddress} is undeliverable (no_such_domain) in the result, not deliverable.\n`,
  ]);
});

it('explains a failure, and exits with 1', async () => {
  const wrong = await smoke({ TAMIS_EMAIL: customer.email, TAMIS_PASSWORD: 'Wrong4all' });
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(/^Failed: log in\. The API responded: .+ \(4\d\d\)\n$/);

  const key = 'tms_live_0000000000000000000000000000000000000';
  const refused = await smoke({ TAMIS_API_KEY: key });
  expect(stepsIn(refused.stdout)).toEqual(['health']);
  expect(refused.stderr).toMatch(/^Failed: check one address\. The API responded: .+ \(401\)\n$/);
  expect(refused.stderr).not.toContain(key);

  const nobody = await smoke({ TAMIS_API_KEY: key }, 'http://127.0.0.1:1');
  expect(nobody).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Failed: health. The server does not respond.\n',
  });
});
