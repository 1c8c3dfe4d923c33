/** Longest delay of a message, in seconds (SQS). */
export const MAX_DELAY_SECONDS = 900;
