/** The address of every page; no other file spells one. Each needs a row in app/pages.ts. */
export const paths = {
  login: '/login',
  signup: '/signup',
  otp: '/verify-otp',
  terms: '/tnc-accept',
  dashboard: '/dashboard',
  adminDashboard: '/admin-dashboard',
} as const;

/** Leads to the user's first page. */
export const homePath = '/';

/** The API's documentation: a page of its own beside the app, so a link to it is an external one. */
export const docsPath = '/docs/';
