import { contract } from '../../../shared/contract/index.ts';
import { logout } from '../../app/logout.ts';
import { bind } from '../../http/bind.ts';

export const handler = bind(contract.logout, async ({ caller }, context) => {
  await logout(context, { userId: caller.user.id, sessionId: caller.sessionId });
  return { data: {} };
});
