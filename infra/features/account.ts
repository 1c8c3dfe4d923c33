import type { FeatureDefinition } from './feature.ts';

/** Hashing a password needs 128 MiB and much CPU, which Lambda provides in proportion to memory. */
const HASHING_MEMORY_MB = 1024;

/** Routes that return the profile need `csrf-secret` and `secret` for its token and API key. */
export const account = {
  routes: {
    captcha: { grants: ['code-secret'] },
    register: {
      grants: ['read:EMAIL', 'read:USER', 'write:account', 'code-secret', 'send:mail'],
      memoryMb: HASHING_MEMORY_MB,
    },
    verifyOtp: {
      grants: [
        'read:SIGNUP',
        'read:FORMERADDRESS',
        'read:USER',
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
      memoryMb: HASHING_MEMORY_MB,
    },
    resendOtp: { grants: ['read:SIGNUP', 'write:account', 'code-secret', 'send:mail'] },
    login: {
      grants: [
        'read:EMAIL',
        'read:SIGNUP',
        'read:USER',
        'write:account',
        // A customer without a test key gets one at login.
        'write:apiKeys',
        'write:sessions',
        'code-secret',
        'csrf-secret',
        'secret',
      ],
      memoryMb: HASHING_MEMORY_MB,
      concurrency: 20,
    },
    forgetPassword: { grants: ['send:account'] },
    resetPassword: {
      grants: [
        'read:RESET',
        'read:USER',
        'write:account',
        'write:sessions',
        'send:account',
        'send:mail',
      ],
      memoryMb: HASHING_MEMORY_MB,
    },
    logout: { grants: ['write:sessions'] },
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
      memoryMb: HASHING_MEMORY_MB,
    },
    setLanguage: {
      grants: ['write:profile', 'secret'],
    },
    getApiKey: { grants: ['csrf-secret', 'secret'] },
    resetApiKey: { grants: ['write:apiKeys', 'secret'] },
    resetApiKeyByGet: { grants: ['write:apiKeys', 'secret'] },
    // Only the first key is unsealed, to show its last characters.
    listKeys: { grants: ['read:APIKEY', 'read:KEYUSE', 'secret'] },
    createKey: { grants: ['write:apiKeys'] },
    revokeKey: { grants: ['read:APIKEY', 'write:apiKeys'] },
    acceptTerms: { grants: ['write:profile', 'secret'] },
  },
  workers: {
    account: {
      reads: ['account'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: ['read:EMAIL', 'read:USER', 'write:account', 'send:mail'],
    },
    mailFeedback: {
      reads: ['mailFeedback'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: ['read:EMAIL', 'read:USER', 'write:profile'],
    },
  },
} as const satisfies FeatureDefinition<'account'>;
