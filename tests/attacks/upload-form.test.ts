import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUpload } from '../../functions/lists/upload/create-upload.ts';
import { deleteList } from '../../functions/lists/history/delete-list.ts';
import { uploadBlobKey } from '../../functions/lists/rules/blob-keys.ts';
import { UPLOAD_FORM_LIFETIME_SECONDS } from '../../shared/model/upload-limits.ts';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import { BUCKET, startS3TestStack, type S3TestStack } from '../support/s3-stack.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/model/upload-limits.ts';
import { startFileTable } from '../support/file-table.ts';
import { expectInvariants } from '../support/invariants.ts';
import { type PipelineHarness, createPipelineHarness } from '../support/pipeline-harness.ts';
import { callHandler } from '../support/call.ts';
import { routes } from '../support/routes.ts';
import { testContext } from '../support/test-context.ts';

/** Abuse of the presigned POST of a registered upload by its holder. */

const table = await startFileTable();

describe('the presigned POST', () => {
  let stack: S3TestStack;
  let clockOffsetMs = 0;
  beforeAll(async () => {
    stack = await startS3TestStack({ now: () => new Date(Date.now() + clockOffsetMs) });
  });
  beforeEach(() => {
    clockOffsetMs = 0;
    stack.events.length = 0;
  });
  afterAll(() => stack.close());

  async function formOf(userId: string) {
    const user = { id: userId, paid: true };
    const file = { userId, user, name: 'List', fileName: 'list.csv', by: 'web', size: 10 };
    const blobs = createS3Blobs(stack.s3, { uploads: BUCKET, files: BUCKET });
    const context = { ...testContext(table), blobs };
    const created = await createUpload(context, file);
    if (!('upload' in created)) throw new Error('expected a presigned POST');
    return { key: uploadBlobKey(userId, created.file_id), upload: created.upload };
  }

  type Form = Awaited<ReturnType<typeof formOf>>['upload'];

  async function post({ url, fields }: Form, changes: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changes })) form.set(name, value);
    form.set('file', new Blob(['a@b.fr\n']), 'list.csv');
    return (await fetch(url, { method: 'POST', body: form })).status;
  }

  it.each([
    ['of another customer', 'uploads/victim/list'],
    ['of a result', 'results/list/all.csv'],
    ['that climbs', 'uploads/mallory/../victim/list'],
    ['with the name of the file', 'uploads/mallory/${filename}'],
  ])('cannot write a key %s', async (_, key) => {
    const { upload } = await formOf('mallory');
    expect([400, 403]).toContain(await post(upload, { key }));
    expect(stack.events).toEqual([]);
  });

  it.each([
    ['an ACL', { acl: 'public-read' }],
    ['a content type', { 'Content-Type': 'text/html' }],
    ['metadata', { 'x-amz-meta-user': 'victim' }],
    ['a storage class', { 'x-amz-storage-class': 'GLACIER' }],
  ])('does not accept %s', async (_, fields) => {
    const { upload } = await formOf('mallory');
    expect(await post(upload, fields)).toBe(403);
    expect(stack.events).toEqual([]);
  });

  it('limits the file size in a signed policy', async () => {
    const { upload } = await formOf('mallory');
    const policy: unknown = JSON.parse(
      Buffer.from(upload.fields['Policy'] ?? '', 'base64').toString(),
    );
    expect(policy).toMatchObject({
      conditions: expect.arrayContaining([['content-length-range', 0, MAX_UPLOAD_BYTES]]),
    });
    const laxer = JSON.stringify(policy).replace(String(MAX_UPLOAD_BYTES), '9999999999');
    expect(await post(upload, { Policy: Buffer.from(laxer).toString('base64') })).toBe(403);
    expect(stack.events).toEqual([]);
  });

  it('is rejected after it has expired', async () => {
    const { key, upload } = await formOf('mallory');
    clockOffsetMs = (UPLOAD_FORM_LIFETIME_SECONDS + 1) * 1000;
    expect(await post(upload)).toBe(403);
    clockOffsetMs = 0;
    expect(await post(upload)).toBe(204);
    expect(stack.events.map(({ s3 }) => s3.object.key)).toEqual([key]);
  });
});

describe('a presigned POST that is used again', () => {
  const FIRST = 'ok1@a.fr\nbad1@a.fr\n';
  const SECOND = Array.from({ length: 40 }, (_, at) => `ok${at}@z.fr\n`).join('');

  /** Makes the bucket react as if the presigned POST were used a second time. */
  async function postAgain(world: PipelineHarness, listId: string): Promise<void> {
    const key = uploadBlobKey(world.userId, listId);
    await world.blobs.put(key, SECOND);
    world.queues.put('list', { Records: [{ s3: { object: { key } } }] });
  }

  async function startList() {
    const world = await createPipelineHarness(table);
    await world.grant(50);
    return { world, listId: await world.upload(FIRST) };
  }

  it.each([3, 4, 7])('does not change a list in status %i', async (status) => {
    const { world, listId } = await startList();
    await world.drain(async () => ((await world.list(listId))?.status ?? 0) >= status);
    await postAgain(world, listId);
    await world.drain();
    await world.advanceMinutes(2);
    expect(await world.list(listId)).toMatchObject({ status: 7, total: 2, charged: 2 });
    expect(world.result(listId).trim().split('\r\n')).toHaveLength(3);
    expect(world.sent).toHaveLength(1);
    expect(await world.context.ledger.balance(world.userId)).toMatchObject({
      available: 48,
      consumed: 2,
    });
    await expectInvariants(world);
  });

  it('does not restore a canceled or deleted list', async () => {
    const world = await createPipelineHarness(table);
    await world.grant(50);
    const canceled = await world.upload('no address\n');
    const deleted = await world.upload(FIRST);
    await world.drain();
    await deleteList(world.context, world.userId, deleted);
    await world.advanceMinutes(2);
    const before = await world.context.ledger.balance(world.userId);
    for (const listId of [canceled, deleted]) await postAgain(world, listId);
    await world.drain();
    await world.advanceMinutes(2);
    expect(await world.list(canceled)).toMatchObject({ status: 6, reason: 'no_address' });
    expect(await world.list(deleted)).toBeUndefined();
    expect(await world.blobs.size(uploadBlobKey(world.userId, deleted))).toBeUndefined();
    expect(await world.context.ledger.balance(world.userId)).toEqual(before);
    await expectInvariants(world);
  });
});

it('an account without a purchase uploads about 200 MB a day, however few addresses are valid', async () => {
  const body = { name: 'List', file_name: 'list.csv', size: 100 };
  const file = `nobody;${'x'.repeat(60_000)}\n`.repeat(17);
  for (const paid of [false, true]) {
    const world = await createPipelineHarness(table, { paid });
    const { context, headers, userId } = world;
    const statuses = async () => [
      (await callHandler(context, routes.upload, { headers, body })).status,
      (await callHandler(context, routes.createList, { headers, body: { emails: ['a@b.fr'] } }))
        .status,
    ];
    await context.limits.record('upload_trial', userId, 198);
    expect(await statuses()).toEqual([200, 200]);
    await world.upload(file);
    await world.drain();
    expect(await statuses()).toEqual(paid ? [200, 200] : [429, 429]);
  }
});
