import type { factorRoutes } from '../../../shared/contract/factors.ts';
import type { securityRoutes } from '../../../shared/contract/security.ts';
import type { PrivateExamplesOf } from './example.ts';

const challenge =
  'c2Vzc2lvbi4wMUtBN1EyTThaNFQ2VjlYQjNDNUQ3RjFHSC4xNzk1MjQ4NjAwMDAwLlprM3ZOOHJUMXlXNmJDMGRFNWZHOWhK';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const proof = { method: 'totp', code: '492039' } as const;

export const secondFactorExamples = {
  startPasskeyLogin: {
    summary: 'Start a login with a passkey only',
    notes: 'Complete it with `/api/login/second-factor`.',
    response: { data: { challenge } },
  },

  completeLogin: {
    summary: 'Complete a login with a second factor or a passkey',
    notes:
      'If the user has a second factor, `/api/login` answers a right password with 403 `second_factor_required`, a `challenge` and the `methods` of the user.',
    body: { challenge, proof },
    response: {
      data: {
        token: 'q0mS2uGf1pX8wYkZr7vJ3nB5cD9eH4tA6sL0iOuVxQk',
        csrf_token: 'Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS',
      },
    },
  },

  reauthenticate: {
    summary: 'Prove again that you are the user of the session',
    notes:
      'Sensitive calls answer 403 `reauthentication_required`, with a `challenge` and `methods`, ten minutes after the last proof. Repeat them after this call.',
    body: { challenge, proof },
    response: { data: {} },
  },

  getSecurity: {
    summary: 'Your second factors, and what can act for your account',
    response: {
      data: {
        totp: { created_at: '2026-11-20T15:30:00.000Z' },
        passkeys: [
          {
            id: 'Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS',
            name: 'Laptop',
            created_at: '2026-11-20T15:32:00.000Z',
            last_used_at: null,
          },
        ],
        recovery_codes: 10,
        access: [
          {
            kind: 'endpoint',
            id: '01KA7Q2M8Z4T6V9XB3C5D7F1GH',
            name: 'hooks.customer.test',
            added_at: '2026-11-20T15:30:00.000Z',
            added_by: 'Firefox, Linux · 203.0.113.0/24',
            last_used_at: null,
            current: false,
          },
        ],
        reset_at: null,
      },
    },
  },

  startFactor: {
    summary: 'Get a challenge and a secret for a new factor',
    response: {
      data: {
        challenge,
        user_id: 'MDFLQTdRMk04WjRUNlY5WEIzQzVEN0YxR0g',
        secret,
        uri: `otpauth://totp/Tamis:ada%40customer.test?issuer=Tamis&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
      },
    },
  },

  addFactor: {
    summary: 'Add an authenticator app or a passkey, or replace your recovery codes',
    notes: 'Ends all other sessions. The first factor comes with recovery codes.',
    body: { method: 'totp', challenge, secret, code: proof.code },
    response: { data: { recovery_codes: ['k3v8r-t2yw6', 'bcdde-5fg9h', 'jkk7m-p4qsn'] } },
  },

  endAccess: {
    summary: 'End what can act for your account',
    notes: 'Replaces the keys `first` and `test` instead of ending them.',
    body: { since: '2026-11-20T15:00:00.000Z', reset_keys: true },
    response: { data: {} },
  },

  removeFactor: {
    summary: 'Remove a factor; ends all other sessions',
    notes: 'Also cancels a scheduled removal, and stops showing new recovery codes.',
    params: { id: 'totp' },
    response: { data: {} },
  },

  cancelFactorReset: {
    summary: 'Keep your factors, whose removal support has scheduled',
    notes: 'The email about the removal has a link to a page with a button for this call.',
    body: { t: '01KA7Q2M8Z4T6V9XB3C5D7F1GH.1795248600.Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS' },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof factorRoutes & typeof securityRoutes>;
