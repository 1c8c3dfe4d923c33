/** The address of every page; no other file spells one. Each needs a row in app/pages.ts. */
export const paths = {
  login: '/login',
  signup: '/signup',
  otp: '/verify-otp',
  forgotPassword: '/forget-password',
  newPassword: '/new-password',
  terms: '/tnc-accept',
  dashboard: '/dashboard',
  apiKey: '/api-documentation',
  settings: '/settings',
  invoices: '/invoices',
  usage: '/usage',
  pricing: '/pricing-plan',
  adminDashboard: '/admin-dashboard',
} as const;

/** Leads to the user's first page. */
export const homePath = '/';

/** The API's documentation: a page beside the app, so a link to it is an external one. */
export const docsPath = '/docs/';
