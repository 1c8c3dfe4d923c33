import { useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom';
import type { z } from 'zod/mini';

/** A schema whose members all have a default. */
type ViewSchema<View> = z.ZodMiniType<View>;

/** Parses a view from a query string. An invalid query string results in the defaults. */
export function parseView<View>(schema: ViewSchema<View>, query: URLSearchParams): View {
  const parsed = schema.safeParse(Object.fromEntries(query));
  return parsed.success ? parsed.data : schema.parse({});
}

/** Returns the query string of a view, without members that have their default value. */
export function serializeView<View extends object>(schema: ViewSchema<View>, view: View): string {
  const defaults = new Map(Object.entries(schema.parse({})));
  const chosen = Object.entries(view).filter(([name, value]) => value !== defaults.get(name));
  return `?${new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]))}`;
}

/** `hrefOf` returns the URL of the view with a change, and `show` navigates to it. */
export function useUrlView<View extends object>(schema: ViewSchema<View>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = parseView(schema, query);
  const hrefOf = (change: Partial<View>): string => serializeView(schema, { ...view, ...change });
  const show = (change: Partial<View>, options?: NavigateOptions): void =>
    void navigate(hrefOf(change), options);
  return { view, hrefOf, show };
}
