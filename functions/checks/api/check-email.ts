import { checkRoutes } from '../../../shared/contract/checks.ts';
import { text } from '../../../shared/texts/text.ts';
import { checkEmail } from '../check-email.ts';
import { sentenceOf } from '../sentence-of.ts';
import { clock, env, ids } from '../../platform/context.ts';
import { checks, engine, readAddress } from '../context.ts';
import { serveRoute } from '../../account/serve-route.ts';

const needs = { checks, clock, engine, env, ids, readAddress };

export const handler = serveRoute(checkRoutes.checkEmail, needs, async (call, parts) => {
  const { verdict, charged } = await checkEmail(parts, {
    userId: call.caller.user.id,
    email: call.body.email,
    idempotencyKey: call.header('Idempotency-Key'),
  });
  return { data: text(call.language, sentenceOf(verdict.status, charged)), result: verdict };
});
