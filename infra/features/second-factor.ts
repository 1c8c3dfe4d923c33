import type { FeatureDefinition } from './feature.ts';

const changes = {
  grants: [
    'write:factors',
    'write:profile',
    'write:sessions',
    'secret',
    'send:account',
    'send:mail',
  ],
} as const;

export const secondFactor = {
  routes: {
    startPasskeyLogin: { grants: ['csrf-secret'] },
    completeLogin: {
      grants: [
        'read:USER',
        'write:factors',
        // A customer without a test key gets one at login.
        'write:apiKeys',
        'write:sessions',
        'csrf-secret',
        'secret',
      ],
    },
    // A user without a second factor proves the password, whose hash needs much memory.
    reauthenticate: { grants: ['write:factors', 'write:sessions', 'secret'], memoryMb: 1024 },
    getSecurity: { grants: ['secret'] },
    startFactor: { grants: [] },
    addFactor: changes,
    removeFactor: changes,
    cancelFactorReset: { grants: ['link-secret', 'write:profile'] },
  },
} as const satisfies FeatureDefinition<'second-factor'>;
