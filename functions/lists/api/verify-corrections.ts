import { listRoutes } from '../../../shared/contract/lists.ts';
import { actorOf } from '../../access/authenticate.ts';
import { serveRoute } from '../../access/serve-route.ts';
import { ledger } from '../../credits/context.ts';
import { clock, log } from '../../platform/context.ts';
import { lists, queues } from '../context.ts';
import { toRecheckRow } from '../history/describe-list.ts';
import { recheckList } from '../recheck/recheck-list.ts';

export const handler = serveRoute(
  listRoutes.verifyCorrections,
  { clock, ledger, lists, log, queues },
  async ({ caller, params, header }, deps) => {
    const recheck = await recheckList(deps, caller.ownerId, params.id, {
      by: actorOf(caller),
      requestKey: header('Idempotency-Key'),
      corrections: true,
    });
    deps.log.info('corrections', { list: recheck.listId });
    return { data: toRecheckRow(recheck, deps.clock.now()) };
  },
);
