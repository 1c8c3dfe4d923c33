/** The name shown everywhere; nothing else knows it. */
export const PRODUCT_NAME = 'Tamis';
