import { createHash } from 'node:crypto';

/** Names an address in counters, in whatever spelling it has there, without telling it. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('hex');
