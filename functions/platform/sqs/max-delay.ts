export const MAX_DELAY_SECONDS = 900;

/**
 * Delay of a message that is sent before a write, in case the process is killed before it sends the
 * message of the write. It exceeds the time of any API call, so by then the write has been made or has failed.
 */
export const MAX_WRITE_SECONDS = 60;
