export const MAX_DELAY_SECONDS = 900;

/**
 * Delay of a message that is sent before a write, in case the process is killed before it sends the
 * message of the write. By then, the write has either been made or failed; longer than any API call.
 */
export const MAX_WRITE_S = 60;
