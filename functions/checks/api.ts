import { checkRoutes } from '../../shared/contract/checks.ts';
import { actorOf } from '../access/authenticate.ts';
import { limits } from '../access/context.ts';
import { serveRouteOf } from '../access/serve-route.ts';
import { ledger } from '../credits/context.ts';
import { lowBalanceAlerts } from '../low-credits/context.ts';
import { clock, env, ids, log } from '../platform/context.ts';
import { checkAddress, describeCheck, toCheckResponse } from './check-email.ts';
import { checkQueue, checks, checkSlots, domainReplies, engine } from './context.ts';

export const checkEmail = /* @__PURE__ */ serveRouteOf(
  checkRoutes,
  'checkEmail',
  {
    checkQueue,
    checks,
    checkSlots,
    clock,
    domainReplies,
    engine,
    env,
    ids,
    ledger,
    limits,
    log,
    lowBalanceAlerts,
  },
  async ({ caller, language, body: { email, timeout_s, wait }, header }, deps) => {
    const requester = { user: caller.account, test: caller.test };
    const check = await checkAddress(deps, requester, {
      email,
      // The usage names the person.
      by: caller.person?.id ?? actorOf(caller),
      idempotencyKey: header('Idempotency-Key'),
      waitSeconds: wait === false ? 0 : timeout_s,
    });
    return toCheckResponse(check, language, deps.clock.now());
  },
);

export const getCheck = /* @__PURE__ */ serveRouteOf(
  checkRoutes,
  'getCheck',
  { checks, clock, env },
  async ({ caller, language, params: { id } }, deps) =>
    toCheckResponse(await describeCheck(deps, caller.ownerId, id), language, deps.clock.now()),
);
