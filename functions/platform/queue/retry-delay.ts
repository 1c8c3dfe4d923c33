const FIRST_SECONDS = 5;
/** Less than the time after which the reconciler would send the same task a second time. */
const MAX_SECONDS = 600;

/**
 * Seconds for which a message that failed is hidden. Twelve receives take fifty minutes.
 * @param receiveCount how often it was received, from 1
 */
export const retryDelay = (receiveCount: number, timeScale: number): number =>
  Math.ceil(Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (receiveCount - 1)) / timeScale);
