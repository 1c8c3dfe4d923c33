import { z } from 'zod/mini';
import { adminRoutes } from '../../../../shared/contract/admin.ts';

const schema = z.pick(adminRoutes.listUsers.query, {
  search: true,
  status: true,
  limit: true,
  page: true,
});

/** Which users are shown; every part stands in the query of the address. */
export type View = z.output<typeof schema>;

const defaults: View = schema.parse({});

/** The view in the query of the address; parts that are missing or wrong have their default. */
export const viewIn = (query: URLSearchParams): View => {
  const read = schema.safeParse(Object.fromEntries(query));
  return read.success ? read.data : defaults;
};

/** The query of a view, without default values. */
export function queryOf(view: View): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(view))
    if (value !== defaults[name as keyof View]) query.set(name, String(value));
  return `?${query}`;
}
