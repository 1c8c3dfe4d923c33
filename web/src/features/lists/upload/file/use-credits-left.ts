import { CREDITS_PER_EMAIL, MIN_LOOK_CREDITS } from '../../../../../../shared/model/credits.ts';
import { useMe } from '../../../../lib/me.ts';

/**
 * What a file needs, in credits, and what is left after it: negative where some are missing.
 * @param verified its distinct well-formed addresses
 * @param asked credits that other lists ask for which come before it
 * @returns with `look` the credits that a first look takes at once, 0 where there is none
 */
export function useCreditsLeft(verified: number, asked: number) {
  const spare = useMe().available_credit - asked;
  const credits = verified * CREDITS_PER_EMAIL;
  const left = spare - credits;
  return { credits, left, look: left < 0 && spare >= MIN_LOOK_CREDITS ? spare : 0 };
}
