import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import type { Blobs } from '../../functions/platform/s3/blobs.ts';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import { objectPermissions } from './aws-calls.ts';
import { invoke, takeMissingGrants, runOutsideFunction } from './invoke.ts';
import { guardPort } from './guarded-ports.ts';
import { startFileTable } from './file-table.ts';
import { createMemoryBlobs } from './memory-blobs.ts';
import { testContext } from './test-context.ts';

const table = await startFileTable();
const context = testContext(table);

/**
 * Runs `work` with the grants of a function that may only read one partition and send to one queue.
 * Returns the calls that AWS would reject.
 */
async function refused(work: () => Promise<unknown>): Promise<string[]> {
  const handler = { worker: 'privacySweep', withDeps: () => work };
  await invoke(handler, context, {});
  return takeMissingGrants().map(({ message }) =>
    message.replace('privacySweep: ', '').replace(' is not granted', ''),
  );
}

const egressEngine = guardPort('egressEngine', { verify: () => Promise.resolve() });
const USER = { PK: 'USER#u', SK: 'PROFILE' };

it.each<[call: string, work: () => Promise<unknown>, ...rights: string[]]>([
  ['a write', () => context.db.put(USER), 'dynamodb:PutItem tamis-test USER'],
  ['a message', () => context.mailQueue.send({} as never), 'sqs:SendMessage mail'],
  [
    'tasks',
    () => context.queues.sendVerify([{ message: {}, delaySeconds: 0 }] as never),
    'sqs:SendMessage verify',
  ],
  ['a mail', () => context.mailer.send({} as never), 'ses:SendEmail'],
  ['a key', () => context.secrets.key('otp'), 'secretsmanager:GetSecretValue CODE_SECRET_ID'],
  [
    'the keys of Stripe',
    () => context.stripeSecret(),
    'secretsmanager:GetSecretValue STRIPE_SECRET_ID',
  ],
  [
    'the engine',
    () => Array.fromAsync(context.engine.verify(['a@b.fr'], {} as never)),
    'lambda:InvokeFunction function:engine',
  ],
  [
    'a mail server',
    () => egressEngine.verify(),
    'secretsmanager:GetSecretValue EGRESS_SECRET_ID',
    'dynamodb:GetItem tamis-test LEASE',
    'dynamodb:PutItem tamis-test LEASE',
    'dynamodb:GetItem tamis-test FACT',
    'dynamodb:PutItem tamis-test FACT',
  ],
])('a function without the grant is denied %s', async (_, work, ...rights) => {
  expect(await refused(work)).toEqual(rights);
});

it('a function may do what its grants allow, and others what theirs allow', async () => {
  const allowed = async () => {
    await context.db.get({ PK: 'PENDING', SK: 'u' });
    await context.privacyQueue.send({} as never);
    await runOutsideFunction(() => context.blobs.put('work/L/a', 'x'));
  };
  expect(await refused(allowed)).toEqual([]);
  await context.mailQueue.send({} as never);
  expect(takeMissingGrants()).toEqual([]);
});

const KEY = 'work/L/a';
const LIMITS = { bytes: 1, partBytes: 1, seconds: 1 };

const RESPONSES: readonly (readonly [request: RegExp, body: string])[] = [
  [/^PUT.*copy/, '<CopyObjectResult/>'],
  [/^GET.*\buploads\b/, '<ListMultipartUploadsResult/>'],
  [
    /^GET.*list-type/,
    `<ListBucketResult><Contents><Key>${KEY}</Key></Contents></ListBucketResult>`,
  ],
  [/^POST.*\buploads\b/, '<R><UploadId>1</UploadId></R>'],
  [/^POST.*delete/, '<DeleteResult/>'],
  [/^GET.*uploadId/, '<ListPartsResult/>'],
];

it.each<[call: string, work: (blobs: Blobs) => Promise<unknown>]>([
  ['size', (blobs) => blobs.size(KEY)],
  ['read', (blobs) => Array.fromAsync(blobs.read(KEY))],
  ['bytes', (blobs) => blobs.bytes(KEY)],
  ['put', (blobs) => blobs.put(KEY, 'x')],
  ['write', (blobs) => blobs.write(KEY, [])],
  ['copy', (blobs) => blobs.copy(KEY, 'results/L/b')],
  ['list', (blobs) => blobs.list(KEY)],
  ['delete', (blobs) => blobs.delete(KEY)],
  ['deleteAll', (blobs) => blobs.deleteAll(KEY)],
  ['missingParts', (blobs) => blobs.missingParts('uploads/u/a', LIMITS)],
])('blobs: %s needs the permissions that the S3 calls need', async (_, work) => {
  const asked: string[] = [];
  const s3 = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const copySource = headers['x-amz-copy-source']?.toString();
    const rights = objectPermissions({ method, path, copySource, body: await text(request) });
    asked.push(...rights.map(({ action, resource }) => `${action} ${resource}`));
    const name = `${method} ${path} ${copySource ? 'copy' : ''}`;
    const [, body = 'x'] = RESPONSES.find(([pattern]) => pattern.test(name)) ?? [];
    response.end(method === 'HEAD' ? undefined : body);
  }).listen(0, '127.0.0.1');
  await once(s3, 'listening');
  const client = new S3Client({
    region: 'eu-west-3',
    endpoint: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await work(createS3Blobs(client, { uploads: 'uploads', files: 'files' }));
  client.destroy();
  s3.close();
  const blobs = createMemoryBlobs();
  await blobs.put(KEY, 'x');
  expect((await refused(() => work(blobs))).toSorted()).toEqual([...new Set(asked)].toSorted());
});
