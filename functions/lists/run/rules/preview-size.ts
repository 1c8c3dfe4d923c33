import { CREDITS_PER_EMAIL, MIN_PREVIEW_CREDITS } from '../../../../shared/model/credits.ts';
import { type List, creditsNeeded } from '../../rules/list.ts';

/** Maximum size of a preview. A larger sample would hardly improve the estimated shares. */
const MAX_PREVIEW_ADDRESSES = 1000;

export function computePreviewSize(list: List, available: number): number | undefined {
  if (list.recheckOf || available >= creditsNeeded(list)) return undefined;
  if (available < MIN_PREVIEW_CREDITS) return undefined;
  return Math.min(MAX_PREVIEW_ADDRESSES, Math.floor(available / CREDITS_PER_EMAIL));
}
