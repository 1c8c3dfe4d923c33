import { type Feature, readingTable } from './feature.ts';

export const system = {
  routes: {
    health: { grants: [...readingTable, 'csrf-secret'] },
    openapi: { grants: ['limits'] },
  },
} as const satisfies Feature<'system'>;
