import * as z from 'zod/mini';

/**
 * The version of a message's shape. Every message has one, so that workers of two deployments can
 * run concurrently: a reader accepts the newest version and the previous one.
 */
export const version = z.literal(1);
