import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListDetail } from '../../shared/contract/list-detail.ts';
import {
  type TestCustomer,
  CUSTOMER_PASSWORD,
  getList,
  downloadResult,
  signUp,
  waitUntil,
  uploadList,
  uploadMultipart,
  waitForStatus,
} from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { expectedVerdictsOf, isExpected, type MailnetVerdict } from '../support/mailnet.ts';
import { SAMPLE_LIST_BYTES } from '../support/sample-list.ts';
import { useSharedStack } from './shared-stack.ts';

/** The customer journey, through public interfaces only. */

const SEED = 1;

const stack = useSharedStack();
let customer: TestCustomer;

beforeAll(async () => {
  customer = await signUp(stack, 'customer-journey@customer.test');
  await stack.command('grant-credits', customer.email, '10000', '--why', 'integration test');
});

const rowsOf = (csv: string): string[][] =>
  parse(csv, { delimiter: ';', bom: true, relax_column_count: true, skip_empty_lines: false });

/** Returns the intended address in a cell of the sample; empty for a blank cell. */
const addressIn = (cell = ''): string =>
  /<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell.trim().replace(/^mailto:/i, '');

/**
 * Returns the expected text of a source cell in the result. A formula gets an apostrophe as prefix;
 * a signed number, such as a phone number, is not a formula.
 */
const escaped = (cell: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]\d+(?: \d+)*$/.test(cell) ? `'${cell}` : cell;

/**
 * Returns the expected verdict of each address in the sample, by every spelling that occurs there.
 */
function expectations(source: readonly string[][]): Map<string, MailnetVerdict> {
  const distinct = new Map<string, string>();
  for (const [cell] of source) {
    const address = addressIn(cell);
    if (address !== '' && !distinct.has(address.toLowerCase()))
      distinct.set(address.toLowerCase(), address);
  }
  const keys = [...distinct.keys()];
  const verdicts = expectedVerdictsOf(SEED, [...distinct.values()]);
  return new Map(verdicts.map((verdict, i) => [keys[i] ?? '', verdict]));
}

/** Expects every source row in order, complete, and with the expected verdict. */
function compareWithTruth(result: string, list: ListDetail): void {
  const source = rowsOf(new TextDecoder('windows-1252').decode(SAMPLE_LIST_BYTES));
  const [header, ...rows] = rowsOf(result);
  const [sourceHeader = [], ...sourceRows] = source;
  expect(result.startsWith('\uFEFF')).toBe(true);
  expect(header).toEqual([...sourceHeader, 'status', 'reason', 'suggestion', 'address']);
  expect(rows.length).toBe(sourceRows.length);

  const expected = expectations(sourceRows);
  const statuses = new Map<string, string>();
  const wrong: string[] = [];
  rows.forEach((row, i) => {
    const cells = sourceRows[i] ?? [];
    const width = row.length - 4;
    const same = cells.every((cell, column) => row[column] === escaped(cell));
    if (!same) wrong.push(`row ${i} was returned as ${row.join(';')}`);
    const [status = ''] = row.slice(width);
    const address = addressIn(cells[0]);
    if (address === '') {
      if (status !== '') wrong.push(`row ${i} has no address, but the status ${status}`);
      return;
    }
    statuses.set(address.toLowerCase(), status);
    const expectedRow = expected.get(address.toLowerCase());
    if (!expectedRow || !isExpected(expectedRow, status))
      wrong.push(`${address}: ${row.slice(width).join(' ')}, in truth ${expectedRow?.status}`);
  });
  expect(wrong).toEqual([]);

  const count = (status: string) => [...statuses.values()].filter((each) => each === status).length;
  const [valid, invalid] = [count('deliverable'), count('undeliverable')];
  const [risky, unknown] = [count('risky'), count('unknown')];
  expect(list).toMatchObject({ total_email: statuses.size, processed: statuses.size });
  expect(list).toMatchObject({ valid, invalid, risky, unknown });
  const badSyntax = list.reasons.bad_syntax ?? 0;
  expect(badSyntax).toBeGreaterThan(0);
  expect(list.credits_charged).toBe(valid + invalid - badSyntax + risky);
  expect(list.duplicates).toBe(
    sourceRows.filter(([cell]) => addressIn(cell) !== '').length - statuses.size,
  );
}

