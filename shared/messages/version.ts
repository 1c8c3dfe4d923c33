import * as z from 'zod/mini';

/**
 * The version of a message's shape. Every message carries one, so that workers of two deployments
 * can run side by side: a reader accepts its own version and the one before.
 */
export const version = z.literal(1);
