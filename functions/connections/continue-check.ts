import { AppError } from '../../shared/contract/errors.ts';
import type { WatchMessage } from '../../shared/messages/connections.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { awaitsContacts, type List } from '../lists/rules/list.ts';
import { getActiveWatch } from '../lists/rules/watch.ts';
import type { LogFields } from '../platform/log.ts';
import { startApplyJob } from './apply-verdicts.ts';
import { newImport } from './start-import.ts';
import { importContacts } from './import-contacts.ts';

type ContinueCheckDeps = Parameters<typeof importContacts>[0] & Parameters<typeof startApplyJob>[0];

/**
 * Continues the check of a watched list with imported contacts: reads them anew, or applies the
 * verdicts once the check has finished. A repeated message continues the same import, and applies
 * nothing twice.
 */
export async function continueCheck(
  deps: ContinueCheckDeps,
  { userId, checkId }: WatchMessage,
): Promise<LogFields> {
  const { clock, imports, lists } = deps;
  const check = await lists.get(userId, checkId);
  const list = check?.recheckOf && (await lists.get(userId, check.recheckOf.listId));
  if (!check || !list?.source) return { list: checkId, outcome: 'noop' };
  if (check.status === LIST_STATUS.finished) return applyCheck(deps, check, list);
  if (!awaitsContacts(check)) return { list: checkId, outcome: 'noop' };
  const { source, name: audience } = list;
  const { startedBy } = check;
  // Reads all columns; only the list's columns are kept.
  const settings = { userId, audience, names: true, startedBy, expected: 0 };
  await imports.add(newImport(checkId, source, settings, clock.now()));
  return importContacts(deps, { kind: 'import', v: 1, userId, importId: checkId });
}

/** Applies verdicts only while the owner agrees: stopping the watch also stops this. */
async function applyCheck(
  deps: ContinueCheckDeps,
  { userId, listId: checkId }: List,
  list: List,
): Promise<LogFields> {
  const actions = getActiveWatch(list)?.actions;
  if (!actions) return { list: checkId, outcome: 'noop' };
  try {
    await startApplyJob(deps, userId, {
      listId: list.listId,
      actions,
      key: `watch:${checkId}`,
    });
    return { list: checkId, outcome: 'requeued' };
  } catch (error) {
    // Another job is running, or the key is refused: the next check applies all verdicts.
    if (!(error instanceof AppError)) throw error;
    return { list: checkId, outcome: 'refused', reason: error.code };
  }
}
