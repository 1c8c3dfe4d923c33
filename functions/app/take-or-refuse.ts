import { AppError } from '../../shared/contract/errors.ts';
import type { LimitName, Limits } from './ports/limits.ts';

/** Counts a call. Throws `too_many_requests` with the seconds to wait when the limit is reached. */
export async function takeOrRefuse(
  limits: Limits,
  name: LimitName,
  subject: string,
): Promise<void> {
  const taken = await limits.take(name, subject);
  if (!taken.allowed) throw new AppError('too_many_requests', { retryAfter: taken.retryAfter });
}
