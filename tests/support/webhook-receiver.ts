import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { serializeEventPayload } from '../../functions/webhooks/rules/delivery.ts';
import { createSignatureHeaders } from '../../functions/webhooks/attempt.ts';
import { findFreePort } from '../../lab/embedded/services/free-port.ts';
import { parseCodeBlocks, readGuide } from './samples.ts';
import { SAMPLE_ORIGIN } from '../../web/docs/guide-packages.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;

/** Posts a request, and retries until the server listens. */
async function post(url: string, init: RequestInit): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST', ...init })).status;
  } catch {
    return post(url, init);
  }
}

async function sendIncompleteRequest(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').resume();
  socket.end('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{');
  await once(socket, 'close');
}

/**
 * Tests the guide's webhook receiver in one programming language with valid and invalid signatures.
 * @param command runs the code in the argument that follows
 */
export async function checkGuideReceiver(
  language: string,
  [program, ...args]: readonly [string, ...string[]],
): Promise<void> {
  const block = parseCodeBlocks(readGuide(SAMPLE_ORIGIN)).find(
    (each) => each.section === 'Verify the signature' && each.language === language,
  );
  const port = await findFreePort();
  const start = (secret: string) =>
    spawn(program, [...args, block?.code ?? ''], {
      env: { ...process.env, TAMIS_WEBHOOK_SECRET: secret, PORT: String(port) },
    });
  // With an empty secret, anyone could sign.
  expect(await once(start(''), 'exit')).toEqual([1, null]);
  const receiver = start(secretOf('a'));
  let output = '';
  receiver.stdout.on('data', (chunk) => (output += String(chunk)));
  const url = `http://127.0.0.1:${port}/`;
  const now = Date.now();
  const payload = serializeEventPayload('list.finished', now, { file_name: 'Été' });
  const testPayload = serializeEventPayload('webhook.test', now, {});
  const send = (secrets: string[], at = now, body = payload, signed = payload) =>
    post(url, {
      body,
      headers: createSignatureHeaders(secrets, { id: 'event', at, payload: signed }),
    });
  let idle: Socket | undefined;
  try {
    expect(await send([secretOf('a')], now, testPayload, testPayload)).toBe(204);
    await sendIncompleteRequest(port);
    idle = connect(port, '127.0.0.1');
    expect(await send([secretOf('a')])).toBe(204);
    expect(await send([secretOf('b'), secretOf('a')])).toBe(204);
    expect(await send([secretOf('b')])).toBe(400);
    expect(await send([secretOf('a')], now - 600_000)).toBe(400);
    expect(await send([secretOf('a')], now, `${payload} `)).toBe(400);
    expect(await post(url, { body: payload })).toBe(400);
    // Receivers print after they have responded, some in several threads.
    await expect
      .poll(() => output.trim().split('\n').toSorted())
      .toEqual([...Array(2).fill('list.finished Été'), expect.stringMatching(/^webhook\.test/)]);
  } finally {
    idle?.destroy();
    receiver.kill();
  }
}
