import { describe, expect, it } from 'vitest';
import { callHandler } from '../../../tests/support/call.ts';
import { startFileTable } from '../../../tests/support/file-table.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../../tests/support/pipeline-harness.ts';
import { deleteFile, upload } from '../api.ts';

const table = await startFileTable();

const LIST = 'ok1@a.fr\nbad1@a.fr\n';

const post = (world: PipelineHarness, body: object, headers: object) =>
  callHandler(world.context, upload, { headers: { ...world.headers, ...headers }, body });

async function postMultipart(world: PipelineHarness, content: string, headers: object) {
  const fields = new FormData();
  fields.set('name', 'May');
  fields.set('file', new Blob([content]), 'may.csv');
  const sent = new Response(fields);
  const type = { 'Content-Type': sent.headers.get('content-type') ?? '' };
  return callHandler(world.context, upload, {
    headers: { ...world.headers, ...type, ...headers },
    body: Buffer.from(await sent.arrayBuffer()),
  });
}

describe('a repeated upload', () => {
  it('creates one list per idempotency key for a file in the request', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(10);
    const key = { 'Idempotency-Key': 'May' };
    const first = await postMultipart(world, LIST, key);
    expect((await postMultipart(world, LIST, key)).body).toEqual(first.body);
    await world.advanceMinutes(4, 4);
    const again = await postMultipart(world, LIST, key);
    expect(again.body.data).toEqual({ ...first.body.data, status: 7 });
    await world.advanceMinutes(4, 4);
    expect((await world.context.lists.list(world.userId)).length).toBe(1);

    const other = await postMultipart(world, `${LIST}ok2@a.fr\n`, key);
    expect([other.status, other.body.code]).toEqual([409, 'request_reused']);
    const { file_id: id } = first.body.data as { file_id: string };
    await callHandler(world.context, deleteFile, { headers: world.headers, params: { id } });
    const afterDeletion = await postMultipart(world, LIST, key);
    expect([afterDeletion.status, afterDeletion.body.code]).toEqual([409, 'request_reused']);
  });

  it('returns its list, but is not created, beyond the limit on trial uploads', async () => {
    const world = await createPipelineHarness(table, { paid: false });
    const key = { 'Idempotency-Key': 'May' };
    const body = { name: 'May', file_name: 'may.csv', size: 100 };
    const { file_id: listId } = (await post(world, body, key)).body.data as { file_id: string };
    await world.context.lists.create(world.userId, listId, world.context.clock.now());
    await world.context.limits.record('upload_trial', world.userId, 201);
    const again = await post(world, body, key);
    expect(again).toMatchObject({ status: 200, body: { data: { file_id: listId, status: 1 } } });
    for (const other of [{ 'Idempotency-Key': 'June' }, {}])
      expect((await post(world, body, other)).status).toBe(429);
  });

  it('returns a presigned POST for the same list until its file arrives', async () => {
    const world = await createPipelineHarness(table);
    const key = { 'Idempotency-Key': 'May' };
    const body = { name: 'May', file_name: 'may.csv', size: 100 };
    const first = await post(world, body, key);
    const { file_id: listId } = first.body.data as { file_id: string };
    expect((await post(world, body, key)).body.data).toMatchObject({
      file_id: listId,
      upload: { fields: { key: `uploads/${world.userId}/${listId}` } },
    });
    expect((await post(world, { ...body, size: 101 }, key)).body.code).toBe('request_reused');
    await world.context.lists.create(world.userId, listId, world.context.clock.now());
    const expected = { file_id: listId, file_name: 'May', status: 1 };
    expect((await post(world, body, key)).body.data).toEqual(expected);
  });

  it('returns the URLs of missing parts until all have arrived, and requires an idempotency key', async () => {
    const world = await createPipelineHarness(table);
    const key = { 'Idempotency-Key': 'May' };
    const body = { name: 'May', file_name: 'may.csv', size: 100, parts: true };
    const withoutKey = await post(world, body, {});
    expect([withoutKey.status, withoutKey.body]).toMatchObject([
      422,
      { code: 'validation', fields: { 'Idempotency-Key': [expect.any(String)] } },
    ]);
    const first = await post(world, body, key);
    const { file_id: listId } = first.body.data as { file_id: string };
    expect(first.body.data).toEqual({
      file_id: listId,
      part_bytes: 8 * 1024 * 1024,
      parts: [{ number: 1, url: `https://files.test/uploads/${world.userId}/${listId}` }],
    });
    await world.blobs.put(`uploads/${world.userId}/${listId}`, LIST);
    const expected = { file_id: listId, file_name: 'May', status: 1 };
    expect((await post(world, body, key)).body.data).toEqual(expected);
    expect((await post(world, { ...body, parts: false }, key)).body.data).toMatchObject({
      file_id: listId,
    });
    await world.context.lists.deleteUpload(world.userId, listId, world.context.clock.now());
    expect((await post(world, body, key)).body.code).toBe('request_reused');
  });
});