const credits = async () => {
  const { data } = await customer.api.me();
  return { available: data.available_credit, used: data.used_credit };
};

describe('a list', () => {
  let presigned: string;

  it('is verified correctly from presigned upload to progress, email and download', async () => {
    const before = await credits();
    const id = await uploadList(customer, 'Clients été', {
      name: 'customers.csv',
      bytes: SAMPLE_LIST_BYTES,
    });
    const progress: number[] = [];
    const list = await waitUntil(
      () => getList(customer, id),
      (detail) => {
        if (detail) progress.push(detail.processed);
        return detail?.status === 7;
      },
      300,
    );
    if (!list) throw new Error('the list does not exist');
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(new Set(progress).size).toBeGreaterThan(2);
    expect(list).toMatchObject({ file_name: 'Clients été', source_name: 'customers.csv' });

    presigned = await downloadResult(customer, id);
    compareWithTruth(presigned, list);
    const after = await credits();
    expect(after.used - before.used).toBe(list.credits_charged);
    expect(before.available - after.available).toBe(list.credits_charged);
    expect(list.credits_reserved).toBe(0);

    const mails = await waitUntil(
      () => stack.mails(customer.email),
      (all) => all.some(({ text }) => text.includes('Clients été')),
    );
    expect(mails.filter(({ text }) => text.includes('Clients été'))).toHaveLength(1);
  });

  it('has the same result with a multipart call', async () => {
    const { data } = await customer.api.me();
    const headers = { authorization: `Bearer ${customer.token}`, 'x-csrf-token': data.csrf_token };
    const file = { name: 'customers.csv', bytes: SAMPLE_LIST_BYTES };
    const answer = await uploadMultipart(stack, headers, 'again', file);
    expect(answer).toMatchObject({ status: 200, body: { data: { file_name: 'again' } } });
    const { file_id } = answer.body['data'] as { file_id: string };
    const list = await waitForStatus(customer, file_id);
    const result = await downloadResult(customer, file_id);
    compareWithTruth(result, list);
    expect(result).toBe(presigned);
  });
});

describe('an account', () => {
  it('can be exported, and is deleted with all its sessions', async () => {
    const email = 'leaving@customer.test';
    const leaving = await createReadyCustomer(stack, email, 'fr');
    const bytes = Buffer.from('person1@no-such-1.test\n');
    const list = await uploadList(leaving, 'Invités', { name: 'list.txt', bytes });
    await waitForStatus(leaving, list);
    await leaving.api.exportAccount();
    const [mail] = await waitUntil(
      () => stack.mails(email),
      ([newest]) => newest?.subject.startsWith('Vos données') === true,
    );
    const [link = ''] = /\S+\/api\/account\/export\/\S+/.exec(mail?.text ?? '') ?? [];
    const answer = await fetch(`${stack.url}${new URL(link).pathname}${new URL(link).search}`);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('Tamis-'),
    ]);
    expect(await answer.json()).toMatchObject({ profile: { email }, lists: [{ id: list }] });

    await leaving.api.deleteAccount();
    await expect(leaving.api.me()).rejects.toMatchObject({ status: 401 });
    const login = stack.client().login({ body: { email, password: CUSTOMER_PASSWORD } });
    await expect(login).rejects.toMatchObject({ code: 'wrong_credentials' });
    const [last] = await waitUntil(
      () => stack.mails(email),
      ([newest]) => newest?.subject.includes('supprimé') === true,
    );
    expect(last?.text).toContain('Bonjour Ada');
    const again = await fetch(`${stack.url}${new URL(link).pathname}${new URL(link).search}`, {
      redirect: 'manual',
    });
    expect(again.headers.get('location')).toContain('/settings?error=expired');
  });
});

describe('the log of the functions', () => {
  it('contains no address, token, key, code or password, and is checked completely', async () => {
    const { data: page } = await customer.api.listFiles();
    expect(stack.leaks([CUSTOMER_PASSWORD])).toEqual([]);
    // Proves that the search works: the same search finds text that is in the log.
    expect(stack.leaks([page.data[0]?.id ?? 'none']).length).toBeGreaterThan(2);
  });
});
