import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, expect, it } from 'vitest';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import {
  getList,
  downloadResult,
  signUp,
  waitUntil,
  uploadList,
  waitForStatus,
} from '../support/customer.ts';
import { expectedVerdictsOf, isExpected, listAddresses } from '../support/mailnet.ts';
import { startStack } from '../support/stack.ts';

const home = mkdtempSync(join(tmpdir(), 'tamis-power-cut-'));
const COUNT = 3000;

afterAll(() => rmSync(home, { recursive: true, force: true }));

it('a list survives SIGKILL of everything: no row lost or duplicated, credits settled once', async () => {
  const addresses = listAddresses(1, COUNT);
  const before = await startStack({ home });
  const customer = await signUp(before, 'power-cut@customer.test');
  await before.command('grant-credits', customer.email, String(COUNT), '--why', 'integration test');
  const bytes = Buffer.from(addresses.join('\n'));
  const id = await uploadList(customer, 'cut', { name: 'cut.txt', bytes });
  const beforeCut = await waitUntil(
    () => getList(customer, id),
    (list) => (list?.processed ?? 0) > 0,
  );
  expect(beforeCut?.status).toBe(4);
  await before.kill();

  await using after = await startStack({ home });
  const { data: session } = await after.client().login({
    body: { email: customer.email, password: 'Sieve4all' },
  });
  const again = { ...customer, api: after.client({ session }) };
  // The messages of killed workers become visible only after minutes.
  const list = await waitForStatus(again, id, LIST_STATUS.finished, 700);
  expect(list).toMatchObject({ total_email: COUNT, processed: COUNT, duplicates: 0 });

  const rows: string[][] = parse(await downloadResult(again, id), { delimiter: ';', bom: true });
  expect(rows.slice(1).map(([address]) => address)).toEqual(addresses);
  const expectations = expectedVerdictsOf(1, addresses);
  const wrong = expectations
    .map((expected, i) => Object.assign(expected, { got: rows[i + 1]?.at(-4) }))
    .filter((expected) => !isExpected(expected, expected.got));
  expect(wrong).toEqual([]);

  const { data } = await again.api.me();
  expect(data.used_credit).toBe(list.credits_charged);
  expect(list.credits_charged).toBe(COUNT - list.unknown);
  expect(data.available_credit).toBe(COUNT + 100 - list.credits_charged);
  const mails = await waitUntil(
    async () =>
      (await after.mails(customer.email)).filter(({ subject, text }) =>
        `${subject} ${text}`.includes('cut'),
      ),
    ({ length }) => length > 0,
  );
  expect(mails).toHaveLength(1);
}, 900_000);
