import { randomInt } from 'node:crypto';
import { createDeliverer } from './events/deliver.ts';
import { type Service, type StripeHandler, createHandler } from './http/serve.ts';
import { createAccount } from './create-account.ts';
import { NO_CAUSE } from './model/account.ts';
import { openState } from './model/state-file.ts';
import type { State } from './model/state.ts';
import { nextDue } from './operations/due.ts';

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

const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

/** Opens the fake of Stripe: its API, its pages, and calls for programs. */
export function createFakeStripe(options: FakeStripeOptions): FakeStripe {
  const { secretKey, timeScale = 1, now = Date.now } = options;
  const { state, save } = openState(options.file);
  const account = createAccount({ ...options, state, realNow: now, newId });
  const deliverer = createDeliverer({ account, timeScale, now, changed: save });
  const service: Service = {
    account,
    secretKey,
    async change(run, why = NO_CAUSE) {
      moveTo(state, account.origin);
      account.catchUp();
      account.cause = why;
      try {
        return run();
      } finally {
        account.cause = NO_CAUSE;
        save();
        deliverer.wake();
      }
    },
  };

  const timer = setInterval(() => {
    if ((nextDue(state)?.at ?? Infinity) > account.now()) return;
    service.change(() => undefined).catch((error: unknown) => console.error('Stripe:', error));
  }, CATCH_UP_MS);
  timer.unref();
  deliverer.wake();

  return {
    handler: createHandler(service),
    hasEndpoint: () => Object.keys(state.webhookEndpoints).length > 0,
    async close() {
      clearInterval(timer);
      await deliverer.stop();
      save();
    },
  };
}

/** The stack may have another port than when its endpoint was registered. */
function moveTo(state: State, origin: string): void {
  if (state.origin === origin) return;
  for (const endpoint of Object.values(state.webhookEndpoints))
    if (state.origin !== '' && endpoint.url.startsWith(`${state.origin}/`))
      endpoint.url = origin + endpoint.url.slice(state.origin.length);
  state.origin = origin;
}
