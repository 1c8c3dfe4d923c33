/** Response of `/api/me` for a customer who has accepted the terms. */
export const signedInUser = {
  email: 'ada@tamis.test',
  first_name: 'Ada',
  last_name: 'L',
  role: 2,
  status: 1,
  terms_accepted: 1,
  available_credit: 1200,
  used_credit: 0,
  api_key: null,
  test_api_key: null,
  plan: null,
  language: 'en',
  stripe_customer_id: null,
  csrf_token: 'csrf-1',
};
