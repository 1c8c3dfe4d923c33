import { z } from 'zod/mini';
import { listRoutes } from '../../../../../shared/contract/lists.ts';

const schema = z.pick(listRoutes.listFiles.query, { page: true, filter: true });

export type View = z.output<typeof schema>;

/** The page and filter in the query of the address; by default, the first page of all lists. */
export const viewIn = (query: URLSearchParams): View => schema.parse(Object.fromEntries(query));

/** The query of a view, without default values. */
export function queryOf({ page, filter }: View): string {
  const query = new URLSearchParams();
  if (page > 1) query.set('page', String(page));
  if (filter !== 'all') query.set('filter', filter);
  return `?${query}`;
}
