import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { respondToCall } from './api/api.ts';
import { createAccount } from './create-account.ts';
import { createDeliverer } from './events/deliver.ts';
import type { Account } from './model/account.ts';
import { createEmptyState } from './model/objects.ts';
import type { State } from './model/state.ts';
import { findNextDueOperation } from './operations/due.ts';
import { type FakeStripeService, createHandler } from './serve.ts';

export interface FakeStripeOptions {
  /** Path of the file that stores the state; if absent, the state is only in memory. */
  readonly file?: string;
  readonly origin: () => string;
  /** The only accepted API key. */
  readonly secretKey: string;
  /** The signing secret of all endpoints; if absent, each gets a new one. */
  readonly webhookSecret?: string | undefined;
  /** Divides the pauses between deliveries. */
  readonly timeScale?: number;
  /** Real time in milliseconds. */
  readonly now?: () => number;
  /** Replaces `respondToCall`, for example to inject faults. */
  readonly respond?: FakeStripeService['respond'];
}

export interface FakeStripe {
  readonly account: Account;
  readonly change: FakeStripeService['change'];
  readonly handler: ReturnType<typeof createHandler>;
  hasEndpoint(): boolean;
  close(): Promise<void>;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 24;
/** Interval at which due renewals and expiries run even if there are no requests. */
const CATCH_UP_MS = 5000;

const newId = (prefix: string): string =>
  `${prefix}_${Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

export function createFakeStripe(options: FakeStripeOptions): FakeStripe {
  const { file, secretKey, timeScale = 1, now = Date.now, respond = respondToCall } = options;
  const state = readState(file);
  const save = (): void => {
    if (file !== undefined) writeState(file, state);
  };
  const account = createAccount({ ...options, state, realNow: now, newId });
  const deliverer = createDeliverer({ state, timeScale, now, onChange: save });
  const service: FakeStripeService = {
    account,
    secretKey,
    respond,
    async change(run) {
      updateOrigin(state, account.origin);
      account.catchUp();
      try {
        return run();
      } finally {
        save();
        deliverer.wake();
      }
    },
  };

  const timer = setInterval(() => {
    if ((findNextDueOperation(state)?.at ?? Infinity) > account.now()) return;
    service.change(() => undefined).catch((error: unknown) => console.error('Stripe:', error));
  }, CATCH_UP_MS);
  timer.unref();
  deliverer.wake();

  return {
    account,
    change: service.change,
    handler: createHandler(service),
    hasEndpoint: () => Object.keys(state.webhookEndpoints).length > 0,
    async close() {
      clearInterval(timer);
      await deliverer.stop();
      save();
    },
  };
}

/** @throws SyntaxError if the file is not JSON */
const readState = (file: string | undefined): State => ({
  ...createEmptyState(),
  ...(file !== undefined && existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))),
});

/** Replaces the file atomically; only this user can read it. */
function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, JSON.stringify(state), { mode: 0o600 });
  renameSync(temporaryFile, file);
}

/** Updates endpoint URLs, because the stack's port may have changed since they were registered. */
function updateOrigin(state: State, origin: string): void {
  if (state.origin === origin) return;
  for (const endpoint of Object.values(state.webhookEndpoints))
    if (state.origin !== '' && endpoint.url.startsWith(`${state.origin}/`))
      endpoint.url = origin + endpoint.url.slice(state.origin.length);
  state.origin = origin;
}
