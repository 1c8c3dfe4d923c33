import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSes } from './endpoint.ts';
import type { HttpService } from '../services/http-service.ts';
import { openMailStore } from './mail-store.ts';
import type { MailStore } from './mail-store.ts';

let folder: string;
let store: MailStore;
let endpoint: HttpService;
let ses: SESClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ses-'));
  store = openMailStore(join(folder, 'mails.ndjson'));
  endpoint = await startSes(store);
  ses = new SESClient({
    endpoint: endpoint.url,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  ses.destroy();
  await endpoint.close();
  await rm(folder, { recursive: true });
});

const send = (to: string[], more: { subject?: string; html?: string; cc?: string[] } = {}) =>
  ses.send(
    new SendEmailCommand({
      Source: 'Tamis <no-reply@tamis.test>',
      Destination: { ToAddresses: to, CcAddresses: more.cc ?? [] },
      Message: {
        Subject: { Data: more.subject ?? 'Hello', Charset: 'UTF-8' },
        Body: {
          Text: { Data: 'Ça va ? 1 + 1 = 2 & <b>', Charset: 'UTF-8' },
          ...(more.html !== undefined && { Html: { Data: more.html, Charset: 'UTF-8' } }),
        },
      },
    }),
  );

test('stores an email from the SDK and returns its id', async () => {
  const { MessageId } = await send(['Anna <anna@a.example>', 'b@b.example'], {
    html: '<p>Ça va ?</p>',
    cc: ['c@c.example'],
  });
  expect(store.list()).toEqual([
    {
      id: MessageId,
      from: 'Tamis <no-reply@tamis.test>',
      recipients: ['anna@a.example', 'b@b.example', 'c@c.example'],
      subject: 'Hello',
      text: 'Ça va ? 1 + 1 = 2 & <b>',
      html: '<p>Ça va ?</p>',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ]);
});

test('lists the newest emails first, filtered by address and limit', async () => {
  for (const [to, subject] of [
    ['a@a.example', '1'],
    ['b@b.example', '2'],
    ['A@a.example', '3'],
  ] as const)
    await send([to], { subject });
  const subjects = (query?: Parameters<MailStore['list']>[0]): string[] =>
    store.list(query).map((mail) => mail.subject);
  expect(subjects()).toEqual(['3', '2', '1']);
  expect(subjects({ to: 'a@A.example' })).toEqual(['3', '1']);
  expect(subjects({ limit: 1 })).toEqual(['3']);
  expect(subjects({ to: 'nobody@a.example' })).toEqual([]);
});

test('survives a restart and a line that a crash truncated', async () => {
  const file = join(folder, 'mails.ndjson');
  await send(['a@a.example'], { subject: 'first' });
  await appendFile(file, 'unreadable\n{"id":"torn","recip');
  const reopened = openMailStore(file);
  expect(reopened.list().map((mail) => mail.subject)).toEqual(['first']);
  const [mail] = reopened.list();
  if (mail === undefined) throw new Error('no mail');
  await reopened.add({ ...mail, id: 'second' });
  expect(openMailStore(file).list()).toHaveLength(2);
  expect(await readFile(file, 'utf8')).not.toContain('torn');
});

test('rejects what SES would reject, and other operations', async () => {
  for (const to of [['not an address'], ['é@a.example'], [], Array(51).fill('a@a.example')])
    await expect(send(to)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  await expect(send(['a@a.example'], { subject: 'a\nBcc: b@b.example' })).rejects.toThrow(
    'line break',
  );
  const raw = new SendRawEmailCommand({ RawMessage: { Data: Buffer.from('x') } });
  await expect(ses.send(raw)).rejects.toMatchObject({
    name: 'InvalidAction',
    message: expect.stringContaining('SendRawEmail'),
  });
  expect(store.list()).toEqual([]);
});
