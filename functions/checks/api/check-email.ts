import { checkRoutes } from '../../../shared/contract/checks.ts';
import { checkEmail } from '../check-email.ts';
import { checkSandbox } from '../check-sandbox.ts';
import { toldCheck } from '../describe-check.ts';
import { holdSlot } from '../hold-slot.ts';
import { ledger } from '../../credits/context.ts';
import { watches } from '../../low-credits/context.ts';
import { noteCredits } from '../../low-credits/note-credits.ts';
import { clock, env, ids, log } from '../../platform/context.ts';
import { limits } from '../../access/context.ts';
import { checkQueue, checks, checkSlots, engine } from '../context.ts';
import { meansOf } from '../../access/authenticate.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  checkRoutes.checkEmail,
  { checkQueue, checks, checkSlots, clock, engine, env, ids, ledger, limits, log, watches },
  async (call, deps) => {
    const { caller, language, body } = call;
    const { email, timeout_s, wait } = body;
    const waitSeconds = wait === false ? 0 : timeout_s;
    const checked = async () => {
      try {
        return await holdSlot(deps, caller.user, () =>
          checkEmail(deps, {
            userId: caller.user.id,
            email,
            by: meansOf(caller),
            idempotencyKey: call.header('Idempotency-Key'),
            waitSeconds,
          }),
        );
      } finally {
        await noteCredits(deps, caller.user);
      }
    };
    const check = caller.test
      ? checkSandbox(email, waitSeconds !== 0, deps.clock.now())
      : await checked();
    return toldCheck(check, language, deps.clock.now());
  },
);
