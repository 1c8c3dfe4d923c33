import { hash } from 'node:crypto';
import type { Purchase } from '../rules/purchase.ts';

/**
 * The id sorts by time and is the same for repeated events.
 * @param at epoch milliseconds
 */
export const buildPurchase = (
  at: number,
  fields: Omit<Purchase, 'id' | 'date' | 'refunded' | 'revoked' | 'disputes' | 'revision'>,
): Purchase => ({
  ...fields,
  id: at.toString(36).padStart(9, '0') + hash('sha256', fields.source).slice(0, 15),
  refunded: 0,
  revoked: 0,
  disputes: {},
  date: new Date(at).toISOString(),
  revision: 0,
});
