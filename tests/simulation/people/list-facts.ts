import { isTestOwner } from '../../../functions/access/rules/owner.ts';
import type { List } from '../../../functions/lists/rules/list.ts';
import type { Clock } from '../../../functions/platform/clock.ts';
import { formatUtcDate } from '../../../shared/model/duration.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';

/** A list or recheck, even if deleted, with the number of verdicts that its owner could read. */
export interface ListFacts {
  readonly list: List;
  readonly isDeleted: boolean;
  /** Whether the list ever waited because of the daily limit of inconclusive results. */
  readonly wasExhausted: boolean;
  readonly answered: number;
  readonly unknownByDay: ReadonlyMap<string, number>;
}

type Item = Readonly<Record<string, unknown>>;

/** Records the verdict counts of all lists from every write to the table. */
export function createListFactsRecorder(clock: Clock) {
  const lists = new Map<string, ListFacts>();
  return {
    lists,

    note({ SK }: Item, item: Item | undefined): void {
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
      lists.set(id, {
        list,
        isDeleted: false,
        wasExhausted: before?.wasExhausted === true || list.reason === 'daily_limit',
        answered: isCounted ? Math.max(answered, answers) : answered,
        unknownByDay: new Map(unknownByDay).set(day, (unknownByDay.get(day) ?? 0) + unknown),
      });
    },
  };
}
