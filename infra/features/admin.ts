import { type Feature, readingTable } from './feature.ts';

/** A whole processor: a cold function reads and sorts every customer, a warm one filters them. */
const DIRECTORY_MB = 1769;

export const admin = {
  routes: {
    weeklyFigures: { grants: readingTable },
    listUsers: { grants: [...readingTable], memoryMb: DIRECTORY_MB },
    getUser: { grants: [...readingTable] },
    refundPurchase: {
      grants: [...readingTable, 'write:adjustments', 'csrf-secret', 'stripe-secret'],
    },
    giveCredits: {
      grants: [
        ...readingTable,
        'write:adjustments',
        'write:credits',
        'csrf-secret',
        'send:list',
        'send:mail',
      ],
    },
    updateUser: {
      grants: [
        ...readingTable,
        'write:profile',
        'write:directory',
        'write:sessions',
        'write:lists',
        'csrf-secret',
        'send:list',
        'send:billing',
      ],
    },
  },
} as const satisfies Feature<'admin'>;
