/** The address of every page; no other file spells one. Each needs a row in app/pages.ts. */
export const paths = {
  login: '/login',
  signup: '/signup',
  otp: '/verify-otp',
  forgotPassword: '/forget-password',
  newPassword: '/new-password',
  terms: '/tnc-accept',
  conditions: '/conditions',
  dashboard: '/dashboard',
  list: '/lists/:id',
  apiKey: '/api-documentation',
  settings: '/settings',
  invoices: '/invoices',
  usage: '/usage',
  pricing: '/pricing-plan',
  webhooks: '/webhooks',
  webhook: '/webhooks/:id',
  forms: '/forms',
  adminDashboard: '/admin-dashboard',
} as const;

/** The prices, with the cheapest that brings so many credits marked. */
export const pricesFor = (credits: number): string =>
  credits > 0 ? `${paths.pricing}?credits=${credits}` : paths.pricing;

export const homePath = '/';

/** The API's documentation: a page beside the app, so a link to it is an external one. */
export const docsPath = '/docs/';
