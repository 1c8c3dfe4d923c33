import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { API_VERSION } from '../model/version.ts';
import { answerApi } from './api.ts';
import { header } from './exchange.ts';
import type { Serve, Service } from './exchange.ts';

/** Answers `/v1/…` over HTTP. */
export function serveApi({ world, secretKey, faults, change }: Service): Serve {
  return async (message, response) => {
    const body = await text(message);
    const id = `req_${randomBytes(7).toString('hex')}`;
    const key = header(message, 'idempotency-key');
    const answer = await change(
      () =>
        answerApi(world, secretKey, faults(), {
          method: message.method ?? 'GET',
          url: message.url ?? '/',
          authorization: header(message, 'authorization'),
          version: header(message, 'stripe-version'),
          idempotencyKey: key,
          body,
        }),
      { id, key: key ?? null },
    );
    if (answer.lost === true) {
      response.destroy();
      return;
    }
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': id,
      'stripe-version': API_VERSION,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(answer.replayed === true && { 'idempotent-replayed': 'true' }),
    });
    response.end(answer.body);
  };
}
