import { type Feature, readingTable } from './feature.ts';

/** A whole processor: a cold function reads and sorts every customer, a warm one filters them. */
const DIRECTORY_MB = 1769;

export const admin = {
  routes: {
    listUsers: { grants: [...readingTable], memoryMb: DIRECTORY_MB },
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
