import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stubEventStreamsEsbuildPlugin } from './stub-event-streams.ts';

/** A module that calls S3 at an endpoint: once for an object, once for a stream of events. */
const CALLER = `
  import { GetObjectCommand, S3Client, SelectObjectContentCommand } from '@aws-sdk/client-s3';
  const object = { Bucket: 'files', Key: 'a' };
  const clientOf = (endpoint) => new S3Client({
    endpoint, region: 'eu-west-3', forcePathStyle: true, maxAttempts: 1,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  });
  export const readObject = async (endpoint) => {
    const { Body } = await clientOf(endpoint).send(new GetObjectCommand(object));
    return Body.transformToString();
  };
  export const selectRows = (endpoint) => clientOf(endpoint).send(
    new SelectObjectContentCommand({
      ...object, Expression: 'SELECT *', ExpressionType: 'SQL',
      InputSerialization: { CSV: {} }, OutputSerialization: { CSV: {} },
    }),
  );
`;

type Caller = Readonly<Record<'readObject' | 'selectRows', (endpoint: string) => Promise<unknown>>>;

const server = createServer((_, response) => response.end('content'));
let endpoint = '';
let caller: Caller;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { outputFiles } = await build({
    stdin: { contents: CALLER, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('/');",
    },
    plugins: [stubEventStreamsEsbuildPlugin],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  caller = (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Caller;
});
afterAll(() => server.close());

it('a client without event streams still reads objects', async () => {
  expect(await caller.readObject(endpoint)).toBe('content');
});

it('a call that needs event streams throws the name of the missing function', async () => {
  await expect(caller.selectRows(endpoint)).rejects.toThrow(
    'eventStreamSerdeProvider is not bundled',
  );
});
