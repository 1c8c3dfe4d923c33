/**
 * Providers whose answers are counted and watched apart, by their ids in the provider table: each
 * has metrics and alarms that are paid for, so they are the few that most addresses are at. All
 * others are counted together.
 */
export const WATCHED_PROVIDERS = [
  'google',
  'microsoft',
  'yahoo',
  'apple',
  'orange',
  'free',
] as const;

export const OTHER_PROVIDERS = 'other';
