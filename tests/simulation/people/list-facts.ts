import { isTestOwner } from '../../../functions/access/rules/owner.ts';
import type { List } from '../../../functions/lists/rules/list.ts';
import type { Clock } from '../../../functions/platform/clock.ts';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';

/** A list or recheck, even if deleted, with the number of verdicts that its owner could read. */
export interface ListFacts {
  readonly list: List;
  readonly isDeleted: boolean;
  /** UTC day on which the list, or its preview, last started. */
  readonly startedOn: string;
  /** Whether the list ever waited for free answers. */
  readonly wasExhausted: boolean;
  readonly answered: number;
  readonly unknownByDay: ReadonlyMap<string, number>;
}

/** A single check whose verdict is unknown. `by` is the origin of the request. */
interface UnknownCheck {
  readonly userId: string;
  readonly day: string;
  readonly by: string | undefined;
}

type Item = Readonly<Record<string, unknown>>;

/** Records the verdict counts of all lists from every write to the table. */
export function createListFactsRecorder(clock: Clock) {
  const lists = new Map<string, ListFacts>();
  /** Origins of pending single checks by request id. */
  const origins = new Map<string, string>();
  const unknownChecks = new Map<string, UnknownCheck>();

  function noteCheck(PK: string, item: Item): void {
    const { requestId = '', by = '' } = item as { requestId?: string; by?: string };
    if (PK.startsWith('PENDINGCHECK#')) origins.set(requestId, by);
    const { status } = (item['verdict'] ?? {}) as { status?: string };
    if (status !== 'unknown' || unknownChecks.has(requestId)) return;
    const userId = PK.slice('USER#'.length);
    // The free answer is reserved when the check starts.
    const day = String(item['answerDay'] ?? formatUtcDate(clock.now()));
    unknownChecks.set(requestId, { userId, day, by: origins.get(requestId) });
  }

  return {
    lists,
    unknownChecks,

    note({ PK, SK }: Item, item: Item | undefined): void {
      if (item && String(SK).startsWith('CHECK#')) noteCheck(String(PK), item);
      const [, id = ''] = /^(?:LIST|RECHECK)#(.+)$/.exec(String(SK)) ?? [];
      const before = lists.get(id);
      if (!item) {
        if (before) lists.set(id, { ...before, isDeleted: true });
        return;
      }
      const list = item as unknown as List;
      if (id === '' || list.listId !== id || isTestOwner(list.userId)) return;
      const { answered = 0, unknownByDay = new Map<string, number>() } = before ?? {};
      // The counts of a finished list also include the verdicts of its rechecks.
      const isCounted = list.status !== LIST_STATUS.finished;
      const answers = list.valid + list.invalid - list.badSyntax + list.risky;
      const day = formatUtcDate(clock.now());
      const isNewUnknown = isCounted && list.unknown > (before?.list.unknown ?? 0);
      const unknown = isNewUnknown ? list.unknown - (before?.list.unknown ?? 0) : 0;
      const hasStarted = list.open > 0 && list.reason !== 'daily_limit';
      const startedOn = before?.startedOn || (hasStarted ? day : '');
      lists.set(id, {
        list,
        isDeleted: false,
        startedOn,
        wasExhausted: before?.wasExhausted === true || list.reason === 'daily_limit',
        answered: isCounted ? Math.max(answered, answers) : answered,
        unknownByDay: new Map(unknownByDay).set(day, (unknownByDay.get(day) ?? 0) + unknown),
      });
    },
  };
}
