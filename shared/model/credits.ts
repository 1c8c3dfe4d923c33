/** Price of one verified address. */
export const CREDITS_PER_EMAIL = 1;

/** Given once to every account at verification, so that the product can be tried before paying. */
export const WELCOME_CREDITS = 100;

/** With fewer than these left a paying customer is told to buy more. */
export const FEW_CREDITS = 100;
