import type { ApiMethod } from '../cloud/api.ts';

export interface RouteMatch {
  readonly route: ApiMethod;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Finds a route. Prefers a path without parameters to one with parameters, and a method to `ANY`.
 */
export type RouteMatcher = (method: string, path: string) => RouteMatch | undefined;

export function createRouteMatcher(routes: readonly ApiMethod[]): RouteMatcher {
  const staticRoutes = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
  const patternRoutes = routes
    .filter(({ path }) => path.includes('{'))
    .map((route) => {
      const pathname = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
      return { route, pattern: new URLPattern({ pathname }) };
    });
  const find: RouteMatcher = (method, path) => {
    const route = staticRoutes.get(`${method} ${path}`);
    if (route !== undefined) return { route, parameters: {} };
    for (const candidate of patternRoutes) {
      if (candidate.route.method !== method) continue;
      const groups = candidate.pattern.exec({ pathname: path })?.pathname.groups;
      if (groups === undefined) continue;
      const parameters = Object.entries(groups).map(([name, value = '']) => [
        name,
        decodeUriSafely(value),
      ]);
      return { route: candidate.route, parameters: Object.fromEntries(parameters) };
    }
    return undefined;
  };
  return (method, path) => find(method, path) ?? find('ANY', path);
}

/** Decodes percent-encoding. Returns malformed input unchanged. */
export function decodeUriSafely(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
