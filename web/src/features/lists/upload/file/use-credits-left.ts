import { CREDITS_PER_EMAIL, MIN_PREVIEW_CREDITS } from '../../../../../../shared/model/credits.ts';
import { useMe } from '../../../../lib/me.ts';

/**
 * Credits needed by a file, and credits left after it (negative if some are missing).
 * @param verified its distinct well-formed addresses
 * @param creditsAhead credits needed by other lists that come first
 * @returns in `look` the credits that a preview takes immediately, 0 without one
 */
export function useCreditsLeft(verified: number, creditsAhead: number) {
  const spareCredits = useMe().available_credit - creditsAhead;
  const credits = verified * CREDITS_PER_EMAIL;
  const left = spareCredits - credits;
  return {
    credits,
    left,
    previewSize: left < 0 && spareCredits >= MIN_PREVIEW_CREDITS ? spareCredits : 0,
  };
}
