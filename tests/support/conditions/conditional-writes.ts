import { isDeepStrictEqual } from 'node:util';
import { createDb } from '../../../functions/platform/dynamo/create-db.ts';
import type { AwsCallHandler } from '../aws-client.ts';
import { parseCondition, type TableItem } from '../dynamo-expression.ts';
import { createMemoryDynamoClient, createMemoryTable } from '../memory-table.ts';
import { testClock } from '../test-clock.ts';
import { testContext } from '../test-context.ts';
import type { ConditionRow } from './rows.ts';

/** The start of all rows: a Thursday, far from the ends of a month. */
const NOW = Date.parse('2027-01-14T10:00:00Z');

interface Write {
  readonly Key?: TableItem;
  readonly Item?: TableItem;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<TableItem>;
}

interface TriedWrite {
  readonly write: Write;
  isRefused: boolean;
}

const writesOf = (input: { readonly TransactItems?: readonly object[] } & Write): Write[] =>
  input.TransactItems
    ? input.TransactItems.flatMap((each) => Object.values(each) as Write[])
    : [input];

const KEYWORD = /^(?:AND|OR|NOT|IN|BETWEEN|attribute_exists|attribute_not_exists)$/;

/** Returns the paths of the attributes in a condition. */
const pathsIn = ({ ConditionExpression = '', ExpressionAttributeNames = {} }: Write): string[] => [
  ...new Set(
    Array.from(ConditionExpression.matchAll(/(?<![\w:])#?[A-Za-z_][\w.#]*/g), ([path]) => path)
      .filter((path) => !KEYWORD.test(path))
      .map((path) => path.replaceAll(/#\w+/g, (name) => ExpressionAttributeNames[name] ?? name)),
  ),
];

const describeWrite = ({ write, isRefused }: TriedWrite): string =>
  (isRefused ? '!' : '') +
  pathsIn(write)
    .map((path) => {
      if (path !== 'PK') return path;
      return write.ConditionExpression?.includes('attribute_not_exists(PK)') ? 'absent' : 'exists';
    })
    .join(' ');

/** Returns a copy of an item with another value at a path; `undefined` removes the value. */
function withValue(item: TableItem, path: readonly string[], value: unknown): TableItem {
  const [name = '', ...rest] = path;
  const { [name]: inner, ...others } = item;
  const next =
    rest.length > 0 ? withValue((inner as TableItem | undefined) ?? {}, rest, value) : value;
  return next === undefined ? others : { ...others, [name]: next };
}

/**
 * Returns the item as another writer may have left it, such that one attribute, or the existence of
 * the item (`PK`), makes the condition fail.
 */
function findRefused(
  write: Write,
  path: string,
  item: TableItem | undefined,
): { readonly item: TableItem | undefined } | undefined {
  const { ConditionExpression = '', Key, Item } = write;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = write;
  const { PK, SK } = Key ?? Item ?? {};
  const OTHERS = [undefined, 'other', true, false, 0, 1e12, -1e12, [{ id: 'other' }]];
  const candidates =
    path === 'PK'
      ? [{ PK, SK, isOther: true }, undefined]
      : [...OTHERS, ...Object.values(values)].map((value) =>
          withValue(item ?? { PK, SK }, path.split('.'), value),
        );
  const holds = parseCondition(ConditionExpression);
  const found = candidates.find((each) => !holds(each, { names, values }));
  return found === undefined && holds(undefined, { names, values }) ? undefined : { item: found };
}

/** Runs a change of a row in a new table, with other writers. */
function createStage() {
  const table = createMemoryTable();
  let tried: TriedWrite[] = [];
  let beforeWrite: ((write: Write, at: number) => Promise<(() => void) | undefined>) | undefined;

  const itemOf = ({ Key, Item }: Write): TableItem | undefined => {
    const key = Key ?? Item;
    return table.all().find(({ PK, SK }) => PK === key?.['PK'] && SK === key?.['SK']);
  };
  const store = (write: Write, item: TableItem | undefined): void => {
    if (item) void table.respond('PutItemCommand', { Item: item } as never);
    else if (itemOf(write)) table.remove(write.Key ?? write.Item ?? {});
  };

  const respond: AwsCallHandler = async (command, input) => {
    const conditional = writesOf(input).filter((each) => each.ConditionExpression !== undefined);
    const isWrite = /^(?:Put|Update|Delete|TransactWrite)/.test(command);
    if (!isWrite || conditional.length === 0) return table.respond(command, input);
    const first = tried.length;
    const added = conditional.map((write) => ({ write, isRefused: false }));
    tried.push(...added);
    const undo: (() => void)[] = [];
    for (const [at, { write }] of added.entries()) {
      const undoWrite = await beforeWrite?.(write, first + at);
      if (undoWrite) undo.push(undoWrite);
    }
    for (const each of added) each.isRefused = !isMet(each.write, itemOf(each.write));
    try {
      return await table.respond(command, input);
    } finally {
      for (const each of undo) each();
    }
  };

  const context = testContext(
    {
      db: (clock = testClock(NOW)) =>
        createDb(createMemoryDynamoClient(respond), 'tamis-test', clock, {
          attempts: 2,
          baseMs: 0,
          capMs: 0,
          sleep: async () => undefined,
          random: () => 0,
        }),
    },
    {
      clock: testClock(NOW),
      serviceLogins: {
        list: () => [],
        exchange: async () => ({ token: 'token' }),
        refresh: async () => ({ token: 'renewed' }),
        revoke: async () => undefined,
      },
    },
  );

  /** Runs a change, and returns its result or error, and its conditional writes. */
  async function run(
    change: () => Promise<unknown>,
    before?: (write: Write, at: number) => Promise<(() => void) | undefined>,
  ) {
    const writes: TriedWrite[] = [];
    tried = writes;
    beforeWrite = before;
    const result = await change().catch((error: unknown) => ({ error }));
    beforeWrite = undefined;
    return { result, writes };
  }

  return {
    context,
    run,
    save: (): TableItem[] => structuredClone(table.all()),
    load(items: readonly TableItem[]): void {
      for (const item of table.all()) table.remove(item);
      for (const item of items) store({}, structuredClone(item));
    },
    /** Runs the change again before its first write, so that both writers have read the same. */
    async race(change: () => Promise<unknown>) {
      let other: unknown;
      let isFirst = true;
      const loser = await run(change, async () => {
        if (!isFirst) return undefined;
        isFirst = false;
        const outer = [tried, beforeWrite] as const;
        ({ result: other } = await run(change));
        [tried, beforeWrite] = outer;
        return undefined;
      });
      return { ...loser, other };
    },
    /** Runs the change while another writer changes one attribute of one item before its write. */
    async interfere(change: () => Promise<unknown>, target: number, path: string) {
      let isPossible = false;
      const outcome = await run(change, async (write, at) => {
        if (at !== target) return undefined;
        const item = structuredClone(itemOf(write));
        const refused = findRefused(write, path, item);
        if (!refused) return undefined;
        isPossible = true;
        store(write, refused.item);
        // Restore the former state for the next attempt, so that a change which retries can
        // succeed.
        return () => store(write, item);
      });
      return { ...outcome, isPossible };
    },
  };
}

const isMet = (write: Write, item: TableItem | undefined): boolean =>
  parseCondition(write.ConditionExpression ?? '')(item, {
    names: write.ExpressionAttributeNames ?? {},
    values: write.ExpressionAttributeValues ?? {},
  });

/**
 * Returns what is wrong with a row: the change must be accepted, refused if another writer has made
 * it from the same state, and refused if another writer changes any attribute in its conditions. A
 * refused change must return another result, or try again.
 */
export async function findConditionFaults(row: ConditionRow): Promise<string[]> {
  const stage = createStage();
  const change = await row.given(stage.context);
  const state = stage.save();
  const alone = await stage.run(change);
  const conditions = alone.writes.map(describeWrite).join('; ');
  const faults: string[] = [];
  if (conditions !== row.conditions) faults.push(`its conditions are: ${conditions}`);
  if (typeof alone.result === 'object' && alone.result && 'error' in alone.result)
    faults.push(`it failed: ${String(alone.result.error)}`);

  const isLost = ({ writes }: { readonly writes: readonly TriedWrite[] }): boolean =>
    writes.some(({ isRefused }, at) => isRefused && alone.writes[at]?.isRefused !== true);
  const isReported = (
    { result, writes }: { readonly result: unknown; readonly writes: readonly TriedWrite[] },
    winner: unknown,
  ): boolean =>
    row.joins === true ||
    winner === undefined ||
    !isDeepStrictEqual(result, winner) ||
    writes.length > alone.writes.length;

  stage.load(state);
  const race = await stage.race(change);
  if (isLost(race) === (row.repeats === true))
    faults.push(row.repeats ? 'the second writer was refused' : 'both writers succeeded');
  else if (isLost(race) && !isReported(race, race.other))
    faults.push('the second writer was not told');

  for (const [at, { write, isRefused }] of alone.writes.entries()) {
    if (isRefused) continue;
    let isPossible = false;
    for (const path of pathsIn(write)) {
      stage.load(state);
      const outcome = await stage.interfere(change, at, path);
      isPossible ||= outcome.isPossible;
      if (outcome.isPossible && !isReported(outcome, alone.result))
        faults.push(`write ${at + 1} was refused because of ${path}, but not reported`);
    }
    if (!isPossible) faults.push(`the condition of write ${at + 1} is always met`);
  }
  return faults;
}
