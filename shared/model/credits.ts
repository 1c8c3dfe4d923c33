export const CREDITS_PER_EMAIL = 1;

/** Granted once to every account at verification, to try the product before paying. */
export const WELCOME_CREDITS = 100;

/** Inconclusive answers, which are free, of an account that never bought credits, per UTC day. */
export const TRIAL_UNKNOWN_ANSWERS = 200;

/** The largest gift an administrator can enter in the web app: more is likely a typo. */
export const MAX_GIFT_CREDITS = 100_000;

export const MAX_REASON_LENGTH = 500;

/** Adjustments that an administrator can make to the money or the credits of a customer. */
export const ADJUSTMENT_KINDS = ['refund', 'replacement', 'gift', 'transfer'] as const;

/**
 * The share of a purchase's credits that corresponds to a share of its price, rounded down: all of
 * them for the full price. `part` is in the unit of `cents`.
 */
export const shareOf = (
  { credits, cents }: { readonly credits: number; readonly cents: number },
  part: number,
): number => (cents === 0 ? 0 : Math.floor((credits * Math.min(part, cents)) / cents));

/** A paying customer with fewer credits left is advised to buy more. */
export const LOW_BALANCE_CREDITS = 100;
/** With fewer credits, an unaffordable list gets no preview: the sample would be too small. */
export const MIN_PREVIEW_CREDITS = 10;
