/** The only place with the paths of pages. Each needs a row in app/pages.ts. */
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

/** The prices, highlighting the cheapest offer for this many credits. */
export const pricesFor = (credits: number): string =>
  credits > 0 ? `${paths.pricing}?credits=${credits}` : paths.pricing;

export const homePath = '/';

/** The API documentation: a page outside the app, so links to it are external ones. */
export const docsPath = '/docs/';
