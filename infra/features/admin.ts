import { type FeatureDefinition, reads } from './feature.ts';

/** One full CPU: a cold environment reads and sorts all customers; a warm one only filters. */
const DIRECTORY_MEMORY_MB = 1769;

export const admin = {
  routes: {
    weeklyFigures: { grants: ['read:FIGURES'] },
    listUsers: {
      grants: [
        ...reads('CUSTOMER', 'DIRECTORY', 'DIRECTORYCHANGE', 'EMAIL', 'LISTOWNER', 'SIGNUP'),
        'stripe-secret',
      ],
      memoryMb: DIRECTORY_MEMORY_MB,
    },
    getUser: { grants: ['read:LISTOWNER'] },
    refundPurchase: {
      grants: ['write:adjustments', 'stripe-secret'],
    },
    giveCredits: {
      grants: ['write:adjustments', 'send:list', 'send:mail'],
    },
    resetFactors: { grants: ['write:profile', 'link-secret', 'send:mail'] },
    updateUser: {
      grants: [
        'write:profile',
        'write:directory',
        'write:sessions',
        'write:lists',
        'send:list',
        'send:billing',
      ],
    },
  },
} as const satisfies FeatureDefinition<'admin'>;
