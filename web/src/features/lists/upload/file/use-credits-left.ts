import { CREDITS_PER_EMAIL, MIN_PREVIEW_CREDITS } from '../../../../../../shared/model/credits.ts';
import { useMe } from '../../../../lib/me.ts';

/**
 * Credits needed by a file, and credits left after it (negative if some are missing).
 * @param verified its distinct well-formed addresses
 * @param asked credits needed by other lists that come first
 * @returns in `look` the credits that a preview takes immediately, 0 without one
 */
export function useCreditsLeft(verified: number, asked: number) {
  const spare = useMe().available_credit - asked;
  const credits = verified * CREDITS_PER_EMAIL;
  const left = spare - credits;
  return { credits, left, look: left < 0 && spare >= MIN_PREVIEW_CREDITS ? spare : 0 };
}
