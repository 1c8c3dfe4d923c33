import { type Feature, readingTable } from './feature.ts';

/** A password hash works in 128 MiB, and on a share of processor that grows with the memory. */
const HASHING_MB = 1024;

/**
 * The secret is for CSRF tokens, which all calls that change something carry, and for codes,
 * captchas and API keys.
 */
export const account = {
  routes: {
    captcha: { grants: ['limits', 'secret'] },
    register: {
      grants: [...readingTable, 'write:account', 'secret', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    verifyOtp: {
      grants: [
        ...readingTable,
        'write:account',
        'write:profile',
        'write:addresses',
        'write:directory',
        'write:apiKeys',
        'write:sessions',
        'write:credits',
        'secret',
      ],
      memoryMb: HASHING_MB,
    },
    resendOtp: { grants: [...readingTable, 'write:account', 'secret', 'send:mail'] },
    login: {
      grants: [...readingTable, 'write:account', 'write:sessions', 'secret'],
      memoryMb: HASHING_MB,
      concurrency: 20,
    },
    forgetPassword: { grants: ['limits', 'send:account'] },
    resetPassword: {
      grants: [...readingTable, 'write:account', 'write:sessions', 'send:account', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    logout: { grants: [...readingTable, 'write:sessions', 'secret'] },
    // Polled: it counts its calls in memory.
    me: { grants: ['table:read', 'secret'] },
    editProfile: {
      grants: [
        ...readingTable,
        'write:profile',
        'write:directory',
        'write:sessions',
        'secret',
        'send:account',
        'send:mail',
      ],
      memoryMb: HASHING_MB,
    },
    setLanguage: { grants: [...readingTable, 'write:profile', 'secret'] },
    resetApiKey: { grants: [...readingTable, 'write:apiKeys', 'secret'] },
    resetApiKeyByGet: { grants: [...readingTable, 'write:apiKeys', 'secret'] },
    acceptTerms: { grants: [...readingTable, 'write:profile', 'secret'] },
  },
  workers: {
    account: {
      reads: ['account'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: ['table:read', 'write:account', 'send:mail'],
    },
    mailFeedback: {
      reads: ['mailFeedback'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: ['table:read', 'write:profile'],
    },
  },
} as const satisfies Feature<'account'>;
