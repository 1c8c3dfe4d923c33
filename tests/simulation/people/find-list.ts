import type { ListSummary } from '../../../shared/contract/list-detail.ts';
import { LIST_STATUS } from '../../../shared/model/list-status.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import type { Simulation, Visitor } from '../simulation.ts';

export const isFinished = ({ status }: ListSummary): boolean => status === LIST_STATUS.finished;

export async function findRandomList(
  world: Simulation,
  { headers = {} }: Visitor,
  random: () => number,
  wanted: (list: ListSummary) => boolean = () => true,
): Promise<ListSummary | undefined> {
  const response = await world.call(routes.listFiles, { headers, query: { page: '1' } });
  const page = response?.body['data'] as { data?: ListSummary[] } | undefined;
  return pickRandom(page?.data?.filter(wanted) ?? [], random);
}
