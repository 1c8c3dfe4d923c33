import { AppError } from '../../../shared/contract/errors.ts';
import type { LimitName } from '../../../shared/contract/limits.ts';
import type { Limits } from './limits.ts';

/** Counts a call. Throws `too_many_requests` with the seconds to wait when the limit is reached. */
export async function consumeOrRefuse(
  limits: Pick<Limits, 'consume'>,
  name: LimitName,
  subject: string,
): Promise<void> {
  const consumed = await limits.consume(name, subject);
  if (!consumed.allowed)
    throw new AppError('too_many_requests', { retryAfter: consumed.retryAfter });
}
