import { checkRoutes } from '../../../shared/contract/checks.ts';
import { text } from '../../../shared/texts/text.ts';
import { checkEmail } from '../check-email.ts';
import { checkSandbox } from '../check-sandbox.ts';
import { sentenceOf } from '../sentence-of.ts';
import { holdSlot } from '../hold-slot.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { limits } from '../../access/context.ts';
import { checks, checkSlots, engine } from '../context.ts';
import { meansOf } from '../../access/authenticate.ts';
import { serveRoute } from '../../access/serve-route.ts';

export const handler = serveRoute(
  checkRoutes.checkEmail,
  { checks, checkSlots, clock, engine, env, ids, limits },
  async (call, deps) => {
    const { caller, language, body } = call;
    const { verdict, charged } = caller.test
      ? { verdict: checkSandbox(body.email), charged: false }
      : await holdSlot(deps, caller.user, () =>
          checkEmail(deps, {
            userId: caller.user.id,
            email: body.email,
            by: meansOf(caller),
            idempotencyKey: call.header('Idempotency-Key'),
          }),
        );
    return { data: text(language, sentenceOf(verdict.status, charged)), result: verdict };
  },
);
