import { CREDITS_PER_EMAIL, MIN_PREVIEW_CREDITS } from '../../../../../../shared/model/credits.ts';
import { useMe } from '../../../../lib/me.ts';

/**
 * @param verified number of distinct well-formed addresses in the file
 * @param creditsAhead credits needed by the lists before this one
 * @returns `left`: negative if credits are missing; `previewSize`: credits that a preview takes
 *   immediately, 0 if there is no preview
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
