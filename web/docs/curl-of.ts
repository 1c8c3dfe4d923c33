import { hrefOf } from '../../shared/contract/route.ts';
import type { PublicCall } from './public-calls.ts';

const asText = (each: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(each).map(([name, value]) => [name, String(value)]));

/** The example of a call as a command of a shell, for the API at an origin. */
export function curlOf({ route, example }: PublicCall, origin: string): string {
  const { params, query, body } = example;
  const search = new URLSearchParams(asText(query)).toString();
  const url = `${origin}${hrefOf(route, asText(params))}${search === '' ? '' : `?${search}`}`;
  // With a body, curl sends a POST by itself.
  const said = body === undefined ? 'GET' : 'POST';
  const method = route.method === said ? '' : `-X ${route.method} `;
  return [
    `curl ${method}'${url}'`,
    '-H "x-api-key: $TAMIS_API_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
}
