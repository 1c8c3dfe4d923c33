import { type Feature, table } from './feature.ts';

export const admin = {
  routes: {
    listUsers: { grants: [...table], memoryMb: 1024 },
    updateUser: { grants: [...table, 'secret'] },
  },
} as const satisfies Feature<'admin'>;
