import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { nextDue } from './acts/due.ts';
import { createDeliverer } from './events/deliver.ts';
import { recordEvent } from './events/record.ts';
import { noFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { answerApi } from './http/api.ts';
import { StripeApiError } from './http/stripe-error.ts';
import { createClock } from './model/clock.ts';
import { openState } from './model/state-file.ts';
import { API_VERSION } from './model/version.ts';
import type { World } from './model/world.ts';
import { findProgram } from './programs.ts';

export interface StandInOptions {
  /** Where it keeps everything; in memory only when absent. */
  readonly file?: string;
  /** The origin it is reached at, known once it listens. */
  readonly origin: () => string;
  /** The only key it takes. */
  readonly secretKey: string;
  /** What endpoints are signed with; each has its own when absent. */
  readonly webhookSecret?: string | undefined;
  /** Divides the pauses between deliveries. */
  readonly timeScale?: number;
  /** Real time in milliseconds. */
  readonly now?: () => number;
}

/** Answers requests for `/v1/…` and `/stripe/…`; says whether the request was one. */
export type StripeHandler = (message: IncomingMessage, response: ServerResponse) => boolean;

export interface StripeStandIn {
  readonly handler: StripeHandler;
  /** Ends deliveries and writes what there is. */
  close(): Promise<void>;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;
/** Renewals and expiries happen without a request too. */
const CATCH_UP_MS = 5000;

/** The request that an event comes from. */
interface Cause {
  readonly id: string | null;
  readonly key: string | null;
}
const NOBODY: Cause = { id: null, key: null };

const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

const sign = (payload: string, secret: string, timestamp: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** Opens the stand-in of Stripe: its API, its pages, and calls for programs. */
export function createStripe(options: StandInOptions): StripeStandIn {
  const { secretKey, webhookSecret, timeScale = 1, now: realNow = Date.now } = options;
  const { state, save } = openState(options.file);
  const clock = createClock(state, realNow);
  let faults = noFaults();
  let cause: Cause = NOBODY;

  const world: World = {
    state,
    now: () => clock.now(),
    newId,
    get origin() {
      return options.origin();
    },
    webhookSecret,
    emit(type, object, previous) {
      const { drop, delay_ms, reverse_ms, api_version } = faults.webhooks;
      recordEvent(state, {
        id: newId('evt'),
        type,
        object,
        previous,
        created: clock.now(),
        idempotencyKey: cause.key,
        requestId: cause.id,
        sendAt: drop ? null : realNow() + delay_ms + reverse_ms,
        apiVersion: api_version,
      });
    },
  };
  const deliverer = createDeliverer({
    state,
    faults: () => faults,
    timeScale,
    now: realNow,
    sign,
    changed: save,
  });

  /** Runs a change at one go and has it saved before anybody hears of it. */
  const change = async <T>(why: Cause, run: () => T): Promise<T> => {
    moveTo(world.origin);
    clock.catchUp(world);
    cause = why;
    try {
      return run();
    } finally {
      cause = NOBODY;
      await save();
      deliverer.wake();
    }
  };
  /** The stack may have another port than when its endpoint was registered. */
  const moveTo = (origin: string): void => {
    if (state.origin === origin) return;
    for (const endpoint of Object.values(state.webhookEndpoints)) {
      if (state.origin !== '' && endpoint.url.startsWith(`${state.origin}/`)) {
        endpoint.url = origin + endpoint.url.slice(state.origin.length);
      }
    }
    state.origin = origin;
  };

  const api = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(message);
    const id = `req_${randomBytes(7).toString('hex')}`;
    const key = header(message, 'idempotency-key');
    const answer = await change({ id, key: key ?? null }, () =>
      answerApi(world, secretKey, faults, {
        method: message.method ?? 'GET',
        url: message.url ?? '/',
        authorization: header(message, 'authorization'),
        version: header(message, 'stripe-version'),
        idempotencyKey: key,
        body,
      }),
    );
    if (answer.lost) {
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

  const forPrograms = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = (status: number, body: unknown): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(JSON.stringify(body, undefined, 2));
    };
    const { pathname } = new URL(message.url ?? '/', 'http://stripe');
    if (message.method === 'GET' && pathname === '/stripe/state') {
      await change(NOBODY, () => undefined);
      reply(200, { now: new Date(clock.now() * 1000).toISOString(), faults, ...state });
      return;
    }
    const found = findProgram(pathname);
    if (found === undefined) {
      reply(404, { error: { message: `There is no ${pathname}.` } });
      return;
    }
    // A page of another origin cannot send this type without being asked.
    if (message.method !== 'POST' || !header(message, 'content-type')?.includes('json')) {
      reply(405, { error: { message: 'POST a JSON object of type application/json.' } });
      return;
    }
    try {
      const body: unknown = JSON.parse((await text(message)) || '{}');
      const setFaults = (given: Faults): void => {
        faults = given;
      };
      const answer = await change(NOBODY, () =>
        found.run({ world, clock, setFaults }, body, found.id),
      );
      reply(200, answer);
    } catch (error) {
      if (error instanceof StripeApiError) reply(error.status, error.body);
      else if (error instanceof SyntaxError) reply(400, { error: { message: error.message } });
      else throw error;
    }
  };

  const timer = setInterval(() => {
    if ((nextDue(state)?.at ?? Infinity) > clock.now()) return;
    change(NOBODY, () => undefined).catch((error: unknown) => console.error('Stripe:', error));
  }, CATCH_UP_MS);
  timer.unref();
  deliverer.wake();

  return {
    handler(message, response) {
      const [, first = ''] = /^\/([^/?]*)/.exec(message.url ?? '') ?? [];
      if (first !== 'v1' && first !== 'stripe') return false;
      const answered = first === 'v1' ? api(message, response) : forPrograms(message, response);
      answered.catch((error: unknown) => {
        console.error('Stripe:', error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
      return true;
    },
    async close() {
      clearInterval(timer);
      await deliverer.stop();
      await save();
    },
  };
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
