import { contract } from '../../../shared/contract/index.ts';
import { acceptTerms } from '../../app/accept-terms.ts';
import { describeMe } from '../../app/describe-me.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.acceptTerms, async ({ caller, sourceIp }, context) => {
  const user = await acceptTerms(context, { userId: caller.user.id, sourceIp });
  return { data: await describeMe(context, { user, sessionId: caller.sessionId }) };
});
