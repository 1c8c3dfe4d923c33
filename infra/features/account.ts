import { type Feature, readingTable } from './feature.ts';

/** A password hash works in 128 MiB, and on a share of processor that grows with the memory. */
const HASHING_MB = 1024;

/** A response with the caller's profile holds a CSRF token, and the API key, which is sealed. */
export const account = {
  routes: {
    captcha: { grants: ['limits', 'code-secret'] },
    register: {
      grants: [...readingTable, 'write:account', 'code-secret', 'send:mail'],
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
        'code-secret',
        'csrf-secret',
        'secret',
      ],
      memoryMb: HASHING_MB,
    },
    resendOtp: { grants: [...readingTable, 'write:account', 'code-secret', 'send:mail'] },
    login: {
      grants: [
        ...readingTable,
        'write:account',
        // A customer who has no test key gets one.
        'write:apiKeys',
        'write:sessions',
        'code-secret',
        'csrf-secret',
        'secret',
      ],
      memoryMb: HASHING_MB,
      concurrency: 20,
    },
    forgetPassword: { grants: ['limits', 'send:account'] },
    resetPassword: {
      grants: [...readingTable, 'write:account', 'write:sessions', 'send:account', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    logout: { grants: [...readingTable, 'write:sessions', 'csrf-secret'] },
    // Polled: it counts its calls in memory.
    me: { grants: ['table:read', 'csrf-secret', 'secret'] },
    editProfile: {
      grants: [
        ...readingTable,
        'write:profile',
        'write:directory',
        'write:sessions',
        'csrf-secret',
        'secret',
        'send:account',
        'send:mail',
      ],
      memoryMb: HASHING_MB,
    },
    setLanguage: {
      grants: [...readingTable, 'write:profile', 'csrf-secret', 'secret'],
    },
    resetApiKey: { grants: [...readingTable, 'write:apiKeys', 'csrf-secret', 'secret'] },
    resetApiKeyByGet: { grants: [...readingTable, 'write:apiKeys', 'csrf-secret', 'secret'] },
    // They look into no sealed copy but that of the first key, whose end they show.
    listKeys: { grants: [...readingTable, 'secret'] },
    createKey: { grants: [...readingTable, 'write:apiKeys', 'csrf-secret'] },
    revokeKey: { grants: [...readingTable, 'write:apiKeys', 'csrf-secret'] },
    acceptTerms: { grants: [...readingTable, 'write:profile', 'csrf-secret', 'secret'] },
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
