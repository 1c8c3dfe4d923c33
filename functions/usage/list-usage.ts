import type { z } from 'zod/mini';
import type { OutputOf } from '../../shared/contract/route.ts';
import type { UsageRow, usageRoutes } from '../../shared/contract/usage.ts';
import type { Language } from '../../shared/model/account.ts';
import { LIST_STATE_NAMES } from '../../shared/model/list-status.ts';
import { formatName } from '../access/account-name.ts';
import { describeFreeAnswers } from '../credits/describe-free-answers.ts';
import { isSameBalance } from '../credits/rules/checkpoint.ts';
import { availableChangeOf, type UsageLine } from '../credits/rules/usage-line.ts';
import type { ListsDeps } from '../lists/deps.ts';
import type { List } from '../lists/rules/list.ts';
import { decodeCursor, encodeCursor } from '../platform/paging.ts';
import { retryOnConflict } from '../platform/retry-on-conflict.ts';

type Usage = (typeof usageRoutes)['usage'];
type Lists = ReadonlyMap<string, List>;

const PAGE_SIZE = 500;
const ULID_LENGTH = 26;
const MAX_REPEATS = 3;

export async function listUsage(
  deps: Pick<ListsDeps, 'accounts' | 'clock' | 'freeAnswers' | 'ledger' | 'lists'>,
  userId: string,
  language: Language,
  {
    month = new Date(deps.clock.now()).toISOString().slice(0, 7),
    cursor,
  }: z.output<Usage['query']>,
  showsPersons = false,
): Promise<OutputOf<Usage>['data']> {
  const { ledger, lists } = deps;
  const from = cursor === undefined ? undefined : decodeCursor(cursor);
  let balance = await ledger.balance(userId);
  // Read again if credits have moved meanwhile, because the rows must add up to the balance. After
  // the last attempt, the rows of a very busy account may differ from the balance by the credits
  // that have just moved.
  const [laterChange, { lines, next }] = await retryOnConflict('the usage', async (attempt) => {
    const found = await Promise.all([
      ledger.changeAfter(userId, month),
      ledger.usage(userId, { days: `${month}-`, from, limit: PAGE_SIZE }),
    ]);
    const before = balance;
    balance = await ledger.balance(userId);
    return attempt === MAX_REPEATS || isSameBalance(before, balance) ? found : 'again';
  });
  const { available, reserved, held, debt } = balance;
  const listIds = lines.flatMap(({ subject }) => listIdOf(subject) ?? []);
  const listsById = await lists.getMany(userId, [...new Set(listIds)]);
  return {
    month,
    balance: { available, reserved, held, debt },
    free_answers: await describeFreeAnswers(deps, userId, language),
    closing: available - laterChange,
    data: await withPersons(
      deps,
      lines.map((line) => rowOf(line, listsById)),
      showsPersons,
    ),
    next: next === undefined ? null : encodeCursor(next),
  };
}

/** Adds the names, which are read now, so that a deleted login has none. */
async function withPersons(
  { accounts }: Pick<ListsDeps, 'accounts'>,
  rows: readonly (Omit<UsageRow, 'person'> & { readonly personId: string | undefined })[],
  showsPersons: boolean,
): Promise<UsageRow[]> {
  const ids = new Set(showsPersons ? rows.flatMap(({ personId = [] }) => personId) : []);
  const persons = await Promise.all([...ids].map((id) => accounts.get(id)));
  const names = new Map(persons.map((each) => [each?.id, each && formatName(each)]));
  return rows.map(({ personId: id, ...row }) => ({
    ...row,
    person: id !== undefined && ids.has(id) ? { id, name: names.get(id) ?? null } : null,
  }));
}

const listIdOf = (subject: string): string | undefined =>
  /^(?:list|grant:replacement):(?<id>[^:]+)/.exec(subject)?.groups?.['id'];

/** Types of usage rows by the prefix of their subject. Any other subject is a gift. */
const TYPES_BY_PREFIX: readonly (readonly [beginning: string, type: UsageRow['type']])[] = [
  ['list:', 'list'],
  ['checks:', 'checks'],
  ['dispute:', 'dispute'],
  ['grant:dispute-won:', 'dispute'],
  ['clawback:', 'refund'],
  ['correction:', 'correction'],
  ['grant:cs:', 'purchase'],
  ['grant:in:', 'purchase'],
  ['grant:paid:', 'purchase'],
  ['grant:replacement:', 'replacement'],
  ['grant:welcome:', 'welcome'],
  ['grant:refund-failed:', 'refund_failed'],
];

/** A check's origin, unless it is `web` or the end of a key. */
const isPersonId = (by: string): boolean => by.length === ULID_LENGTH;

function rowOf({ day, at, subject, amounts }: UsageLine, lists: Lists) {
  const listId = listIdOf(subject);
  const list = listId === undefined ? undefined : lists.get(listId);
  const type = TYPES_BY_PREFIX.find(([prefix]) => subject.startsWith(prefix))?.[1] ?? 'gift';
  const checkedBy = type === 'checks' ? subject.slice('checks:'.length) : '';
  const personId = isPersonId(checkedBy) ? checkedBy : list?.startedBy;
  const by = isPersonId(checkedBy) ? 'web' : checkedBy || list?.by;
  const totalOf = (...kinds: readonly (keyof UsageLine['amounts'])[]): number =>
    kinds.reduce((sum, kind) => sum + (amounts[kind] ?? 0), 0);
  return {
    day,
    at: at ?? null,
    type,
    file_id: listId ?? null,
    file_name: list?.name ?? null,
    file_state: list ? LIST_STATE_NAMES[list.status] : null,
    file_verified: list?.processed ?? null,
    file_valid: list?.valid ?? null,
    by: by || null,
    personId,
    change: availableChangeOf(amounts),
    added: totalOf('grant'),
    reserved: totalOf('reserve'),
    charged: totalOf('settle', 'debit'),
    returned: totalOf('release', 'undo', 'unhold'),
    held: totalOf('hold'),
    taken_back: totalOf('clawback', 'correction', 'forfeit'),
    borrowed: totalOf('borrow'),
    repaid: totalOf('repay'),
  };
}
