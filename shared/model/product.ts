export const PRODUCT_NAME = 'Tamis';
