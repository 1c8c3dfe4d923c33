import type { FeatureDefinition } from './feature.ts';

export const system = {
  routes: {
    health: { grants: ['read:SESSION', 'csrf-secret'] },
    openapi: { grants: [] },
  },
  schedules: {
    // Runs outside our VPC, because it must connect as a customer does.
    checkService: {
      everyMinutes: 5,
      memoryMb: 256,
      // Waits for a list, usually a few seconds.
      timeoutSeconds: 120,
      grants: ['service-key'],
    },
  },
} as const satisfies FeatureDefinition<'system'>;
