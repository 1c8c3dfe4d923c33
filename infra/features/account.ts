import { type FeatureDefinition, reads } from './feature.ts';

/** Hashing a password needs 128 MiB and much CPU, which Lambda provides in proportion to memory. */
const HASHING_MEMORY_MB = 1024;

const resetGrants = ['write:keyCopies', 'write:apiKeys', 'secret', 'send:account'] as const;

/** Routes that return the profile need `csrf-secret` and `secret` for its token and API key. */
export const account = {
  routes: {
    captcha: { grants: ['code-secret'] },
    register: {
      grants: [...reads('EMAIL', 'USER'), 'write:account', 'code-secret', 'send:mail'],
      memoryMb: HASHING_MEMORY_MB,
    },
    verifyOtp: {
      grants: [
        'activity',
        ...reads('SIGNUP', 'FORMERADDRESS', 'USER'),
        'write:account',
        'write:profile',
        'write:addresses',
        'write:directory',
        'write:apiKeys',
        'write:sessions',
        'write:passwords',
        'write:keyCopies',
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
        'activity',
        ...reads('EMAIL', 'PASSWORD', 'SIGNUP', 'USER'),
        'write:passwords',
        'write:keyCopies',
        'write:account',
        // A customer without a test key gets one at login.
        'write:apiKeys',
        'write:sessions',
        'code-secret',
        'csrf-secret',
        'secret',
        'send:account',
      ],
      memoryMb: HASHING_MEMORY_MB,
      concurrency: 20,
    },
    forgetPassword: { grants: ['send:account'] },
    resetPassword: {
      grants: [
        'write:passwords',
        ...reads('RESET', 'USER', 'APIKEY'),
        'write:account',
        'write:sessions',
        'send:account',
        'send:mail',
      ],
      memoryMb: HASHING_MEMORY_MB,
    },
    logout: { grants: ['write:sessions'] },
    me: { grants: ['activity', 'read:KEYCOPIES', 'csrf-secret', 'secret'] },
    editProfile: {
      grants: [
        ...reads('PASSWORD', 'KEYCOPIES', 'APIKEY'),
        'write:passwords',
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
      grants: ['read:KEYCOPIES', 'write:profile', 'secret'],
    },
    getApiKey: { grants: ['read:KEYCOPIES', 'csrf-secret', 'secret'] },
    resetApiKey: { grants: resetGrants },
    resetApiKeyByGet: { grants: resetGrants },
    // Only the first key is unsealed, to show its last characters.
    listKeys: { grants: [...reads('KEYCOPIES', 'APIKEY', 'KEYUSE'), 'secret'] },
    createKey: { grants: ['write:apiKeys', 'send:account'] },
    revokeKey: { grants: ['read:APIKEY', 'write:apiKeys', 'send:account'] },
    openAccount: {
      grants: [
        'read:FORMERADDRESS',
        'write:account',
        'write:profile',
        'write:directory',
        'write:apiKeys',
        'write:keyCopies',
        'write:credits',
        'secret',
      ],
    },
    acceptTerms: { grants: ['read:KEYCOPIES', 'write:profile', 'secret'] },
  },
  workers: {
    account: {
      reads: ['account'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      // An email about changes waits ten minutes, in steps of one minute.
      mayLoop: true,
      grants: [...reads('EMAIL', 'USER', 'APIKEY'), 'write:account', 'send:account', 'send:mail'],
    },
    mailFeedback: {
      reads: ['mailFeedback'],
      memoryMb: 256,
      timeoutSeconds: 30,
      batchSize: 10,
      grants: [...reads('EMAIL', 'USER'), 'write:profile'],
    },
  },
} as const satisfies FeatureDefinition<'account'>;
