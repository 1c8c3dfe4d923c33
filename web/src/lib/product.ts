/** The name of the product; no other file of the app contains it. */
export const PRODUCT_NAME = 'Tamis';
