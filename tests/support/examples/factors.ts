import type { factorRoutes } from '../../../shared/contract/factors.ts';
import type { PrivateExamplesOf } from './example.ts';

const challenge =
  'c2Vzc2lvbi4wMUtBN1EyTThaNFQ2VjlYQjNDNUQ3RjFHSC4xNzk1MjQ4NjAwMDAwLlprM3ZOOHJUMXlXNmJDMGRFNWZHOWhK';
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const proof = { method: 'totp', code: '492039' } as const;

export const factorExamples = {
  startPasskeyLogin: {
    response: { data: { challenge } },
  },

  completeLogin: {
    body: { challenge, proof },
    response: {
      data: {
        token: 'q0mS2uGf1pX8wYkZr7vJ3nB5cD9eH4tA6sL0iOuVxQk',
        csrf_token: 'Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS',
      },
    },
  },

  reauthenticate: {
    body: { challenge, proof },
    response: { data: {} },
  },

  startFactor: {
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
    body: { method: 'totp', challenge, secret, code: proof.code },
    response: { data: { recovery_codes: ['k3v8r-t2yw6', 'bcdde-5fg9h', 'jkk7m-p4qsn'] } },
  },

  removeFactor: {
    params: { id: 'totp' },
    response: { data: {} },
  },

  cancelFactorReset: {
    body: { t: '01KA7Q2M8Z4T6V9XB3C5D7F1GH.1795248600.Zk3vN8rT1yW6bC0dE5fG9hJ2kL7mP4qS' },
    response: { data: {} },
  },
} satisfies PrivateExamplesOf<typeof factorRoutes>;
