import * as z from 'zod/mini';

/**
 * Version of the format of a message. Every message contains it, so that workers of two deployments
 * can run at the same time: each accepts the newest version and the one before it.
 */
export const version = z.literal(1);
