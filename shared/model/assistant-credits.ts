/** Credits per UTC day that AI assistants may spend with a key whose owner set no other limit. */
export const DEFAULT_ASSISTANT_CREDITS = 1000;
export const MAX_ASSISTANT_CREDITS = 1_000_000;
