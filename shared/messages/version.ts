import * as z from 'zod/mini';

/**
 * Version of the message format. Workers of two deployments can run at the same time, because each
 * accepts the newest version and the one before it.
 */
export const messageVersion = z.literal(1);
