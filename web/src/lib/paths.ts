/** Every address of the app; nothing else spells one. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  verifyOtp: '/verify-otp',
  termsAccept: '/tnc-accept',
  dashboard: '/dashboard',
  adminDashboard: '/admin-dashboard',
} as const;
