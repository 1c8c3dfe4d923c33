/**
 * Providers with their own metrics, by id in the provider table. Metrics and alarms cost money, so
 * these are only the few that host the most addresses; all others are counted together.
 */
export const MONITORED_PROVIDERS = [
  'google',
  'microsoft',
  'yahoo',
  'apple',
  'orange',
  'free',
] as const;

export const OTHER_PROVIDER_ID = 'other';
