/**
 * Product features with their descriptions: the folders of functions/ and the tags in the OpenAPI
 * document.
 */
export const FEATURES = {
  account: 'Sign up, log in, the signed-in user',
  admin: 'The customers, for administrators',
  billing: 'Plans, payments, invoices, the subscription',
  checks: 'Check one address',
  forms: 'Check addresses while visitors type them',
  lists: 'Upload lists, follow them, download their results',
  privacy: 'Your own data: take them with you, or have them deleted',
  system: 'The service itself',
  usage: 'What moved the credits',
  webhooks: 'Be told of what happens: endpoints, and what was sent to them',
} as const;

export type Feature = keyof typeof FEATURES;
