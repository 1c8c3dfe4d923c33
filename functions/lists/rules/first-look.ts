import { CREDITS_PER_EMAIL } from '../../../shared/model/credits.ts';
import { type List, creditsNeeded } from './list.ts';

/** From fewer addresses no share can be told. */
const MIN_LOOK = 10;
/** From more the shares would hardly be better known. */
const MAX_LOOK = 1000;

/** How many addresses of a list that lacks credits are asked about first; undefined for none. */
export function sizeOfLook(list: List, available: number): number | undefined {
  if (list.recheckOf || available >= creditsNeeded(list)) return undefined;
  const size = Math.min(MAX_LOOK, Math.floor(available / CREDITS_PER_EMAIL));
  return size < MIN_LOOK ? undefined : size;
}
