export const CREDITS_PER_EMAIL = 1;

/**
 * Trial credits that a new account gets when its address is confirmed, unless the address is
 * disposable or had an account before, or the limits of gifts are reached.
 */
export const WELCOME_CREDITS = 100;

/** Free answers per UTC day that every account gets, even if it has never bought credits. */
export const DAILY_FREE_ANSWERS = 200;

/** Maximum gift that an administrator can make through the API. A larger one is probably a typo. */
export const MAX_GIFT_CREDITS = 100_000;

export const MAX_ADJUSTMENT_REASON_LENGTH = 500;

export const ADJUSTMENT_KINDS = [
  'refund',
  'replacement',
  'gift',
  'transfer',
  'correction',
] as const;

/**
 * Returns how many of `credits`, sold for `cents`, correspond to the amount `part` (in the same
 * unit as `cents`), rounded down; 0 if they were free.
 */
export const creditsForShare = (
  { credits, cents }: { readonly credits: number; readonly cents: number },
  part: number,
): number => (cents === 0 ? 0 : Math.floor((credits * Math.min(part, cents)) / cents));

/** Balance below which a paying customer is advised to buy more. */
export const LOW_BALANCE_CREDITS = 100;
/** Minimum credits for a preview of a list: a smaller sample would be too inaccurate. */
export const MIN_PREVIEW_CREDITS = 10;
