import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createS3Blobs } from '../../functions/platform/s3/s3-blobs.ts';
import { findFreePort } from '../../lab/embedded/services/free-port.ts';
import { startMinistack } from './ministack/server.ts';

/** Runs the stack on the free emulators, with the documented commands. */

const home = mkdtempSync(join(tmpdir(), 'emulators-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const MINUTES = 60_000;
const MIB = 1024 * 1024;

/** Runs an npm script. Forwards its output as it arrives, and returns all of it. */
async function npm(endpoint: string, script: string, ...args: string[]): Promise<string> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], {
    env: { ...process.env, AWS_ENDPOINT_URL: endpoint, TAMIS_HOME: home },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += String(data);
      process.stderr.write(data);
    });
  const [code] = await once(child, 'exit');
  expect(`${script} exited with code ${code}`).toBe(`${script} exited with code 0`);
  return output;
}

describe('MiniStack', () => {
  let ministack: Awaited<ReturnType<typeof startMinistack>>;

  beforeAll(async () => {
    ministack = await startMinistack();
    process.env['MAILNET_DNS_PORT'] = String(await findFreePort());
    process.env['MAILNET_SMTP_PORT'] = String(await findFreePort());
  });
  afterAll(() => ministack.stop());

  it('stores exactly the bytes of an upload in parts', async () => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const { endpoint } = ministack;
    const s3 = new S3Client({ endpoint, region: 'eu-west-3', credentials, forcePathStyle: true });
    const Bucket = 'uploads-in-parts';
    await vi.waitFor(() => s3.send(new CreateBucketCommand({ Bucket })), MINUTES);
    const blobs = createS3Blobs(s3, { uploads: Bucket, files: Bucket });
    const missing = () =>
      blobs.missingParts('uploads/u/L', { bytes: 6 * MIB, partBytes: 5 * MIB, seconds: 60 });
    const put = async (url = '', bytes: number) =>
      (await fetch(url, { method: 'PUT', body: Buffer.alloc(bytes) })).status;
    const [first, last] = await missing();
    expect([await put(first?.url, 5 * MIB - 1), await put(last?.url, MIB)]).toEqual([403, 200]);
    const left = await missing();
    expect(left.map(({ number }) => number)).toEqual([1]);
    expect(await put(left[0]?.url, 5 * MIB)).toBe(200);
    expect(await missing()).toEqual([]);
    expect(await blobs.size('uploads/u/L')).toBe(6 * MIB);
    expect(await missing()).toEqual([]);
    s3.destroy();
  });

  it(
    'completes the customer journey: deploy, verify, deploy again, destroy',
    async () => {
      await npm(ministack.endpoint, 'localstack:deploy');
      await npm(ministack.endpoint, 'localstack:smoke');
      expect(await npm(ministack.endpoint, 'localstack:deploy')).toContain(
        'Tamis-local (no changes)',
      );
      await npm(ministack.endpoint, 'localstack:destroy');
    },
    12 * MINUTES,
  );
});

const COMPOSE = ['compose', '-f', 'localstack/docker-compose.localstack.yml'];
const hasDocker = spawnSync('docker', ['info']).status === 0;
afterAll(() => {
  if (!hasDocker) console.log('Without Docker, LocalStack 4.14.0 is not tested on this machine.');
});

it.each(hasDocker ? ['http://localhost:4566'] : [])(
  'LocalStack 4.14.0 at %s runs the stack and its accounts',
  async (endpoint) => {
    expect(spawnSync('docker', [...COMPOSE, 'up', '-d'], { stdio: 'inherit' }).status).toBe(0);
    try {
      await npm(endpoint, 'localstack:deploy');
      await npm(endpoint, 'localstack:smoke', '-t', 'signs a customer up');
      await npm(endpoint, 'localstack:destroy');
    } finally {
      spawnSync('docker', [...COMPOSE, 'down'], { stdio: 'inherit' });
    }
  },
  15 * MINUTES,
);
