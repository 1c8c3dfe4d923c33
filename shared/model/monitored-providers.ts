/**
 * Providers with their own metrics, by their ids in the provider table. Metrics and alarms cost
 * money, so these are the few that host most addresses. All others are counted together.
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
