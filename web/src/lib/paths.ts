/** The paths of all pages, defined only here. Each needs an entry in app/pages.ts. */
export const paths = {
  login: '/login',
  signup: '/signup',
  otp: '/verify-otp',
  forgotPassword: '/forget-password',
  newPassword: '/new-password',
  keepFactors: '/keep-factors',
  terms: '/tnc-accept',
  conditions: '/conditions',
  dashboard: '/dashboard',
  list: '/lists/:id',
  connections: '/connections',
  /** Page to which a service returns after a login. The address is registered at the services. */
  connected: '/connections/:service',
  apiKey: '/api-documentation',
  settings: '/settings',
  invoices: '/invoices',
  usage: '/usage',
  pricing: '/pricing-plan',
  webhooks: '/webhooks',
  webhook: '/webhooks/:id',
  forms: '/forms',
  members: '/members',
  activity: '/activity',
  security: '/security',
  invitation: '/invitation',
  sso: '/sso/:accountId',
  adminDashboard: '/admin-dashboard',
  user: '/users/:id',
} as const;

/** @param credits number for which the page highlights the cheapest offer */
export const pricingPathFor = (credits: number): string =>
  credits > 0 ? `${paths.pricing}?credits=${credits}` : paths.pricing;

export const homePath = '/';

/** The API documentation, a page outside the app: link to it as to an external page. */
export const docsPath = '/docs/';

/** The API reference, in English only, also outside the app. */
export const referencePath = '/docs/reference/';

/** The pages for visitors in each language, `en.html` and `fr.html`, outside the app. */
export const startPath = '/start/';
export const pricesPath = '/prices/';
