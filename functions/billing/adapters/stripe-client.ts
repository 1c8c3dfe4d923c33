import Sdk from 'stripe';
import { StripeRefusedError, StripeUnavailableError } from '../rules/stripe-failure.ts';
import { STRIPE_API_VERSION } from '../rules/stripe-events.ts';
import type { StripeSecret } from './stripe-secret.ts';

/** Timeout of one attempt. Including retries, a call ends before API Gateway's limit of 29 s. */
const ATTEMPT_TIMEOUT_MS = 8000;
const MAX_RETRIES = 2;

/** HTTP status of a call while another call with the same idempotency key is in progress. */
const IN_PROGRESS_STATUS = 409;

function toCallError(error: unknown): unknown {
  if (!(error instanceof Sdk.errors.StripeError)) return error;
  if (
    error instanceof Sdk.errors.StripeConnectionError ||
    error instanceof Sdk.errors.StripeRateLimitError ||
    error instanceof Sdk.errors.StripeAuthenticationError ||
    error.statusCode === IN_PROGRESS_STATUS
  )
    return new StripeUnavailableError(error.type, { cause: error });
  const spentOptions = { cause: error, spent: true };
  return error instanceof Sdk.errors.StripeAPIError
    ? new StripeUnavailableError(error.type, spentOptions)
    : new StripeRefusedError(error.code ?? error.type, spentOptions);
}

function hostOf(base: string | undefined): Pick<Sdk.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (base === undefined) return {};
  const { hostname: host, port, protocol } = new URL(base);
  const isHttp = protocol === 'http:';
  return { host, port: port || (isHttp ? 80 : 443), protocol: isHttp ? 'http' : 'https' };
}

export interface StripeClient {
  call<T>(request: (sdk: Sdk) => Promise<T>): Promise<T>;
  find<T>(request: (sdk: Sdk) => Promise<T>): Promise<T | undefined>;
  findAs<T, Read>(
    request: (sdk: Sdk) => Promise<T>,
    read: (found: T) => Read | Promise<Read>,
  ): Promise<Read | undefined>;
  /**
   * Makes a call that Stripe may refuse.
   * @returns Stripe's code for the refusal; undefined on success
   */
  tryCall(request: (sdk: Sdk) => Promise<unknown>): Promise<string | undefined>;
  each<T>(request: (sdk: Sdk) => AsyncIterable<T>): AsyncIterable<T>;
}

/**
 * Calls Stripe's API through its SDK.
 * @param base origin of a fake API; undefined for the real API
 * @param options overrides for the SDK's options, such as another HTTP client
 * @throws {StripeUnavailableError} if Stripe was unreachable or failed
 * @throws {StripeRefusedError} if Stripe refused the call
 */
export function createStripeClient(
  secret: () => Promise<StripeSecret>,
  base: string | undefined,
  options: Pick<Sdk.StripeConfig, 'httpClient' | 'maxNetworkRetries'> = {},
): StripeClient {
  let instance: { readonly key: string; readonly sdk: Sdk } | undefined;

  async function getSdk(): Promise<Sdk> {
    const { secretKey } = await secret();
    if (secretKey === '') throw new StripeUnavailableError('no Stripe secret key is set', {});
    if (instance?.key !== secretKey)
      instance = {
        key: secretKey,
        sdk: new Sdk(secretKey, {
          apiVersion: STRIPE_API_VERSION,
          timeout: ATTEMPT_TIMEOUT_MS,
          maxNetworkRetries: MAX_RETRIES,
          telemetry: false,
          ...hostOf(base),
          ...options,
        }),
      };
    return instance.sdk;
  }

  async function call<T>(request: (sdk: Sdk) => Promise<T>): Promise<T> {
    const stripe = await getSdk();
    try {
      return await request(stripe);
    } catch (error) {
      throw toCallError(error);
    }
  }

  const find = <T>(request: (sdk: Sdk) => Promise<T>): Promise<T | undefined> =>
    call(request).catch((error: unknown) => {
      if (error instanceof StripeRefusedError && error.message === 'resource_missing')
        return undefined;
      throw error;
    });

  return {
    call,

    find,

    async findAs<T, Read>(
      request: (sdk: Sdk) => Promise<T>,
      read: (found: T) => Read | Promise<Read>,
    ): Promise<Read | undefined> {
      const found = await find(request);
      return found === undefined ? undefined : read(found);
    },

    tryCall: (request) =>
      call(request).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof StripeRefusedError) return error.message;
          throw error;
        },
      ),

    async *each<T>(request: (sdk: Sdk) => AsyncIterable<T>): AsyncIterable<T> {
      const stripe = await getSdk();
      try {
        yield* request(stripe);
      } catch (error) {
        throw toCallError(error);
      }
    },
  };
}

/** Stripe returns a reference as an id or, if expanded, as the object. */
export const stripeIdOf = (
  reference: string | { readonly id: string } | null | undefined,
): string | undefined => (typeof reference === 'string' ? reference : reference?.id) || undefined;

export const toMs = (seconds: number): number => seconds * 1000;
export const toOptionalMs = (seconds: number | null | undefined): number | undefined =>
  typeof seconds === 'number' ? toMs(seconds) : undefined;
