import * as z from 'zod/mini';
import { ROLE, USER_STATUS, ACCOUNT_ROLES } from '../model/account.ts';
import {
  count,
  emptyResponse,
  email,
  reachableEmail,
  envelope,
  existingPassword,
  flag,
  language,
  newPassword,
  otp,
  personName,
  requiredText,
  registrationSecret,
  text,
  timestamp,
} from './fields.ts';
import { defineRoutes } from './route.ts';

export const me = z
  .object({
    email: text('Email address, with which the user logs in'),
    first_name: z.string(),
    last_name: z.string(),
    role: z
      .union([z.literal(ROLE.admin), z.literal(ROLE.customer)])
      .check(z.describe('1 for an administrator, 2 for a customer')),
    account_role: z.enum(ACCOUNT_ROLES).check(z.describe('What the user may do in the account')),
    account_id: text('Id of the account, which owns credits, lists and keys'),
    account_name: z.string(),
    account_transferred: z.optional(
      z.literal(true).check(z.describe('Present if the account was transferred to its owner')),
    ),
    accounts: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.enum(ACCOUNT_ROLES).check(z.describe('What the user may do in the account')),
        }),
      )
      .check(
        z.describe(
          'All accounts of the user, the own one first; empty for a user whose only account is gone',
        ),
      ),
    status: z
      .union([z.literal(USER_STATUS.active), z.literal(USER_STATUS.inactive)])
      .check(z.describe('1 for an active account, 2 for an inactive one')),
    terms_accepted: z
      .union([z.literal(0), z.literal(1)])
      .check(z.describe('1 if the user has accepted the current terms, otherwise 0')),
    available_credit: count('Credits that can be spent'),
    used_credit: count('Credits charged so far'),
    api_key: z.nullable(
      text('Live API key; null until the first payment, and for users below administrator'),
    ),
    api_key_hidden: z.optional(
      z
        .literal(true)
        .check(z.describe('Present if `api_key` is masked: ten minutes after the last proof')),
    ),
    test_api_key: z.nullable(
      text(
        'Free API key that only accepts addresses at sandbox.test; null where `api_key` always is',
      ),
    ),
    plan: z
      .nullable(
        z.object({
          id: z.string(),
          past_due: flag('Whether the last payment failed and will be retried'),
          renews_at: z.nullable(timestamp('Start of the next period; null if the plan ends')),
          ends_at: z.nullable(timestamp('End of a canceled plan; null otherwise')),
          changes_to: z.nullable(text('Id of the plan of the next period; null for no change')),
        }),
      )
      .check(z.describe('The subscription; null without one')),
    language: language(),
    stripe_customer_id: z.nullable(text('Id of the customer at Stripe; null before a purchase')),
    csrf_token: text('Value of the header `X-CSRF-Token` for calls that change something'),
    factor_required: z.optional(
      z.literal(true).check(z.describe('Present while an administrator must add a second factor')),
    ),
    via_sso: z.optional(
      z
        .literal(true)
        .check(
          z.describe('Present in a single sign-on session, which can access only one account'),
        ),
    ),
  })
  .check(z.describe('The user'));
export type Me = z.infer<typeof me>;

const isFilled = (value: string | null | undefined): value is string => Boolean(value);
const PASSWORD_FIELDS = ['current_password', 'new_password', 'confirm_password'] as const;

/** Reported even if other fields are invalid, so that a form shows all errors at once. */
const PASSWORD_MISMATCH = {
  error: 'field.confirm_password',
  path: ['confirm_password'],
  when: ({ value }: { readonly value: unknown }) => value instanceof Object,
};

/** Schema of a password that may be left empty. */
const password = (description: string) =>
  z.optional(
    z.nullable(
      z.string().check(z.maxLength(1024, { error: 'field.too_long' }), z.describe(description)),
    ),
  );
const confirmPassword = () =>
  z.string({ error: 'field.required' }).check(z.describe('The new password again; must be equal'));

