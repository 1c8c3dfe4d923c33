import type { Feature } from './feature.ts';

export const system = {
  routes: {
    health: { grants: ['table:read', 'csrf-secret'] },
    openapi: { grants: [] },
  },
  schedules: {
    // Outside our networks, because it connects as a customer does.
    checkService: {
      everyMinutes: 5,
      memoryMb: 256,
      timeoutSeconds: 30,
      grants: ['service-key'],
    },
  },
} as const satisfies Feature<'system'>;
