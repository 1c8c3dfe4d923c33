/**
 * Providers with separate metrics, by their ids in the provider table. Only the few that host the
 * most addresses, because metrics and alarms cost money; all other providers are counted together.
 */
export const MONITORED_PROVIDERS = [
  'google',
  'microsoft',
  'yahoo',
  'apple',
  'orange',
  'free',
] as const;

export const OTHER_PROVIDERS = 'other';
