import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom';
import type { z } from 'zod/mini';

/** A schema with a default for every part. */
type ViewSchema<View> = z.ZodMiniType<View>;

/** Parses the view in a query string; an invalid one falls back to the defaults. */
export function parseView<View>(schema: ViewSchema<View>, query: URLSearchParams): View {
  const parsed = schema.safeParse(Object.fromEntries(query));
  return parsed.success ? parsed.data : schema.parse({});
}

/** The query string of a view, without default values. */
export function queryOf<View extends object>(schema: ViewSchema<View>, view: View): string {
  const defaults = new Map(Object.entries(schema.parse({})));
  const chosen = Object.entries(view).filter(([name, value]) => value !== defaults.get(name));
  return `?${new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Page state in the URL, such as a page number and a search. `hrefOf` is the URL of the view after
 * a change, and `show` navigates there.
 */
export function useUrlView<View extends object>(schema: ViewSchema<View>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = parseView(schema, query);
  const hrefOf = (change: Partial<View>): string => queryOf(schema, { ...view, ...change });
  const show = (change: Partial<View>, options?: NavigateOptions): void =>
    void navigate(hrefOf(change), options);
  return { view, hrefOf, show };
}
