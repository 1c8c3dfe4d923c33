import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-ses';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startHttpService } from '../../lab/embedded/services/http-service.ts';
import { dynamoClient, s3Client, secretsClient, sesClient, sqsClient } from './clients.ts';
import { createLog } from './create-log.ts';
import { createSesMailer } from './ses/ses-mailer.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function serviceAt(port: number): void {
  vi.stubEnv('AWS_REGION', 'eu-west-3');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address ? address.port : 0;

/**
 * Returns how long `end` takes to settle on the fake clock: milliseconds, rounded up to a second,
 * at most `limit`.
 */
async function timeTo(end: Promise<unknown>, limit: number): Promise<number> {
  let ended = false;
  const markEnded = () => void (ended = true);
  end.then(markEnded, markEnded);
  for (let ms = 0; ms < limit; ms += 1000) {
    for (let turns = 0; turns < 20; turns += 1) await turn();
    if (ended) return ms;
    await vi.advanceTimersByTimeAsync(1000);
  }
  return limit;
}

const mail = { to: 'ada@mail.example', subject: 'Code', text: 'text', html: '<p>html</p>' };
const mailer = () =>
  createSesMailer(
    sesClient(),
    'no-reply@tamis.example',
    createLog(
      'error',
      () => 0,
      () => undefined,
    ),
  );
const message = new SendEmailCommand({
  Source: 'a@b.example',
  Destination: {},
  Message: undefined,
});

/** API Gateway and its callers stop waiting after 29 s. */
describe('a service that does not respond', () => {
  it.each([
    [
      'the table',
      29_000,
      () => dynamoClient().send(new GetItemCommand({ TableName: 't', Key: {} })),
    ],
    ['secrets', 29_000, () => secretsClient().send(new GetSecretValueCommand({ SecretId: 's' }))],
    [
      'a queue',
      29_000,
      () => sqsClient().send(new SendMessageCommand({ QueueUrl: 'http://q/q', MessageBody: 'm' })),
    ],
    ['mails', 29_000, () => sesClient().send(message)],
    ['files', 120_000, () => s3Client().send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))],
  ])('times out: %s', async (_, limit, ask) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    serviceAt(portOf(silent.address()));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await timeTo(ask(), limit)).toBeLessThan(limit);
    silent.close();
  });
});

describe('an email', () => {
  it('is not sent over a connection that was closed while the function was frozen', async () => {
    const served = new WeakSet();
    const ses = await startHttpService(({ socket }, response) => {
      if (served.has(socket)) socket.resetAndDestroy();
      served.add(socket);
      response.end('<SendEmailResponse><SendEmailResult/></SendEmailResponse>');
    });
    serviceAt(ses.port);
    const { send } = mailer();
    expect([await send(mail), await send(mail)]).toEqual(['sent', 'sent']);
    await ses.close();
  });

  it('that never reached SES is postponed', async () => {
    const blocked = new Worker(
      `const { createServer } = require('node:net');
      const { parentPort } = require('node:worker_threads');
      const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
        parentPort.postMessage(server.address().port);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`,
      { eval: true },
    );
    const [port] = (await once(blocked, 'message')) as [number];
    const waiting = Array.from({ length: 6 }, () =>
      connect(port, '127.0.0.1').on('error', () => undefined),
    );
    await sleep(100);
    serviceAt(port);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = mailer().send(mail);
    expect(await timeTo(sent, 10_000)).toBeLessThan(10_000);
    expect(await sent).toBe('postponed');
    for (const socket of waiting) socket.destroy();
    await blocked.terminate();
  });
});
