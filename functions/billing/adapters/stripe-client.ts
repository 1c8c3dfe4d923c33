import Sdk from 'stripe';
import { StripeRefusedError, StripeUnavailableError } from '../rules/stripe-failure.ts';
import { STRIPE_API_VERSION } from '../rules/stripe-events.ts';
import type { StripeSecret } from './stripe-secret.ts';

/** Timeout of one attempt. With its retries, a call ends before API Gateway gives up after 29 s. */
const TIMEOUT_MS = 8000;
const RETRIES = 2;

/** Status if a call with the same idempotency key is in progress; its response is still pending. */
const IN_PROGRESS = 409;

function translated(error: unknown): unknown {
  if (!(error instanceof Sdk.errors.StripeError)) return error;
  if (
    error instanceof Sdk.errors.StripeConnectionError ||
    error instanceof Sdk.errors.StripeRateLimitError ||
    error instanceof Sdk.errors.StripeAuthenticationError ||
    error.statusCode === IN_PROGRESS
  )
    return new StripeUnavailableError(error.type, { cause: error });
  const answered = { cause: error, spent: true };
  return error instanceof Sdk.errors.StripeAPIError
    ? new StripeUnavailableError(error.type, answered)
    : new StripeRefusedError(error.code ?? error.type, answered);
}

function hostOf(base: string | undefined): Pick<Sdk.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (base === undefined) return {};
  const { hostname: host, port, protocol } = new URL(base);
  const isPlain = protocol === 'http:';
  return { host, port: port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' };
}

export interface StripeClient {
  call<T>(ask: (sdk: Sdk) => Promise<T>): Promise<T>;
  /** Returns undefined when Stripe has no such object. */
  find<T>(ask: (sdk: Sdk) => Promise<T>): Promise<T | undefined>;
  /** Finds an object and converts it with `read`. */
  findAs<T, Read>(
    ask: (sdk: Sdk) => Promise<T>,
    read: (found: T) => Read | Promise<Read>,
  ): Promise<Read | undefined>;
  /** Makes a call that Stripe may refuse. @returns the code of its refusal, if any */
  refusalOf(ask: (sdk: Sdk) => Promise<unknown>): Promise<string | undefined>;
  /** All objects of a list, across its pages. */
  each<T>(ask: (sdk: Sdk) => AsyncIterable<T>): AsyncIterable<T>;
}

/**
 * Calls Stripe's API through its SDK; throws StripeUnavailableError and StripeRefusedError.
 * @param base origin of Stripe's API, absent for the real one
 * @param options overrides for the SDK's options, such as another HTTP client
 */
export function createStripeClient(
  secret: () => Promise<StripeSecret>,
  base: string | undefined,
  options: Pick<Sdk.StripeConfig, 'httpClient' | 'maxNetworkRetries'> = {},
): StripeClient {
  let made: { readonly key: string; readonly sdk: Sdk } | undefined;

  async function sdk(): Promise<Sdk> {
    const { secretKey } = await secret();
    if (secretKey === '') throw new StripeUnavailableError('no secret key of Stripe is set', {});
    if (made?.key !== secretKey)
      made = {
        key: secretKey,
        sdk: new Sdk(secretKey, {
          apiVersion: STRIPE_API_VERSION,
          timeout: TIMEOUT_MS,
          maxNetworkRetries: RETRIES,
          telemetry: false,
          ...hostOf(base),
          ...options,
        }),
      };
    return made.sdk;
  }

  async function call<T>(ask: (sdk: Sdk) => Promise<T>): Promise<T> {
    const ready = await sdk();
    try {
      return await ask(ready);
    } catch (error) {
      throw translated(error);
    }
  }

  const find = <T>(ask: (sdk: Sdk) => Promise<T>): Promise<T | undefined> =>
    call(ask).catch((error: unknown) => {
      if (error instanceof StripeRefusedError && error.message === 'resource_missing')
        return undefined;
      throw error;
    });

  return {
    call,

    find,

    async findAs<T, Read>(
      ask: (sdk: Sdk) => Promise<T>,
      read: (found: T) => Read | Promise<Read>,
    ): Promise<Read | undefined> {
      const found = await find(ask);
      return found === undefined ? undefined : read(found);
    },

    refusalOf: (ask) =>
      call(ask).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof StripeRefusedError) return error.message;
          throw error;
        },
      ),

    async *each<T>(ask: (sdk: Sdk) => AsyncIterable<T>): AsyncIterable<T> {
      const ready = await sdk();
      try {
        yield* ask(ready);
      } catch (error) {
        throw translated(error);
      }
    },
  };
}
