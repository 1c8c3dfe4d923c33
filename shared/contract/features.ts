/** The parts of the product, each with what it is for: folders of functions/, tags of the API. */
export const FEATURES = {
  account: 'Sign up, sign in, the signed-in user',
  billing: 'Plans, payments, invoices, the subscription',
  checks: 'Check one address',
  lists: 'Upload lists, follow them, download their results',
  system: 'The service itself',
} as const;

export type Feature = keyof typeof FEATURES;
