import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import {
  type TestCustomer,
  uploadList,
  uploadMultipart,
  waitForStatus,
} from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { useSharedStack } from './shared-stack.ts';

/** Invalid files: each gets an error, no valid row is lost and nothing is charged. */

const stack = useSharedStack();
let customer: TestCustomer;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  customer = await createReadyCustomer(stack, 'bad-files@customer.test');
  const { data } = await customer.api.me();
  headers = { authorization: `Bearer ${customer.token}`, 'x-csrf-token': data.csrf_token };
});

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);
const BAD: readonly [reason: string, name: string, bytes: Buffer][] = [
  ['not_text', 'a png renamed to csv', PNG],
  ['spreadsheet_file', 'an xlsx renamed to csv', Buffer.from('PK\u0003\u0004\u0014\0')],
  ['not_text', 'more NUL bytes than text', Buffer.from(`a@b.test\n${'\0'.repeat(20)}c@d.test\n`)],
  ['no_address', 'nothing but a header', Buffer.from('email;name\n')],
  ['no_address', 'text without an address', Buffer.from('hello\nworld\n')],
  [
    'wrong_column',
    'addresses in the second column',
    Buffer.from('name;email\nAda;a@b.test\nBob;b@c.test\n'),
  ],
  ['line_too_long', 'a line of more than 64 KiB', Buffer.from(`a@b.test\n${'x'.repeat(70_000)}\n`)],
];

describe('a bad file', () => {
  it.each(BAD)('is %s in a multipart call and leaves no list: %s', async (code, name, bytes) => {
    const file = { name: 'list.csv', bytes };
    expect(await uploadMultipart(stack, headers, name, file)).toMatchObject({
      status: 422,
      body: { code, message: [expect.stringMatching(/\S/)] },
    });
    expect((await customer.api.listFiles()).data.data.map((row) => row.file_name)).not.toContain(
      name,
    );
  });

  it.each(BAD)('is %s in status 6 after a presigned upload: %s', async (reason, name, bytes) => {
    const id = await uploadList(customer, name, { name: 'list.csv', bytes });
    const list = await waitForStatus(customer, id, LIST_STATUS.canceled);
    expect(list).toMatchObject({ reason, credits_charged: 0, credits_reserved: 0 });
  });

  it('is rejected before the upload if it is empty, of another type, or above 100 MB', async () => {
    const registerUpload = (file_name: string, size: number) =>
      customer.api.upload({ body: { name: 'n', file_name, size } });
    await expect(registerUpload('list.csv', 0)).rejects.toMatchObject({
      status: 422,
      code: 'empty_file',
    });
    await expect(registerUpload('list.xlsx', 9)).rejects.toMatchObject({
      status: 422,
      code: 'bad_file_type',
    });
    await expect(registerUpload('list.csv', 101 * 1024 * 1024)).rejects.toMatchObject({
      status: 413,
      code: 'file_too_large',
    });
    await expect(
      customer.api.upload({ body: { name: 'n'.repeat(300), file_name: 'list.csv', size: 9 } }),
    ).rejects.toMatchObject({
      status: 422,
      code: 'validation',
      fields: { name: [expect.stringMatching(/\S/)] },
    });
  });

  it('is rejected by the bucket if it is larger than allowed', async () => {
    const { data } = await customer.api.upload({
      body: { name: 'large', file_name: 'large.csv', size: 9 },
    });
    if (!('upload' in data)) throw new Error('expected a presigned upload');
    const form = new FormData();
    for (const [field, value] of Object.entries(data.upload.fields)) form.append(field, value);
    form.append('file', new Blob([Buffer.alloc(101 * 1024 * 1024, 'a@b.test\n')]), 'large.csv');
    const answer = await fetch(data.upload.url, { method: 'POST', body: form }).catch(
      () => undefined,
    );
    // The bucket may disconnect before it has received a file that it rejects.
    const outcome = answer ? `${answer.status} ${await answer.text()}` : 'hung up';
    expect(outcome).toMatch(/^400 .*EntityTooLarge|^hung up$/s);
    await expect(customer.api.getFile({ params: { id: data.file_id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('above 4 MB in a multipart call is rejected with a hint to the presigned upload', async () => {
    const bytes = Buffer.alloc(4 * 1024 * 1024 + 1, 'a@b.test\n');
    const answer = await uploadMultipart(stack, headers, 'n', { name: 'large.csv', bytes });
    expect(answer).toMatchObject({ status: 413, body: { message: [expect.stringMatching(/\S/)] } });
  });
});

describe('an unusual but readable file', () => {
  const odd: readonly [name: string, bytes: Buffer][] = [
    [
      'UTF-16 with a byte order mark',
      Buffer.from('\uFEFFemail\na@no-such.test\nb@no-such.test\n', 'utf16le'),
    ],
    ['an unclosed quote', Buffer.from('a@no-such.test;"Ada\nb@no-such.test;Bob\n')],
    ['lone carriage returns', Buffer.from('a@no-such.test\rb@no-such.test\r')],
  ];

  it.each(odd)('is accepted: %s', async (name, bytes) => {
    const id = await uploadList(customer, name, { name: 'list.csv', bytes });
    const list = await waitForStatus(customer, id);
    expect(list).toMatchObject({ total_email: 2, invalid: 2, credits_charged: 2 });
  });
});

describe('afterwards', () => {
  it('only addresses with an answer have been charged', async () => {
    const { data } = await customer.api.me();
    expect(data).toMatchObject({ available_credit: 94, used_credit: 6 });
  });
});
