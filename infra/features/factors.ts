import { type FeatureDefinition, reads } from './feature.ts';

/** The grants of functions that add or remove a factor. */
export const factorChanges = {
  grants: [
    ...reads('FACTORSECRET', 'APIKEY'),
    'write:factors',
    'write:profile',
    'write:sessions',
    'secret',
    'send:account',
    'send:mail',
  ],
} as const;

export const factors = {
  routes: {
    startPasskeyLogin: { grants: ['csrf-secret'] },
    completeLogin: {
      grants: [
        'activity',
        'read:FACTORSECRET',
        'write:keyCopies',
        'read:USER',
        'write:factors',
        // A customer without a test key gets one at login.
        'write:apiKeys',
        'write:sessions',
        'csrf-secret',
        'secret',
        'send:mail',
        'send:account',
      ],
    },
    // A user without a second factor proves the password, whose hash needs much memory.
    reauthenticate: {
      grants: [
        ...reads('FACTORSECRET', 'PASSWORD'),
        'write:factors',
        'write:sessions',
        'secret',
        'send:mail',
      ],
      memoryMb: 1024,
    },
    startFactor: { grants: [] },
    addFactor: factorChanges,
    removeFactor: factorChanges,
    cancelFactorReset: { grants: ['link-secret', 'write:profile'] },
  },
} as const satisfies FeatureDefinition<'factors'>;
