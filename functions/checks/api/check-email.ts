import { checkRoutes } from '../../../shared/contract/checks.ts';
import { limits } from '../../access/context.ts';
import { actorOf } from '../../access/authenticate.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { ledger } from '../../credits/context.ts';
import { lowBalanceAlerts } from '../../low-credits/context.ts';
import { clock, env, ids, log } from '../../platform/context.ts';
import {
  checkQueue,
  checks,
  checkSlots,
  domainAnswers,
  engine,
  unknownAnswers,
} from '../context.ts';
import { checkEmail, toCheckResponse } from '../check-email.ts';

export const handler = serveRoute(
  checkRoutes.checkEmail,
  {
    checkQueue,
    checks,
    checkSlots,
    clock,
    domainAnswers,
    engine,
    env,
    ids,
    ledger,
    limits,
    log,
    lowBalanceAlerts,
    unknownAnswers,
  },
  async ({ caller, language, body: { email, timeout_s, wait }, header }, deps) => {
    const check = await checkEmail(deps, caller, {
      email,
      by: actorOf(caller),
      idempotencyKey: header('Idempotency-Key'),
      waitSeconds: wait === false ? 0 : timeout_s,
    });
    return toCheckResponse(check, language, deps.clock.now());
  },
);
