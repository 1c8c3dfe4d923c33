/** Product features: each is a folder of functions/ and an OpenAPI tag with this description. */
export const FEATURES = {
  account: 'Signup, login, and the current user',
  admin: 'Customer management for administrators',
  billing: 'Plans, payments, invoices and the subscription',
  bounces: 'Report bounces, and get wrong verdicts refunded',
  checks: 'Verify single addresses',
  forms: 'Check the addresses that visitors type',
  lists: 'Upload lists, follow their progress, and download results',
  privacy: 'Export or delete your data',
  'second-factor': 'Authenticator apps, passkeys and recovery codes',
  system: 'The service itself',
  usage: 'Credits and their movements',
  webhooks: 'Webhook endpoints and their deliveries',
} as const;

export type Feature = keyof typeof FEATURES;
