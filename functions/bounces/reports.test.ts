import { describe, expect, it } from 'vitest';
import {
  runUntilRefundsConfirmed,
  createMailing,
  createNoSuchMailboxBounce,
  notifyOfReport,
  fetchReport,
  submitReport,
  submitReportFile,
} from '../../tests/support/bounce-reports.ts';
import { callHandler } from '../../tests/support/call.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { createPerson } from '../../tests/support/people.ts';
import { createPipelineHarness } from '../../tests/support/pipeline-harness.ts';
import { routes } from '../../tests/support/routes.ts';
import { MAX_BOUNCE_FILE_BYTES } from '../../shared/model/bounces/bounce.ts';
import { deleteList } from '../lists/history/delete-list.ts';
import { bounceUploadKey } from './rules/blob-keys.ts';

const table = await startFileTable();
const world = await createPipelineHarness(table, { paid: true });
await world.grant(30);
const listId = await world.upload('gone1@a.fr\nok1@a.fr\nany1@c.fr\nok2@b.fr\n');
await world.drain();

const post = (body: object, key?: string) =>
  callHandler(world.context, routes.reportBounces, {
    headers: { ...world.headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
    body,
  });
const get = (id: string, query = {}) =>
  callHandler(world.context, routes.getBounceReport, {
    headers: world.headers,
    params: { id },
    query,
  });
const list = (query = {}) =>
  callHandler(world.context, routes.listBounceReports, { headers: world.headers, query });
const rows = [createNoSuchMailboxBounce('ok1@a.fr')];

describe('a report', () => {
  it('says what each bounce is about, with rates of the mailing and recurring causes', async () => {
    const blocked = { text: '550 5.7.1 Service unavailable; client host blocked using Spamhaus' };
    const id = await submitReport(world, {
      name: 'Autumn newsletter',
      rows: [
        createNoSuchMailboxBounce('gone1@a.fr'),
        { email: 'GONE1@a.fr', text: '452 4.2.2 mailbox full' },
        { email: 'ok1@a.fr', ...blocked },
        { email: 'ok2@b.fr', ...blocked },
        { email: 'any1@c.fr', text: '552 5.2.2 mailbox full' },
        { email: 'elsewhere@d.fr' },
      ],
      sent: { ...createMailing(world, listId), categories: ['deliverable', 'risky'] },
    });
    await runUntilRefundsConfirmed(world);
    expect(await fetchReport(world, id)).toMatchObject({
      name: 'Autumn newsletter',
      state: 'done',
      rows: 6,
      addresses: 5,
      matched: 4,
      subjects: { recipient: 2, sender: 2, message: 0, server: 0, unclear: 1 },
      reasons: { no_such_mailbox: 1, mailbox_full: 1 },
      rates: [
        { status: 'deliverable', sent: 3, bounced: 1 },
        { status: 'risky', sent: 1, bounced: 0 },
      ],
      causes: [{ cause: 'Spamhaus', addresses: 2 }],
    });
    const sender = await get(id, { subject: 'sender' });
    expect(sender.body.data?.['bounces']).toHaveLength(2);
    // Later lists show the bounce, but only for the nonexistent address.
    const { bouncedAddresses } = world.context;
    const found = await bouncedAddresses.find(world.userId, ['gone1@a.fr', 'ok1@a.fr']);
    expect([...found]).toEqual([
      ['gone1@a.fr', { name: 'Autumn newsletter', at: expect.any(String) }],
    ]);
  });

  it('is read although the notification of its upload was lost', async () => {
    const id = (await post({ rows: [createNoSuchMailboxBounce('ok8@a.fr')] })).body.data?.['id'];
    await world.drain();
    expect((await get(`${id}`)).body.data).toMatchObject({ state: 'waiting' });
    await world.advanceMinutes(15, 15);
    expect((await get(`${id}`)).body.data).toMatchObject({ state: 'done', rows: 1 });
    expect(world.dead).toEqual([]);
  });

  it('is created once per idempotency key, and its file can be posted again', async () => {
    const file = { name: 'bounces.csv', size: 40 };
    const first = await post({ file }, 'one');
    const again = await post({ file }, 'one');
    expect(again.body.data).toMatchObject({ id: first.body.data?.['id'], upload: {} });
    expect((await post({ rows }, 'one')).body.code).toBe('request_reused');
  });

  const nest = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000);
  it.each([
    ['contains no bounce', 'nothing here\nat all\n', 'no_bounces'],
    ['nests many arrays', nest('[', ']').replace(']', '{"email":"a@b.fr"}]'), 'unreadable_file'],
    ['nests many objects', nest('{"a":', '}').replace('}', '"a@b.fr"}'), 'no_bounces'],
  ])('fails with the reason if its file %s', async (_, content, error) => {
    const other = await createPipelineHarness(table, { paid: true });
    const id = await submitReportFile(other, 'notes.txt', content);
    await other.drain();
    expect(await fetchReport(other, id)).toMatchObject({ state: 'failed', error, bounces: [] });
    expect([...other.blobs.objects.keys()].some((key) => key.startsWith('bounces/'))).toBe(false);
    expect(other.dead).toEqual([]);
  });

  it('fails with the reason if reading its bounces throws an error', async () => {
    const other = await createPipelineHarness(table, { paid: true });
    const reportId = await submitReport(other, { rows });
    await other.blobs.put(bounceUploadKey({ userId: other.userId, reportId }), '[{"email":');
    await other.drain();
    const failed = { state: 'failed', error: 'unreadable_file' };
    expect(await fetchReport(other, reportId)).toMatchObject(failed);
    expect(other.dead).toEqual([]);
  });

  it('accepts the time of the mailing with an offset, and shows it in UTC', async () => {
    const at = '2026-01-05T09:00:00.123456+02:00';
    const id = await submitReport(world, { rows, sent: { ...createMailing(world, listId), at } });
    expect(await fetchReport(world, id)).toMatchObject({
      sent: { at: '2026-01-05T07:00:00.123Z' },
    });
    await callHandler(world.context, routes.deleteBounceReport, {
      headers: world.headers,
      params: { id },
    });
  });

  it('is refused for unusable files and mailings', async () => {
    const codeOf = async (body: object) => (await post(body)).body.code;
    const sent = createMailing(world, listId);
    expect((await post({ file: { name: 'a.exe', size: 1 } })).body).toMatchObject({
      code: 'bad_file_type',
      message: [expect.stringContaining('.csv, .tsv, .txt, .json, .ndjson, .eml and .mbox')],
    });
    expect(await codeOf({ file: { name: 'a.csv', size: 0 } })).toBe('empty_file');
    const large = { name: 'a.csv', size: MAX_BOUNCE_FILE_BYTES + 1 };
    expect((await post({ file: large })).body).toMatchObject({
      code: 'file_too_large',
      message: ['The file is larger than 20 MB'],
    });
    expect(await codeOf({ rows, file: { name: 'a.csv', size: 1 } })).toBe('validation');
    expect(await codeOf({ rows, sent: { ...sent, list_id: 'never' } })).toBe('not_found');
    const future = new Date(world.context.clock.now() + 60_000).toISOString();
    expect(await codeOf({ rows, sent: { ...sent, at: future } })).toBe('validation');
  });

  it('gets its file even if the upload starts after the worker has looked for it', async () => {
    const file = { name: 'Events.NDJSON', size: 40 };
    const { data } = (await post({ file }, 'late')).body;
    await world.advanceMinutes(15, 15);
    const again = (await post({ file }, 'late')).body;
    expect(again.data).toMatchObject({ id: data?.['id'], state: 'waiting', upload: {} });
  });

  it('leaves nothing if it is deleted while it is read or its refunds are examined', async () => {
    const remove = (id: string) =>
      callHandler(world.context, routes.deleteBounceReport, {
        headers: world.headers,
        params: { id },
      });
    const { bouncedAddresses, verdictMemory } = world.context;
    const { find } = verdictMemory;
    const { engine } = world;
    const { verify } = engine;
    const read = await submitReport(world, { rows: [createNoSuchMailboxBounce('ok7@a.fr')] });
    verdictMemory.find = async (...args) => {
      verdictMemory.find = find;
      await remove(read);
      return find(...args);
    };
    await world.drain();
    expect((await get(read)).status).toBe(404);
    expect((await bouncedAddresses.find(world.userId, ['ok7@a.fr'])).size).toBe(0);
    const examined = await submitReport(world, { rows, sent: createMailing(world, listId) });
    engine.verify = async function* (...args) {
      engine.verify = verify;
      await remove(examined);
      yield* verify(...args);
    };
    await world.drain();
    expect((await get(examined)).status).toBe(404);
    const keys = [...world.blobs.objects.keys()].join('\n');
    expect([keys.includes(read), keys.includes(examined)]).toEqual([false, false]);
  });

  it('is deleted with its rows and what it added to later lists', async () => {
    const id = await submitReport(world, { rows: [createNoSuchMailboxBounce('ok9@a.fr')] });
    await world.drain();
    const { bouncedAddresses } = world.context;
    expect((await bouncedAddresses.find(world.userId, ['ok9@a.fr'])).size).toBe(1);
    const deleted = await callHandler(world.context, routes.deleteBounceReport, {
      headers: world.headers,
      params: { id },
    });
    expect([deleted.status, (await get(id)).status]).toEqual([200, 404]);
    expect((await bouncedAddresses.find(world.userId, ['ok9@a.fr'])).size).toBe(0);
    // A late notification finds nothing to read.
    notifyOfReport(world, id);
    await world.drain();
    expect([...world.blobs.objects.keys()].join('\n')).not.toContain(id);
  });
});

