import { type Feature, readingTable, table } from './feature.ts';

/** A password hash works in 128 MiB, and on a share of processor that grows with the memory. */
const HASHING_MB = 1024;

/**
 * The secret is for CSRF tokens, which all calls that change something carry, and for codes,
 * captchas and API keys.
 */
export const account = {
  routes: {
    captcha: { grants: ['limits', 'secret'] },
    register: { grants: [...table, 'secret', 'send:mail'], memoryMb: HASHING_MB },
    verifyOtp: { grants: [...table, 'secret'], memoryMb: HASHING_MB },
    resendOtp: { grants: [...table, 'secret', 'send:mail'] },
    login: { grants: [...table, 'secret'], memoryMb: HASHING_MB },
    forgetPassword: { grants: ['limits', 'send:account'] },
    resetPassword: { grants: [...table, 'send:account', 'send:mail'], memoryMb: HASHING_MB },
    logout: { grants: [...table, 'secret'] },
    me: { grants: [...readingTable, 'secret'] },
    editProfile: {
      grants: [...table, 'secret', 'send:account', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    setLanguage: { grants: [...table, 'secret'] },
    resetApiKey: { grants: [...table, 'secret'] },
    resetApiKeyByGet: { grants: [...table, 'secret'] },
    acceptTerms: { grants: [...table, 'secret'] },
  },
  workers: {
    account: {
      reads: ['account'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: [...table, 'send:mail'],
    },
    mailFeedback: {
      reads: ['mailFeedback'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: [...table],
    },
  },
} as const satisfies Feature<'account'>;
