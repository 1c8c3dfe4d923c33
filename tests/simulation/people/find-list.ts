import type { ListRow } from '../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { pick } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import type { Simulation, Visitor } from '../simulation.ts';

export const isFinished = ({ status }: ListRow): boolean => status === LIST_STATUS.finished;

/** Finds a random list that the visitor can see and that the filter accepts. */
export async function findList(
  world: Simulation,
  { headers = {} }: Visitor,
  random: () => number,
  wanted: (list: ListRow) => boolean = () => true,
): Promise<ListRow | undefined> {
  const response = await world.call(routes.listFiles, { headers, query: { page: '1' } });
  const page = response?.body['data'] as { data?: ListRow[] } | undefined;
  return pick(page?.data?.filter(wanted) ?? [], random);
}
