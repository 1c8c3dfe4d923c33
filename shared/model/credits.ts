/** Price of one verified address. */
export const CREDITS_PER_EMAIL = 1;

/** Given once to every account at verification, so that the product can be tried before paying. */
export const WELCOME_CREDITS = 100;

/** The largest gift of an administrator in the web app: more is a typing error. */
export const MAX_GIFT_CREDITS = 100_000;

/** The longest reason an administrator gives. */
export const MAX_REASON_LENGTH = 500;

/** What an administrator does to the money or the credits of a customer. */
export const ADJUSTMENT_KINDS = ['refund', 'replacement', 'gift', 'transfer'] as const;

/**
 * The same share of the credits of a purchase as of its money, rounded down: all of them for all of
 * it. A part is in the unit of `cents`.
 */
export const shareOf = (
  { credits, cents }: { readonly credits: number; readonly cents: number },
  part: number,
): number => (cents === 0 ? 0 : Math.floor((credits * Math.min(part, cents)) / cents));

/** With fewer than these left a paying customer is told to buy more. */
export const FEW_CREDITS = 100;
/** With fewer credits a list that lacks some has no first look: so few tell no share. */
export const MIN_LOOK_CREDITS = 10;
