import type { accountRoutes, Me } from '../../../shared/contract/account.ts';
import type { PrivateExamplesOf } from './example.ts';

const email = 'ada@customer.test';
const password = 'Sieve4all';
const NEW_PASSWORD = 'Another7sieve';
const registration = '01KA7Q2M8Z4T6V9XB3C5D7F1GHpL7vN2rT9yW4bC6dE8fG1hJ3kM5nQ0sU2wX4zA6cE8g';
const CAPTCHA = 'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJub25jZSI6IjE3ZjMifX19';

const session = {
  token: 'q0mS2uGf1pX8wYkZr7vJ3nB5cD9eH4tA6sL0iOuVxQk',
  csrf_token: 'Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS',
};

const user = {
  email,
  first_name: 'Ada',
  last_name: 'Martin',
  role: 2,
  account_role: 'owner',
  account_id: '01JCZ4Q8M2T7R5V9X3B6N1K0HD',
  account_name: 'Ada Martin',
  accounts: [{ id: '01JCZ4Q8M2T7R5V9X3B6N1K0HD', name: 'Ada Martin', role: 'owner' }],
  status: 1,
  terms_accepted: 1,
  available_credit: 9_873,
  used_credit: 1_227,
  api_key: 'tms_live_4fT0cQm8ZsW1xR6vB2nK9yHdJ3pL5aGe7uXo',
  test_api_key: 'tms_test_MTxd5w2acQ8bcDyyCiBSPploaLC5Bk1yugwl',
  plan: null,
  language: 'en',
  stripe_customer_id: null,
  csrf_token: session.csrf_token,
} satisfies Me;

export const accountExamples = {
  captcha: {
    response: {
      data: {
        parameters: {
          algorithm: 'PBKDF2/SHA-256',
          nonce: '17f3a1c09b52',
          salt: '5be2d80c11a94f7e',
          cost: 2000,
          keyLength: 32,
          keyPrefix: '00',
          expiresAt: 1795248600,
        },
        signature: '9d1f0a7c5b3e2468',
      },
    },
  },

  register: {
    body: {
      first_name: 'Ada',
      last_name: 'Martin',
      email,
      password,
      confirm_password: password,
      agree_policy: true,
      language: 'en',
      'g-recaptcha-response': CAPTCHA,
      partner_key: null,
    },
    response: { data: { email, verified: false, registration } },
  },

  verifyOtp: {
    body: { email, otp: '4821', registration },
    response: { data: session },
  },

  resendOtp: {
    body: { email, registration },
    response: { data: { language: 'en' } },
  },

  login: {
    body: { email, password },
    response: { data: session },
  },

  forgetPassword: {
    body: { email },
    response: { data: {} },
  },

  resetPassword: {
    body: {
      new_password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
      token: 'T4kE2mS8uGf1pX6wYkZr7vJ3nB5cD9eH0tA4sL1iOuV',
      email,
    },
    response: { data: {} },
  },

  logout: {
    response: { data: {} },
  },

  me: {
    response: { data: user },
  },

  editProfile: {
    body: {
      first_name: 'Ada',
      last_name: 'Martin',
      email,
      current_password: password,
      new_password: NEW_PASSWORD,
      confirm_password: NEW_PASSWORD,
    },
    response: { data: { user, password_changed: true } },
  },

  setLanguage: {
    body: { language: 'fr' },
    response: { data: { ...user, language: 'fr' } },
  },

  getApiKey: {
    response: { data: { api_key: user.api_key } },
  },

  resetApiKey: {
    response: { data: { api_key: user.api_key } },
  },

  resetApiKeyByGet: {
    response: { data: { api_key: user.api_key } },
  },

  acceptTerms: {
    body: { terms_accepted: 1 },
    response: { data: user },
  },

  openAccount: {
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof accountRoutes>;
