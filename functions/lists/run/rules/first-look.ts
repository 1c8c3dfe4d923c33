import { CREDITS_PER_EMAIL, MIN_LOOK_CREDITS } from '../../../../shared/model/credits.ts';
import { type List, creditsNeeded } from '../../rules/list.ts';

/** From more the shares would hardly be better known. */
const MAX_LOOK = 1000;

/** How many addresses of a list that lacks credits are asked about first; undefined for none. */
export function sizeOfLook(list: List, available: number): number | undefined {
  if (list.recheckOf || available >= creditsNeeded(list)) return undefined;
  if (available < MIN_LOOK_CREDITS) return undefined;
  return Math.min(MAX_LOOK, Math.floor(available / CREDITS_PER_EMAIL));
}
