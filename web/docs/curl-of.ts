import { hrefOf } from '../../shared/contract/route.ts';
import { idVariableOf, substituteVariables } from './example-ids.ts';
import type { PublicCall } from '../../shared/contract/openapi/public-calls.ts';

const toStringValues = (each: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(each).map(([name, value]) => [name, String(value)]));

/** A call as a shell command. A created object's id is stored in a variable. */
export function curlOf({ name, route, example }: PublicCall, origin: string): string {
  const { params, query, body } = example;
  const search = new URLSearchParams(toStringValues(query)).toString();
  const path = `${hrefOf(route, toStringValues(params))}${search === '' ? '' : `?${search}`}`;
  const url = `"${origin}${substituteVariables(path, (variable) => `$${variable}`)}"`;
  // curl sends a POST by default if there is a body.
  const defaultMethod = body === undefined ? 'GET' : 'POST';
  const method = route.method === defaultMethod ? '' : `-X ${route.method} `;
  const command = [
    `curl -s ${method}${url}`,
    '-H "x-api-key: $TAMIS_API_KEY"',
    ...(body === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
  const idVariable = idVariableOf(name);
  if (idVariable === undefined) return command;
  const extractId = String.raw`sed 's/.*"id":"\([^"]*\)".*/\1/'`;
  return `${command} | tee answer.json\n${idVariable}=$(${extractId} answer.json)`;
}
