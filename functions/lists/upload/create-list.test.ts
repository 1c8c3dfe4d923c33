import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { createList, deleteFile, listFiles, listLists } from '../api.ts';
import { readResultRows } from '../result/list-rows.ts';
import { uploadBlobKey } from '../rules/blob-keys.ts';

const table = await startFileTable();

const EMAILS = ['ok1@a.fr', 'bad1@a.fr', 'no address', '"say ""hi"""@a.fr', 'ok1@a.fr'];

async function create(world: PipelineHarness, body: object = {}, headers: object = {}) {
  const request = { headers: { ...world.headers, ...headers }, body: { emails: EMAILS, ...body } };
  const { status, body: responseBody } = await callHandler(world.context, createList, request);
  const { id = '', ...data } = (responseBody.data ?? {}) as { id?: string; status?: number };
  return { status, code: responseBody['code'], id, data };
}

describe('a list of addresses', () => {
  it('exists immediately and has a row for each address, in order', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const created = await create(world, { name: 'May', idempotency_key: 'one' });
    expect(created).toMatchObject({ status: 200, data: { file_name: 'May', status: 1 } });
    await world.drain();
    const { rows } = await readResultRows(world.context, world.userId, created.id, {});
    expect(rows.map(({ row, email, status }) => [row, email, status])).toEqual([
      [1, 'ok1@a.fr', 'deliverable'],
      [2, 'bad1@a.fr', 'undeliverable'],
      [3, 'no address', 'undeliverable'],
      [4, EMAILS[3], 'undeliverable'],
      [5, 'ok1@a.fr', 'deliverable'],
    ]);
  });

  it('has a row for each entry, whatever it contains', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const delimiters = ['\n', '\r', '\r\n', ', ', ' ', '; ', ' and '];
    const emails = [
      'E-mail',
      '-',
      '',
      ' ',
      'o&#039;neil@a.fr',
      ...delimiters.map((each, at) => `ok${at}@a.fr${each}ok9@a.fr`),
      '["ok1@a.fr", "ok2@a.fr"]',
      'email',
    ];
    const { id } = await create(world, { idempotency_key: 'rows', emails });
    await world.drain();
    const { rows } = await readResultRows(world.context, world.userId, id, {});
    expect(rows.map(({ row, email }) => [row, email])).toEqual(
      emails.map((email, at) => [at + 1, email]).filter(([, email]) => String(email).trim()),
    );
    expect(rows.slice(2, 4).map(({ address }) => address)).toEqual(["o'neil@a.fr", 'ok0@a.fr']);
    expect(world.result(id).split(/^"/m)).toHaveLength(emails.length + 1);
  });

  it('is created and charged once per idempotency key, in the body or the header', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const { id } = await create(world, { idempotency_key: 'order 7' });
    await world.drain();
    const { charged } = (await world.list(id)) ?? {};
    const again = await create(world, {}, { 'Idempotency-Key': 'order 7' });
    const history = await callHandler(world.context, listFiles, { headers: world.headers });
    expect(history.body.data).toMatchObject({ total: 1, data: [{ id }] });
    expect(again).toMatchObject({ id, data: { file_name: 'addresses', status: 7 } });
    await world.drain();
    expect((await world.context.ledger.balance(world.userId)).available).toBe(10 - (charged ?? 0));

    const emptyKey = { 'Idempotency-Key': '' };
    const others = [await create(world)];
    for (let call = 0; call < 2; call += 1) others.push(await create(world, {}, emptyKey));
    expect(new Set([id, ...others.map((each) => each.id)]).size).toBe(4);

    const other = await create(world, { idempotency_key: 'order 7', emails: ['ok2@a.fr'] });
    expect(other).toMatchObject({ status: 409, code: 'request_reused' });
    await callHandler(world.context, deleteFile, { headers: world.headers, params: { id } });
    expect(await create(world, { idempotency_key: 'order 7' })).toMatchObject({ status: 409 });
    world.context.clock.advance(31 * 24 * 3_600_000);
    expect((await create(world, { idempotency_key: 'order 7' })).id).not.toBe(id);
  });

  it('is returned to a repeated call, but not created, beyond the limit on trial uploads', async () => {
    const world = await createPipelineHarness(table, { paid: false });
    const { id } = await create(world, { idempotency_key: 'k' });
    await world.context.limits.record('upload_trial', world.userId, 201);
    expect(await create(world, { idempotency_key: 'k' })).toMatchObject({ status: 200, id });
    expect(await create(world, { idempotency_key: 'new' })).toMatchObject({ status: 429 });
  });

  it('notifies only the specified endpoint, which must exist', async () => {
    const world = await createPipelineHarness(table);
    const opened = await world.context.endpoints.create({
      userId: world.userId,
      id: 'endpoint',
      url: 'https://hooks.customer.test/',
      description: '',
      events: ['credits.low'],
      createdAt: new Date(0).toISOString(),
    });
    const webhook = opened?.endpoint.id;
    const { id } = await create(world, { webhook, idempotency_key: 'told' });
    expect(await world.list(id)).toMatchObject({ webhook });
    expect(await create(world, { webhook, idempotency_key: 'told' })).toMatchObject({ id });
    expect(await create(world, { idempotency_key: 'told' })).toMatchObject({ status: 409 });
    const unknownEndpoint = { webhook: 'none', idempotency_key: 'gone' };
    expect(await create(world, unknownEndpoint)).toMatchObject({ status: 422, code: 'validation' });
  });

  it('accepts malformed addresses, but no control characters', async () => {
    const world = await createPipelineHarness(table);
    const options = { idempotency_key: 'odd' };
    expect(
      await create(world, { ...options, emails: ['ok1@a.fr', '\0@a.fr', '\u0011'] }),
    ).toMatchObject({
      status: 422,
      code: 'validation',
    });
    const odd = [' ^', '', 'ok1@a.fr\r\n', '李@a.fr'];
    expect(await create(world, { ...options, emails: odd })).toMatchObject({ status: 200 });
  });

  it('is completed by the next call if the first one was interrupted', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const { blobs } = world.context;
    const { put } = blobs;
    blobs.put = () => Promise.reject(new Error('unavailable'));
    expect(await create(world, { idempotency_key: 'k' })).toMatchObject({ status: 500 });
    blobs.put = put;
    const { id, status } = await create(world, { idempotency_key: 'k' });
    expect(status).toBe(200);
    expect(world.blobs.objects.has(uploadBlobKey(world.userId, id))).toBe(true);
    await world.drain();
    expect(await world.list(id)).toMatchObject({ status: 7 });
  });

  it.each([
    ['without an entry', { emails: [], idempotency_key: 'k' }, 'validation'],
    [
      'with 50,001 addresses',
      { emails: Array(50_001).fill('a@b.fr'), idempotency_key: 'k' },
      'validation',
    ],
    ['with only words', { emails: ['word', ''], idempotency_key: 'k' }, 'no_address'],
    ['with more than 4 MB', { emails: Array(4200).fill('x'.repeat(1000)) }, 'payload_too_large'],
  ])('is rejected %s', async (_, body, code) => {
    const world = await createPipelineHarness(table);
    expect(await create(world, body)).toMatchObject({ code });
  });
});

it('pages lists by cursor, newest first', async () => {
  const world = await createPipelineHarness(table);
  const { clock, lists } = world.context;
  const ids: string[] = [];
  for (let number = 0; number < 52; number += 1) {
    const id = await world.upload('a@b.fr', { notify: false });
    await lists.create(world.userId, id, clock.now());
    ids.unshift(id);
    clock.advance(1000);
  }
  const pageAt = async (query: Record<string, string>) => {
    const { body } = await callHandler(world.context, listLists, { headers: world.headers, query });
    const { lists: rows, next } = body.data as { lists: { id: string }[]; next: string | null };
    return { ids: rows.map(({ id }) => id), next };
  };
  const first = await pageAt({});
  expect(first).toEqual({ ids: ids.slice(0, 50), next: ids[49] });
  expect(await pageAt({ cursor: first.next ?? '' })).toEqual({ ids: ids.slice(50), next: null });
});