/** The password changes only if all three password fields are filled in. */
export const profileRequest = z
  .object({
    first_name: personName(),
    last_name: personName(),
    email: z.optional(z.unknown()).check(z.describe('Ignored: the address cannot be changed')),
    current_password: password('Current password; required to change it'),
    new_password: password('New password: 8 to 128 characters, including a letter and a digit'),
    confirm_password: password('The new password again'),
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

/** Form that a reset link opens. The link contains the token and the email address. */
const passwordResetRequest = z
  .object({
    new_password: newPassword(),
    confirm_password: confirmPassword(),
    token: requiredText().check(
      z.maxLength(200, { error: 'field.too_long' }),
      z.describe('Token from the reset link'),
    ),
    email: email(),
  })
  .check(z.refine((form) => form.new_password === form.confirm_password, PASSWORD_MISMATCH));

const keyResponse = envelope(z.object({ api_key: z.string() }));

export const sessionResponse = envelope(
  z.object({
    token: text('Session token, sent as `Authorization: Bearer …`'),
    csrf_token: text('Value of the header `X-CSRF-Token` for calls that change something'),
  }),
);

/** Body of the error `unverified` of `login`: the registration that waits for its code. */
export const unverifiedResponse = z.object({
  data: z.object({
    email: text('Address that needs a code'),
    registration: text('Secret of the registration'),
  }),
});

/** Schema of the signup form, shared by the browser and the handler. */
export const registrationRequest = z
  .object({
    first_name: personName(),
    last_name: personName(),
    email: reachableEmail(),
    password: newPassword(),
    confirm_password: confirmPassword(),
    agree_policy: z
      .literal(true, { error: 'field.required' })
      .check(z.describe('Acceptance of the terms and the privacy policy')),
    language: language(),
    'g-recaptcha-response': z
      .string({ error: 'error.captcha_required' })
      .check(
        z.minLength(1, { error: 'error.captcha_required' }),
        z.maxLength(8192, { error: 'error.captcha_required' }),
        z.describe('Solution of the captcha from `GET /api/captcha`'),
      ),
    partner_key: z.optional(z.nullable(text('Key of the partner who referred the customer'))),
  })
  .check(z.refine((form) => form.password === form.confirm_password, PASSWORD_MISMATCH));

export const accountRoutes = defineRoutes('account', {
  /** A proof of work (https://altcha.org), so that no third party learns about the visitor. */
  captcha: {
    method: 'GET',
    path: '/api/captcha',
    auth: 'public',
    limit: 'captcha_ip',
    output: envelope(
      z.record(z.string(), z.unknown()).check(z.describe('Challenge of the ALTCHA widget')),
    ),
  },

  /**
   * Emails a one-time code. The response is the same if the address already has an account, whose
   * owner is then notified by email.
   */
  register: {
    method: 'POST',
    path: '/api/register',
    auth: 'public',
    limit: 'register_ip',
    body: registrationRequest,
    output: envelope(
      z.object({
        email: text('The address, to which a code was sent'),
        verified: flag('Always false: the address needs the code'),
        registration: text('Secret with which later calls prove that they belong to this signup'),
      }),
    ),
    errors: ['captcha_required'],
  },

  /**
   * A code belongs to one registration: the one whose `registration` is sent, otherwise the one
   * whose `password` is sent, otherwise the only pending one for the address.
   */
  verifyOtp: {
    method: 'POST',
    path: '/api/verify-email',
    auth: 'public',
    limit: 'otp_ip',
    body: z.object({
      email: email(),
      otp: otp(),
      registration: z.optional(registrationSecret()),
      password: z
        .optional(existingPassword())
        .check(z.describe('Password of the signup, as an alternative to `registration`')),
    }),
    output: sessionResponse,
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
      'g-recaptcha-response': z
        .optional(z.string().check(z.maxLength(8192)))
        .check(z.describe('Solution of a captcha; required after the error `captcha_required`')),
    }),
    output: sessionResponse,
    errors: [
      'wrong_credentials',
      'unverified',
      'account_inactive',
      'captcha_required',
      'second_factor_required',
    ],
  },

  /** Emails a link. The response is the same for every address. */
  forgetPassword: {
    method: 'POST',
    path: '/api/forget-password',
    auth: 'public',
    limit: 'reset_ip',
    body: z.object({ email: email() }),
    output: emptyResponse(),
  },

  /** Ends all sessions. */
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password',
    auth: 'public',
    limit: 'reset_use_ip',
    body: passwordResetRequest,
    output: emptyResponse(),
    errors: ['link_expired', 'address_lost'],
  },

  logout: {
    method: 'POST',
    path: '/api/logout',
    auth: 'session',
    role: 'any',
    withoutFactor: true,
    ignoresAccount: true,
    withSso: true,
    output: emptyResponse(),
  },

  me: {
    method: 'GET',
    path: '/api/me',
    auth: 'session',
    role: 'any',
    withoutFactor: true,
    withSso: true,
    limit: 'poll_user',
    output: envelope(me),
  },

  /** A new password ends all other sessions. */
  editProfile: {
    method: 'POST',
    path: '/api/edit-profile',
    auth: 'customer-terms',
    role: 'any',
    limit: 'profile_user',
    body: profileRequest,
    output: envelope(z.object({ user: me, password_changed: z.boolean() })),
  },

  setLanguage: {
    method: 'POST',
    path: '/api/language',
    auth: 'session',
    role: 'any',
    withoutFactor: true,
    withSso: true,
    body: z.object({ language: language() }),
    output: envelope(me),
  },

  /** The first key, which `me` also contains after a proof of a second factor. */
  getApiKey: {
    method: 'GET',
    path: '/api/api-key',
    auth: 'customer-terms',
    role: 'admin',
    sensitive: 'always',
    output: keyResponse,
    errors: ['api_paid_only'],
  },

  /** Replaces the first key, which stops working immediately. */
  resetApiKey: {
    method: 'POST',
    path: '/api/reset-api-key',
    auth: 'customer-terms',
    role: 'admin',
    sensitive: 'always',
    output: keyResponse,
    errors: ['api_paid_only'],
  },

  resetApiKeyByGet: {
    method: 'GET',
    path: '/api/reset-api-key',
    auth: 'customer-terms',
    role: 'admin',
    changesState: true,
    sensitive: 'always',
    output: keyResponse,
    errors: ['api_paid_only'],
  },

  acceptTerms: {
    method: 'POST',
    path: '/api/accept-terms',
    auth: 'customer',
    role: 'owner',
    body: z.object({
      terms_accepted: z
        .literal(1, { error: 'field.required' })
        .check(z.describe('Always 1, to accept the current terms')),
    }),
    output: envelope(me),
  },

  /** Opens an account for a user who is only a member of other accounts. */
  openAccount: {
    method: 'POST',
    path: '/api/account/open',
    auth: 'session',
    role: 'any',
    output: emptyResponse(),
    errors: ['wrong_state'],
  },
});
