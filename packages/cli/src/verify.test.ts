import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type List, type Lists, TamisError } from '@tamis/client';
import { afterEach, expect, it } from 'vitest';
import { verifyFile } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'tamis-verify-'));
const file = join(folder, 'customers.csv');
const output = join(folder, 'result.csv');
writeFileSync(file, 'ada@customer.test\n');
afterEach(() => rmSync(`${output}.run.json`, { force: true }));

/**
 * A client whose uploads fail with these codes in turn (`undefined`: succeeds), and the idempotency
 * keys of the uploads.
 */
function createFakeClient(...failures: readonly (string | undefined)[]) {
  const keys: (string | undefined)[] = [];
  const lists: Pick<Lists, 'upload' | 'waitFor' | 'download'> = {
    upload: async (_, { idempotencyKey }) => {
      const code = failures[keys.length];
      keys.push(idempotencyKey);
      if (code !== undefined) throw new TamisError({ status: 0, code });
      return { id: 'l1' } as List;
    },
    waitFor: async () => ({ id: 'l1' }) as List,
    download: async () => new Response('the result'),
  };
  return { client: { lists } as Client, keys };
}
const options = { output, onProgress: () => undefined };

it('reuses the idempotency key of an interrupted upload, unless the options changed', async () => {
  const { client, keys } = createFakeClient('unreachable', 'unreachable');
  await expect(verifyFile(client, file, options)).rejects.toThrow('unreachable');
  await expect(verifyFile(client, file, { ...options, name: 'May' })).rejects.toThrow(
    'unreachable',
  );
  await verifyFile(client, file, { ...options, name: 'May' });
  await verifyFile(client, file, { ...options, name: 'May' });
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
  // A finished run is not resumed: the file is verified again.
  expect(new Set(keys).size).toBe(3);
  expect(readFileSync(output, 'utf8')).toBe('the result');
  expect(existsSync(`${output}.run.json`)).toBe(false);
});

it('uses a new idempotency key if the earlier list was deleted', async () => {
  const { client, keys } = createFakeClient('unreachable', 'request_reused');
  await expect(verifyFile(client, file, options)).rejects.toThrow('unreachable');
  await verifyFile(client, file, options);
  expect(keys).toEqual([keys[0], keys[0], expect.not.stringMatching(String(keys[0]))]);
});
