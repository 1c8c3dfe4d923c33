import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { findProgram } from '../programs.ts';
import { header, pathOf } from './exchange.ts';
import type { Service } from './exchange.ts';
import { StripeApiError } from './stripe-error.ts';

/** Answers the calls for programs; says whether the request was one. */
export function servePrograms(
  service: Service,
): (message: IncomingMessage, response: ServerResponse) => Promise<boolean> {
  const { world, clock, change, faults } = service;
  return async (message, response) => {
    const reply = (status: number, body: unknown): true => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(JSON.stringify(body, undefined, 2));
      return true;
    };
    const { pathname } = pathOf(message);
    if (message.method === 'GET' && pathname === '/stripe/state') {
      await change(() => undefined);
      const now = new Date(clock.now() * 1000).toISOString();
      return reply(200, { now, faults: faults(), ...world.state });
    }
    const found = findProgram(pathname);
    if (found === undefined) return false;
    // A page of another origin cannot send this type without being asked.
    if (message.method !== 'POST' || header(message, 'content-type')?.includes('json') !== true) {
      return reply(405, { error: { message: 'POST a JSON object of type application/json.' } });
    }
    try {
      const body: unknown = JSON.parse((await text(message)) || '{}');
      return reply(200, await change(() => found.run(service, body, found.id)));
    } catch (error) {
      if (error instanceof StripeApiError) return reply(error.status, error.body);
      if (error instanceof SyntaxError) return reply(400, { error: { message: error.message } });
      throw error;
    }
  };
}
