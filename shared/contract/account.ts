import * as z from 'zod/mini';
import { ROLE, USER_STATUS } from '../model/account.ts';
import {
  count,
  emptyResponse,
  email,
  reachableEmail,
  envelope,
  existingPassword,
  language,
  newPassword,
  otp,
  personName,
  required,
  registrationSecret,
} from './fields.ts';
import { defineRoutes } from './route.ts';

export const me = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.union([z.literal(ROLE.admin), z.literal(ROLE.customer)]),
  status: z.union([z.literal(USER_STATUS.active), z.literal(USER_STATUS.inactive)]),
  terms_accepted: z.union([z.literal(0), z.literal(1)]),
  available_credit: count(),
  used_credit: count(),
  /** Null until the first payment. */
  api_key: z.nullable(z.string()),
  /** Free of charge; only accepts addresses at sandbox.test. Null for administrators. */
  test_api_key: z.nullable(z.string()),
  plan: z.nullable(
    z.object({
      id: z.string(),
      /** The last payment failed and will be retried. */
      past_due: z.boolean(),
      /** Start of the next billing month; null if the plan ends. */
      renews_at: z.nullable(z.iso.datetime()),
      /** End of a canceled plan; null otherwise. */
      ends_at: z.nullable(z.iso.datetime()),
      /** Plan that starts next month; null if the plan does not change. */
      changes_to: z.nullable(z.string()),
    }),
  ),
  language: language(),
  stripe_customer_id: z.nullable(z.string()),
  csrf_token: z.string(),
});
export type Me = z.infer<typeof me>;

const isFilled = (text: string | null | undefined): text is string => Boolean(text);
const PASSWORD_FIELDS = ['current_password', 'new_password', 'confirm_password'] as const;

/** Also reported if the box is unticked, so that a form shows all its errors at once. */
const PASSWORD_MISMATCH = {
  error: 'field.confirm_password',
  path: ['confirm_password'],
  when: ({ value }: { readonly value: unknown }) => value instanceof Object,
};

/** Password field that may be left empty. */
const password = () =>
  z.optional(z.nullable(z.string().check(z.maxLength(1024, { error: 'field.too_long' }))));

/** The password changes only if all three password fields are filled in. */
export const profile = z
  .object({
    first_name: personName(),
    last_name: personName(),
    /** Ignored: the address cannot be changed. */
    email: z.optional(z.unknown()),
    current_password: password(),
    new_password: password(),
    confirm_password: password(),
  })
  .check(
    ...PASSWORD_FIELDS.map((field) =>
      z.refine<Partial<Record<(typeof PASSWORD_FIELDS)[number], string | null | undefined>>>(
        (form) => isFilled(form[field]) || !PASSWORD_FIELDS.some((each) => isFilled(form[each])),
        { error: 'field.required', path: [field] },
      ),
    ),
    ({ value: { new_password: chosen }, issues }) => {
      const { error } = newPassword().safeParse(chosen);
      const [firstIssue] = isFilled(chosen) ? (error?.issues ?? []) : [];
      if (firstIssue)
        issues.push({
          code: 'custom',
          message: firstIssue.message,
          input: chosen,
          path: ['new_password'],
        });
    },
    z.refine(
      ({ new_password: chosen, confirm_password: confirmed }) =>
        !isFilled(chosen) || !isFilled(confirmed) || chosen === confirmed,
      PASSWORD_MISMATCH,
    ),
  );

/** The form that a reset link opens; the link's URL contains the token and the email address. */
const passwordReset = z
  .object({
    new_password: newPassword(),
    confirm_password: z.string({ error: 'field.required' }),
    token: required().check(z.maxLength(200, { error: 'field.too_long' })),
    email: email(),
  })
  .check(z.refine((form) => form.new_password === form.confirm_password, PASSWORD_MISMATCH));

const newKey = envelope(z.object({ api_key: z.string() }));

const session = envelope(z.object({ token: z.string(), csrf_token: z.string() }));

/** Body of the error `unverified` of `login`: the registration that waits for its code. */
export const unverifiedResponse = z.object({
  data: z.object({ email: z.string(), registration: z.string() }),
});

