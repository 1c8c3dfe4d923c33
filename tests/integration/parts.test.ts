import { createClient, TamisError } from '../../packages/client/src/index.ts';
import { expect, it } from 'vitest';
import { fetchTestKey } from '../support/guide-runs.ts';
import { useSharedStack } from './shared-stack.ts';

/** An interrupted upload of a large file, with the real client, service and object store. */

const stack = useSharedStack();
const MIB = 1024 * 1024;
const PART = 8 * MIB;
const ROW = `deliverable@sandbox.test;${'x'.repeat(1000)}\n`;
/** A file that fills three parts, the last of which is short. */
const FILE = new Blob([ROW.repeat(Math.ceil((17 * MIB) / ROW.length))]);

it('an upload that was interrupted by the end of its program is resumed', async () => {
  const apiKey = await fetchTestKey(stack);
  /**
   * Creates a client that loses its network after it has sent `maxParts` parts. Returns it with the
   * sizes of the sent parts in bytes.
   */
  const program = (maxParts: number) => {
    const sent: number[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      if (init?.method !== 'PUT') return globalThis.fetch(url, init);
      if (sent.length >= maxParts) throw new TypeError('the network is down');
      sent.push((init.body as Blob).size);
      return globalThis.fetch(url, init);
    };
    return { sent, client: createClient({ baseUrl: stack.url, apiKey, retries: 0 }, { fetch }) };
  };
  const given = { fileName: 'large.csv', idempotencyKey: 'large' };
  const first = program(1);
  await expect(first.client.lists.upload(FILE, given)).rejects.toBeInstanceOf(TamisError);
  const second = program(9);
  const { id } = await second.client.lists.upload(FILE, given);
  expect([first.sent, second.sent]).toEqual([[PART], [PART, FILE.size - 2 * PART]]);
  const list = await second.client.lists.waitFor(id);
  expect(list).toMatchObject({ total_email: 1, valid: 1, duplicates: FILE.size / ROW.length - 1 });
  const third = program(0);
  expect((await third.client.lists.upload(FILE, given)).id).toBe(id);
});
