import { createClient } from '../../packages/client/src/index.ts';
import { expect, it } from 'vitest';
import { fetchTestKey } from '../support/guide-runs.ts';
import { useSharedStack } from './shared-stack.ts';

/** The options of an uploaded file, and the errors that suggest the right options. */

const stack = useSharedStack();
/** "Имя" in windows-1251: three bytes are too few for the service to detect the encoding. */
const CYRILLIC = Uint8Array.from(
  Buffer.from('email;\xc8\xec\xff\ndeliverable@sandbox.test;Ada\n', 'latin1'),
);
const OTHER_COLUMN = 'Ada;deliverable@sandbox.test\n';

it('sends the encoding of the file, with which the service reads it', async () => {
  const { lists } = createClient({ baseUrl: stack.url, apiKey: await fetchTestKey(stack) });
  const headerOf = async (options: { readonly encoding?: string }): Promise<string> => {
    const { id } = await lists.upload(CYRILLIC, { fileName: 'cyrillic.csv', ...options });
    await lists.waitFor(id);
    return (await (await lists.download(id)).text()).split('\r\n')[0] ?? '';
  };
  expect(await headerOf({ encoding: 'windows-1251' })).toContain('"email";"Имя";"status"');
  expect(await headerOf({})).not.toContain('Имя');
  await expect(headerOf({ encoding: 'klingon' })).rejects.toMatchObject({
    code: 'validation',
    fields: { encoding: [expect.any(String)] },
  });
});

it('reports the right column of a file that was uploaded with a presigned POST or a multipart call', async () => {
  const apiKey = await fetchTestKey(stack);
  const { lists } = createClient({ baseUrl: stack.url, apiKey });
  const { id } = await lists.upload(OTHER_COLUMN, { fileName: 'second.csv' });
  await expect(lists.waitFor(id)).rejects.toMatchObject({ code: 'list_canceled', column: 2 });
  const body = new FormData();
  body.append('name', 'second');
  body.append('file', new Blob([OTHER_COLUMN]), 'second.csv');
  const headers = { 'x-api-key': apiKey };
  const response = await fetch(`${stack.url}/api/upload`, { method: 'POST', headers, body });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: 'wrong_column', column: 2 });
});
