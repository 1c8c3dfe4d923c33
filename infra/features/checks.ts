import { type Feature, table } from './feature.ts';

export const checks = {
  routes: { checkEmail: { grants: [...table, 'secret', 'egress'] } },
  schedules: {
    checkEgress: {
      everyMinutes: 60,
      memoryMb: 256,
      timeoutSeconds: 60,
      grants: [...table, 'egress'],
    },
  },
} as const satisfies Feature<'checks'>;
