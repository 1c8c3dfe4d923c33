import { type Feature, table } from './feature.ts';

export const admin = {
  routes: {
    listUsers: { grants: [...table], memoryMb: 1024 },
    updateUser: { grants: [...table, 'secret', 'send:list'] },
  },
} as const satisfies Feature<'admin'>;
