import { contract } from '../../../shared/contract/index.ts';
import { checkHealth } from '../../app/check-health.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.health, async (_, context) => {
  await checkHealth(context);
  return { data: { ok: true as const } };
});