/** The signup form, shared by the browser and the handler. */
export const registration = z
  .object({
    first_name: personName(),
    last_name: personName(),
    email: reachableEmail(),
    password: newPassword(),
    confirm_password: z.string({ error: 'field.required' }),
    agree_policy: z.literal(true, { error: 'field.required' }),
    language: language(),
    'g-recaptcha-response': z
      .string({ error: 'error.captcha_required' })
      .check(
        z.minLength(1, { error: 'error.captcha_required' }),
        z.maxLength(8192, { error: 'error.captcha_required' }),
      ),
    partner_key: z.optional(z.nullable(z.string())),
  })
  .check(z.refine((form) => form.password === form.confirm_password, PASSWORD_MISMATCH));

export const accountRoutes = defineRoutes('account', {
  captcha: {
    method: 'GET',
    path: '/api/captcha',
    auth: 'public',
    limit: 'captcha_ip',
    output: envelope(z.record(z.string(), z.unknown())),
  },

  register: {
    method: 'POST',
    path: '/api/register',
    auth: 'public',
    limit: 'register_ip',
    body: registration,
    output: envelope(
      z.object({
        email: z.string(),
        verified: z.boolean(),
        /** Secret with which later calls prove that they belong to this registration. */
        registration: z.string(),
      }),
    ),
    errors: ['captcha_required'],
  },

  verifyOtp: {
    method: 'POST',
    path: '/api/verify-email',
    auth: 'public',
    limit: 'otp_ip',
    body: z.object({
      email: email(),
      otp: otp(),
      /** Selects a registration if several are pending for the address. */
      registration: z.optional(registrationSecret()),
      /** Password of the registration, as an alternative to its secret. */
      password: z.optional(existingPassword()),
    }),
    output: session,
    errors: ['wrong_code', 'registration_required'],
  },

  resendOtp: {
    method: 'POST',
    path: '/api/resend-otp',
    auth: 'public',
    limit: 'otp_resend_ip',
    body: z.object({ email: email(), registration: z.optional(registrationSecret()) }),
    output: envelope(z.object({ language: language() })),
    errors: ['code_on_its_way'],
  },

  login: {
    method: 'POST',
    path: '/api/login',
    auth: 'public',
    limit: 'login_ip',
    body: z.object({
      email: email(),
      password: existingPassword(),
      /** Solution of a captcha; required after the error `captcha_required`. */
      'g-recaptcha-response': z.optional(z.string().check(z.maxLength(8192))),
    }),
    output: session,
    errors: ['wrong_credentials', 'unverified', 'account_inactive', 'captcha_required'],
  },

  forgetPassword: {
    method: 'POST',
    path: '/api/forget-password',
    auth: 'public',
    limit: 'reset_ip',
    body: z.object({ email: email() }),
    output: emptyResponse(),
  },

  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    auth: 'public',
    limit: 'reset_use_ip',
    body: passwordReset,
    output: emptyResponse(),
    errors: ['link_expired'],
  },

  logout: {
    method: 'POST',
    path: '/api/logout',
    auth: 'session',
    output: emptyResponse(),
  },

  me: {
    method: 'GET',
    path: '/api/me',
    auth: 'session',
    limit: 'poll_user',
    output: envelope(me),
  },

  editProfile: {
    method: 'POST',
    path: '/api/edit-profile',
    auth: 'customer-terms',
    limit: 'profile_user',
    body: profile,
    output: envelope(z.object({ user: me, password_changed: z.boolean() })),
  },

  setLanguage: {
    method: 'POST',
    path: '/api/language',
    auth: 'session',
    body: z.object({ language: language() }),
    output: envelope(me),
  },

  resetApiKey: {
    method: 'POST',
    path: '/api/reset-api-key',
    auth: 'customer-terms',
    output: newKey,
    errors: ['api_paid_only'],
  },

  resetApiKeyByGet: {
    method: 'GET',
    path: '/api/reset-api-key',
    auth: 'customer-terms',
    changesState: true,
    output: newKey,
    errors: ['api_paid_only'],
  },

  acceptTerms: {
    method: 'POST',
    path: '/api/accept-terms',
    auth: 'customer',
    body: z.object({ terms_accepted: z.literal(1, { error: 'field.required' }) }),
    output: envelope(me),
  },
});
