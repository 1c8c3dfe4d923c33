import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import { nextDue } from './operations/due.ts';
import { createDeliverer } from './events/deliver.ts';
import { recordEvent } from './events/record.ts';
import { noFaults } from './faults.ts';
import { pathOf } from './http/exchange.ts';
import type { Cause, Service } from './http/exchange.ts';
import { serveApi } from './http/serve-api.ts';
import { servePrograms } from './http/serve-programs.ts';
import { createClock } from './model/clock.ts';
import { openState } from './model/state-file.ts';
import type { State } from './model/state.ts';
import type { World } from './model/world.ts';
import { servePages } from './pages/serve-pages.ts';

export interface FakeStripeOptions {
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

export interface FakeStripe {
  readonly handler: StripeHandler;
  /** Whether anybody gets its events. */
  hasEndpoint(): boolean;
  /** Hangs up on endpoints and writes what there is. */
  close(): Promise<void>;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;
/** Renewals and expiries happen without a request too. */
const CATCH_UP_MS = 5000;
const NOBODY: Cause = { id: null, key: null };

const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

const sign = (payload: string, secret: string, timestamp: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** Opens the fake of Stripe: its API, its pages, and calls for programs. */
export function createFakeStripe(options: FakeStripeOptions): FakeStripe {
  const { secretKey, webhookSecret, timeScale = 1, now: realNow = Date.now } = options;
  const { state, save } = openState(options.file);
  const clock = createClock(state, realNow);
  let faults = noFaults();
  let cause = NOBODY;

  const world: World = {
    state,
    now: () => clock.now(),
    newId,
    get origin() {
      return options.origin();
    },
    webhookSecret,
    canFinalize: () => faults.invoices.finalize,
    emit(type, object, previous) {
      const { drop, delay_ms, api_version } = faults.webhooks;
      recordEvent(state, {
        id: newId('evt'),
        type,
        object,
        previous,
        created: clock.now(),
        idempotencyKey: cause.key,
        requestId: cause.id,
        sendAt: drop ? null : realNow() + delay_ms,
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

  const service: Service = {
    world,
    clock,
    secretKey,
    faults: () => faults,
    setFaults: (given) => {
      faults = given;
    },
    async change(run, why = NOBODY) {
      moveTo(state, world.origin);
      clock.catchUp(world);
      cause = why;
      try {
        return run();
      } finally {
        cause = NOBODY;
        await save();
        deliverer.wake();
      }
    },
  };

  const timer = setInterval(() => {
    if ((nextDue(state)?.at ?? Infinity) > clock.now()) return;
    service.change(() => undefined).catch((error: unknown) => console.error('Stripe:', error));
  }, CATCH_UP_MS);
  timer.unref();
  deliverer.wake();

  const api = serveApi(service);
  const programs = servePrograms(service);
  const pages = servePages(service);
  return {
    handler(message, response) {
      const [, first] = pathOf(message).pathname.split('/');
      if (first !== 'v1' && first !== 'stripe') return false;
      const answer = async (): Promise<void> => {
        if (first === 'v1') await api(message, response);
        else if (!(await programs(message, response))) await pages(message, response);
      };
      answer().catch((error: unknown) => {
        console.error('Stripe:', error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
      return true;
    },
    hasEndpoint: () => Object.keys(state.webhookEndpoints).length > 0,
    async close() {
      clearInterval(timer);
      await deliverer.stop();
      await save();
    },
  };
}

/** The stack may have another port than when its endpoint was registered. */
function moveTo(state: State, origin: string): void {
  if (state.origin === origin) return;
  for (const endpoint of Object.values(state.webhookEndpoints)) {
    if (state.origin !== '' && endpoint.url.startsWith(`${state.origin}/`)) {
      endpoint.url = origin + endpoint.url.slice(state.origin.length);
    }
  }
  state.origin = origin;
}
