import { AppError } from '../../shared/contract/errors.ts';
import type { Log, LogFields } from '../platform/log.ts';
import { StripeCallError } from './rules/stripe-failure.ts';

/**
 * Makes a request to Stripe that a user is waiting for. Logs a failure as `event` with `fields`.
 * @throws {AppError} `payment_unavailable` if the request fails
 */
export async function callStripe<T>(
  { log }: { readonly log: Log },
  event: string,
  fields: LogFields,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    log.error(event, error, fields);
    throw new AppError('payment_unavailable', {}, { cause: error });
  }
}
