import { z } from 'zod/mini';

/** A part of an emailed link. */
export const linkPart = () => z.string().check(z.minLength(1));

/** Removes the query from the URL and from the history, also after a reload, and returns it. */
export function takeQuery(): string {
  const query = location.search.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return query;
}

/**
 * Reads an emailed link and removes it from the URL, so that it is neither kept in the browser
 * history nor sent as a referrer. The state of the history entry keeps the link for a reload.
 */
export function takeLink<Schema extends z.core.$ZodType>(
  schema: Schema,
): z.output<Schema> | undefined {
  const link = z.safeParse(schema, Object.fromEntries(new URLSearchParams(location.search)));
  if (link.success)
    history.replaceState({ ...history.state, link: link.data }, '', location.pathname);
  return link.success ? link.data : z.safeParse(schema, history.state?.link).data;
}
