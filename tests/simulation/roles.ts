import { contract } from '../../shared/contract/index.ts';
import { partitions } from '../../infra/features/partitions.ts';
import { writablePartitions } from '../../infra/constructs/grants.ts';
import type { Grant } from '../../infra/features/feature.ts';
import { routeNames, routeNeeds, scheduleNeeds, workerNeeds } from '../../infra/features/index.ts';
import type { AwsCall } from '../support/aws-client.ts';
import { matches } from '../support/roles.ts';
import type { Network } from './network.ts';

/** Grants by the names of processes. */
const GRANTS = new Map<string, readonly Grant[]>([
  ...routeNames.map((name): [string, readonly Grant[]] => [
    `${contract[name].method} ${contract[name].path}`,
    routeNeeds[name].grants,
  ]),
  ...[...workerNeeds, ...scheduleNeeds].map(([name, { grants }]): [string, readonly Grant[]] => [
    name,
    grants,
  ]),
]);

interface Keyed {
  readonly Item?: { readonly PK: string };
  readonly Key?: { readonly PK: string };
}
interface Writes extends Keyed {
  readonly TransactItems?: readonly Readonly<Record<string, Keyed>>[];
  readonly RequestItems?: Readonly<Record<string, readonly Readonly<Record<string, Keyed>>[]>>;
}

const READS = new Set(['GetCommand', 'GetItemCommand', 'BatchGetCommand', 'BatchGetItemCommand']);

/** The partitions that a call writes to. */
function written({ Item, Key, TransactItems = [], RequestItems = {} }: Writes): string[] {
  const together = [...TransactItems, ...Object.values(RequestItems).flat()];
  return [{ Item, Key }, ...together.flatMap((each) => Object.values(each))].flatMap((each) => {
    const key = each.Item ?? each.Key;
    return key ? [key.PK] : [];
  });
}

/** Refuses a process what the role of its function would not let it write. */
export const withinRoles =
  (network: Network, respond: AwsCall): AwsCall =>
  (command, input: Writes) => {
    const { name = '' } = network.current() ?? {};
    const grants = GRANTS.get(name);
    if (!grants || READS.has(command)) return respond(command, input as never);
    const allowed = input.RequestItems
      ? [...partitions.tasks, ...partitions.lists].filter(() => grants.includes('lists:clear'))
      : [
          ...writablePartitions(grants),
          ...partitions.limits.filter(() => grants.includes('limits')),
        ];
    const outside = written(input).filter((key) => !allowed.some((each) => matches(each, key)));
    if (outside.length > 0) throw new Error(`AccessDenied: ${name} writes ${outside.join(', ')}`);
    return respond(command, input as never);
  };
