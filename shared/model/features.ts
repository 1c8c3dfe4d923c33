/**
 * Product features, in the order of the API reference. Each is a folder of functions/ and an
 * OpenAPI tag with this description.
 */
export const FEATURES = {
  checks: 'Verify single addresses',
  lists: 'Upload lists, follow their progress, and download results',
  account: 'Signup, login, and the current user',
  admin: 'Customer management for administrators',
  billing: 'Plans, payments, invoices and the subscription',
  bounces: 'Report bounces, and get wrong verdicts refunded',
  connections: 'Import contacts from the services that you send with',
  factors: 'Second factors and passkeys',
  forms: 'Check the addresses that visitors type',
  members: 'Invitations, roles, transfer and single sign-on',
  privacy: 'Export or delete your data',
  security: 'What can act for the account',
  assistants: 'Let AI assistants use the API',
  system: 'The service itself',
  usage: 'Credits and their movements',
  webhooks: 'Webhook endpoints and their deliveries',
} as const;

export type Feature = keyof typeof FEATURES;