it('shows the accuracy to administrators, without verdicts of fewer than ten addresses', async () => {
  const emails = Array.from({ length: 12 }, (_, at) => `ok${at}@many.fr`);
  const many = await world.upload(emails.join('\n'));
  await world.drain();
  const { headers } = await createPerson(world.context, { admin: true });
  const read = async () =>
    (await callHandler(world.context, routes.getAccuracy, { headers })).body.data;
  const before = await read();
  const first = {
    rows: [createNoSuchMailboxBounce('ok1@many.fr')],
    sent: createMailing(world, many),
  };
  await submitReport(world, first);
  await submitReport(world, first);
  await runUntilRefundsConfirmed(world);
  // The second report of the same list is not counted.
  expect(await read()).toEqual({
    reports: Number(before?.['reports']) + 1,
    statuses: [{ status: 'deliverable', sent: 15, bounced: 2 }],
  });
});

it('a deleted list takes its reports with it', async () => {
  const id = await submitReport(world, { rows, sent: createMailing(world, listId) });
  await world.drain();
  expect((await list({ list_id: listId })).body.data?.['reports']).toHaveLength(2);
  const { bouncedAddresses } = world.context;
  const findBounced = () => bouncedAddresses.find(world.userId, ['gone1@a.fr', 'ok8@a.fr']);
  expect([...(await findBounced()).keys()].toSorted()).toEqual(['gone1@a.fr', 'ok8@a.fr']);
  await deleteList(world.context, world.userId, listId);
  await world.advanceMinutes(60, 10);
  // The address of the other report, which names no list, remains.
  expect([...(await findBounced()).keys()]).toEqual(['ok8@a.fr']);
  expect((await get(id)).status).toBe(404);
  expect((await list({ list_id: listId })).body.data?.['reports']).toEqual([]);
  expect(world.blobs.keysWithContent().join('\n')).not.toContain(listId);
});
