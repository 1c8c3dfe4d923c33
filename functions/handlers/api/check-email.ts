import { contract } from '../../../shared/contract/index.ts';
import { text } from '../../../shared/texts/text.ts';
import { checkEmail } from '../../app/check-email.ts';
import { sentenceOf } from '../../app/sentence-of.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.checkEmail, async (call, context) => {
  const { verdict, charged } = await checkEmail(context, {
    userId: call.caller.user.id,
    email: call.body.email,
    idempotencyKey: call.header('Idempotency-Key'),
  });
  return { data: text(call.language, sentenceOf(verdict.status, charged)), result: verdict };
});
