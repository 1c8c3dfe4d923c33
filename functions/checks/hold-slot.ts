import type { User } from '../access/adapters/user.ts';
import { AppError } from '../../shared/contract/errors.ts';
import type { Verdict } from '../../shared/contract/checks.ts';
import { consumeOrRefuse } from '../access/limits/limits.ts';
import type { ChecksDeps } from './deps.ts';

export type SlotDeps = Pick<ChecksDeps, 'checkSlots' | 'clock' | 'env' | 'limits'>;

/** Most checks take less, and give their slot back. */
const RETRY_SECONDS = 2;
/** Where a server answers at all, it has done so by then. */
const SLOW_MS = 10_000;

/**
 * Runs a check while it holds one of the slots of its account: a silent mail server holds a function
 * for as long as a check may take, and costs no credit. An account that never bought has few slots,
 * and only so many unknowns an hour that took their time, or go on in the background.
 * @throws {AppError} `too_many_requests`, before `run` is called
 */
export async function holdSlot<T extends { readonly verdict?: Verdict | undefined }>(
  { checkSlots, clock, env, limits }: SlotDeps,
  { id, paid }: Pick<User, 'id' | 'paid'>,
  run: () => Promise<T>,
): Promise<T> {
  const most = paid ? env.CHECKS_IN_FLIGHT_PAID : env.CHECKS_IN_FLIGHT_TRIAL;
  const slot = await checkSlots.take(id, most);
  if (!slot) throw new AppError('too_many_requests', { retryAfter: RETRY_SECONDS });
  try {
    if (paid) return await run();
    await consumeOrRefuse(limits, 'slow_check_trial', id);
    const started = clock.now();
    let wasSlow = false;
    try {
      const checked = await run();
      const isOpen = checked.verdict === undefined;
      wasSlow =
        isOpen || (checked.verdict.status === 'unknown' && clock.now() - started >= SLOW_MS);
      return checked;
    } finally {
      if (!wasSlow) await limits.refund('slow_check_trial', id);
    }
  } finally {
    // A slot that is not given back ends by itself; the verdict is stored and paid.
    await checkSlots.release(slot).catch(() => undefined);
  }
}
