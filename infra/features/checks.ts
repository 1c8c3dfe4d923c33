import { type Feature, table } from './feature.ts';

export const checks = {
  routes: { checkEmail: { grants: [...table, 'secret', 'egress'] } },
} as const satisfies Feature<'checks'>;
