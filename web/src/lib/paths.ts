/** The address of every page; no other file spells one. The table in app/pages.ts asks for a row each. */
export const paths = {
  login: '/login',
  signup: '/signup',
  otp: '/verify-otp',
  terms: '/tnc-accept',
  dashboard: '/dashboard',
  adminDashboard: '/admin-dashboard',
} as const;

/** Leads each user to their own first page. */
export const homePath = '/';
