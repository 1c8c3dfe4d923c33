import * as z from 'zod/mini';

/**
 * The version of a message's shape. Every message carries one, so that workers of two deployments
 * can run side by side: where there are several, a reader accepts the newest and the one before it.
 */
export const version = z.literal(1);
