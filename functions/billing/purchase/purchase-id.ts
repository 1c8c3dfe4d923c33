import { hash } from 'node:crypto';

/**
 * The id of the purchase that a payment makes: the same however often it is told, and in the order
 * of the payments.
 * @param paidAt epoch milliseconds
 */
export const purchaseIdOf = (source: string, paidAt: number): string =>
  paidAt.toString(36).padStart(9, '0') + hash('sha256', source).slice(0, 15);
