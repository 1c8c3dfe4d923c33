import * as z from 'zod/mini';
import { FACTORS } from '../model/second-factor.ts';
import { sessionResponse } from './account.ts';
import {
  emptyResponse,
  envelope,
  existingPassword,
  requiredLine,
  requiredText,
  text,
} from './fields.ts';
import { defineRoutes } from './route.ts';

/** A value in base64url, as in the JSON forms of WebAuthn Level 3, section 5.1. */
const bytes = (description: string) =>
  z
    .string()
    .check(z.maxLength(4096, { abort: true }), z.regex(/^[\w-]+$/), z.describe(description));
const typedCode = (description: string) =>
  requiredText().check(
    z.maxLength(20, { error: 'field.too_long', abort: true }),
    z.describe(description),
  );
export const passkeyName = () => requiredLine(60);
const challenge = () => bytes('The `challenge` that was returned before; valid for five minutes');

const credential = <S extends z.core.$ZodShape>(response: S) =>
  z.object({
    id: bytes('Id of the credential'),
    rawId: bytes('Same as `id`'),
    type: z.literal('public-key'),
    response: z.object(response).check(z.describe('Response of the authenticator')),
  });
const clientDataJSON = () => bytes('Client data that the browser signed');
const createdPasskey = credential({
  clientDataJSON: clientDataJSON(),
  attestationObject: bytes('The new public key'),
});
const usedPasskey = credential({
  clientDataJSON: clientDataJSON(),
  authenticatorData: bytes('Data of the authenticator'),
  signature: bytes('Signature of the challenge'),
  userHandle: bytes('Id of the user'),
});
export type PasskeyRegistration = z.infer<typeof createdPasskey>;
export type PasskeyAssertion = z.infer<typeof usedPasskey>;

/** Shows that the caller has a factor or, without any factor, knows the password. */
const proof = z.union([
  z.object({
    method: z.literal('totp').check(z.describe('An authenticator app')),
    code: typedCode('The six digits that the app shows'),
  }),
  z.object({
    method: z.literal('recovery_code').check(z.describe('One of the ten recovery codes')),
    code: typedCode('An unused recovery code'),
  }),
  z.object({
    method: z.literal('passkey'),
    credential: usedPasskey.check(z.describe('Result of `navigator.credentials.get`')),
  }),
  z.object({
    method: z.literal('password').check(z.describe('The password, for users without a factor')),
    password: existingPassword(),
  }),
  z.object({
    method: z.literal('sso').check(z.describe('Single sign-on, for a session that it opened')),
    proof: bytes('The `proof` of `completeSso`'),
  }),
]);
export type FactorProof = z.infer<typeof proof>;
const proofRequest = z.object({
  challenge: challenge(),
  proof: proof.check(z.describe('The proof, by one of the `methods`')),
});

/** Body of the errors `second_factor_required` and `reauthentication_required`. */
export const proofRequirement = z.object({
  challenge: z.string(),
  methods: z.array(z.enum([...FACTORS, 'recovery_code', 'password', 'sso'])),
});
export type ProofRequirement = z.infer<typeof proofRequirement>;

const changesFactors = {
  auth: 'session',
  role: 'any',
  withoutFactor: true,
  limit: 'factor_change_user',
  sensitive: 'always',
} as const;

export const factorRoutes = defineRoutes('factors', {
  startPasskeyLogin: {
    method: 'POST',
    path: '/api/login/passkey',
    auth: 'public',
    output: envelope(z.object({ challenge: bytes('Challenge for `navigator.credentials.get`') })),
  },

  /**
   * Completes a login for which `login` required a second factor, or a login with only a passkey.
   */
  completeLogin: {
    method: 'POST',
    path: '/api/login/second-factor',
    auth: 'public',
    limit: 'login_ip',
    body: proofRequest,
    output: sessionResponse,
    errors: ['wrong_factor', 'challenge_expired', 'account_inactive'],
  },

  reauthenticate: {
    method: 'POST',
    path: '/api/reauthenticate',
    auth: 'session',
    role: 'any',
    withoutFactor: true,
    withSso: true,
    body: proofRequest,
    output: emptyResponse(),
    errors: ['wrong_factor', 'challenge_expired'],
  },

  startFactor: {
    method: 'POST',
    path: '/api/security/setup',
    ...changesFactors,
    output: envelope(
      z.object({
        challenge: bytes('Challenge for `addFactor`, and for `navigator.credentials.create`'),
        user_id: bytes('Id of the user for a new passkey'),
        secret: text('Secret for an authenticator app, in Base32'),
        uri: text('The same secret as an `otpauth:` URI, for a QR code'),
      }),
    ),
  },

  /** Ends all other sessions. The first factor comes with recovery codes. */
  addFactor: {
    method: 'POST',
    path: '/api/security/factors',
    ...changesFactors,
    body: z.union([
      z.object({
        method: z.literal('totp').check(z.describe('Replaces the authenticator app, if any')),
        challenge: challenge(),
        secret: z
          .string()
          .check(z.regex(/^[A-Z2-7]{32}$/), z.describe('The `secret` that was returned before')),
        code: typedCode('The six digits that the app shows'),
      }),
      z.object({
        method: z.literal('passkey').check(z.describe('Adds a passkey, five at most')),
        challenge: challenge(),
        name: passkeyName(),
        credential: createdPasskey.check(z.describe('Result of `navigator.credentials.create`')),
      }),
      z.object({
        method: z.literal('recovery_codes').check(z.describe('Replaces the recovery codes')),
      }),
    ]),
    output: envelope(
      z.object({
        recovery_codes: z
          .array(text('A code in the form `xxxxx-xxxxx`'))
          .check(z.describe('New recovery codes; empty if the old ones stay')),
      }),
    ),
    errors: ['not_found', 'wrong_factor', 'challenge_expired', 'too_many_passkeys'],
  },

  /**
   * Ends all other sessions. Also cancels a scheduled removal, and stops showing new recovery
   * codes.
   */
  removeFactor: {
    method: 'DELETE',
    path: '/api/security/factors/{id}',
    ...changesFactors,
    params: z.object({
      id: requiredText().check(
        z.maxLength(1400, { error: 'field.too_long', abort: true }),
        z.describe(
          '`totp`, or the id of a passkey; `reset_at` keeps factors that support would remove, `unsaved_codes` confirms new recovery codes',
        ),
      ),
    }),
    output: emptyResponse(),
    errors: ['not_found', 'expired'],
  },

  /** Keeps factors whose removal support has scheduled. */
  cancelFactorReset: {
    method: 'POST',
    path: '/api/security/cancel-reset',
    auth: 'public',
    body: z.object({
      t: requiredText().check(
        z.maxLength(256, { error: 'field.too_long' }),
        z.describe('Signature of the emailed link'),
      ),
    }),
    output: emptyResponse(),
    errors: ['expired'],
  },
});
