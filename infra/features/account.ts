import type { Feature } from './feature.ts';

/** A password hash works in 128 MiB, and on a share of processor that grows with the memory. */
const HASHING_MB = 1024;

/** A response with the caller's profile holds a CSRF token, and the API key, which is sealed. */
export const account = {
  routes: {
    captcha: { grants: ['code-secret'] },
    register: {
      grants: ['table:read', 'write:account', 'code-secret', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    verifyOtp: {
      grants: [
        'table:read',
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
    resendOtp: { grants: ['table:read', 'write:account', 'code-secret', 'send:mail'] },
    login: {
      grants: [
        'table:read',
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
    forgetPassword: { grants: ['send:account'] },
    resetPassword: {
      grants: ['table:read', 'write:account', 'write:sessions', 'send:account', 'send:mail'],
      memoryMb: HASHING_MB,
    },
    logout: { grants: ['write:sessions'] },
    // Polled: it counts its calls in memory.
    me: { grants: ['csrf-secret', 'secret'] },
    editProfile: {
      grants: [
        'write:profile',
        'write:directory',
        'write:sessions',
        'secret',
        'send:account',
        'send:mail',
      ],
      memoryMb: HASHING_MB,
    },
    setLanguage: {
      grants: ['write:profile', 'secret'],
    },
    resetApiKey: { grants: ['write:apiKeys', 'secret'] },
    resetApiKeyByGet: { grants: ['write:apiKeys', 'secret'] },
    // They look into no sealed copy but that of the first key, whose end they show.
    listKeys: { grants: ['secret'] },
    createKey: { grants: ['write:apiKeys'] },
    revokeKey: { grants: ['write:apiKeys'] },
    acceptTerms: { grants: ['write:profile', 'secret'] },
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
