import { billingRoutes } from '../../../shared/contract/billing.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { clock, env, ids, secrets } from '../../platform/context.ts';
import { agreeDelivery } from '../checkout/agree-delivery.ts';
import { consents } from '../context.ts';

export const handler = serveRoute(
  billingRoutes.agreeDelivery,
  { clock, consents, env, ids, secrets },
  async ({ caller, body, sourceIp: ip }, deps) => {
    const { plan_id: planId, language } = body;
    const given = { userId: caller.user.id, planId, language, ip };
    return { data: { payment_url: await agreeDelivery(deps, given) } };
  },
);
