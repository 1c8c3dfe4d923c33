import { AppError } from '../../shared/contract/errors.ts';
import type { Log, LogFields } from '../platform/log.ts';
import { StripeCallError } from './rules/stripe-failure.ts';

/**
 * What a user waits for that needs Stripe. Where Stripe fails, `event` and `fields` stand in the
 * log.
 * @throws {AppError} `payment_unavailable` where Stripe fails
 */
export async function askStripe<T>(
  { log }: { readonly log: Log },
  event: string,
  fields: LogFields,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StripeCallError)) throw error;
    log.error(event, error, fields);
    throw new AppError('payment_unavailable', {}, { cause: error });
  }
}
