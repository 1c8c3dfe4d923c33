export const CREDITS_PER_EMAIL = 1;

/** Granted once to every new account when its address is confirmed, for a trial. */
export const WELCOME_CREDITS = 100;

/** Inconclusive answers, which are free, of an account that never bought credits, per UTC day. */
export const TRIAL_UNKNOWN_ANSWERS = 200;

/** Largest gift that an administrator can enter in the web app; a larger one is likely a typo. */
export const MAX_GIFT_CREDITS = 100_000;

export const MAX_REASON_LENGTH = 500;

/** Adjustments that an administrator can make to a customer's money or credits. */
export const ADJUSTMENT_KINDS = ['refund', 'replacement', 'gift', 'transfer'] as const;

/**
 * Credits of a purchase that correspond to `part` of its price, rounded down. For the full price,
 * these are all its credits. `part` and `cents` have the same unit.
 */
export const shareOf = (
  { credits, cents }: { readonly credits: number; readonly cents: number },
  part: number,
): number => (cents === 0 ? 0 : Math.floor((credits * Math.min(part, cents)) / cents));

/** A paying customer with fewer credits left is advised to buy more. */
export const LOW_BALANCE_CREDITS = 100;
/** With fewer credits, a list gets no preview: the sample would be too small. */
export const MIN_PREVIEW_CREDITS = 10;
