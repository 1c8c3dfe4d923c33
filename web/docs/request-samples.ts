import { SAMPLE_ORIGIN } from './guide-packages.ts';

interface ExampleRequest {
  readonly method: string;
  /** Path with its parameters and query. */
  readonly path: string;
  /** Absent if the request has no body. */
  readonly body?: unknown;
}

const MAX_LINE_LENGTH = 60;
const PYTHON_LITERALS = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
]);

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const composeCurl = (method: string, path: string, options: string[]): string =>
  [
    `curl -X ${method} ${quoteForShell(SAMPLE_ORIGIN + path)}`,
    '-H "x-api-key: $TAMIS_API_KEY"',
    ...options,
  ].join(' \\\n  ');

/** Returns a curl command that sends a multipart form. */
export const composeForm = (method: string, path: string, form: object): string =>
  composeCurl(
    method,
    path,
    Object.entries(form).map(([name, value]) =>
      name === 'file' ? '-F file=@customers.csv' : `-F ${quoteForShell(`${name}=${value}`)}`,
    ),
  );

/** Returns programs that send a request, by the name of their programming language. */
export function composeSamples({ method, path, body }: ExampleRequest) {
  const line = JSON.stringify(body) ?? '';
  const json = line.length > MAX_LINE_LENGTH ? JSON.stringify(body, undefined, 2) : line;
  // A string in JSON is also one in Python.
  const python = json.replaceAll(
    /"(?:\\.|[^"\\])*"|true|false|null/g,
    (token) => PYTHON_LITERALS.get(token) ?? token,
  );
  return {
    curl: composeCurl(
      method,
      path,
      json === '' ? [] : ["-H 'content-type: application/json'", `-d ${quoteForShell(json)}`],
    ),
    JavaScript: `const response = await fetch('${SAMPLE_ORIGIN}${path}', {
  method: '${method}',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY${json && ", 'content-type': 'application/json'"} },${
    json && `\n  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`
  }
});
console.log(response.status, await response.text());`,
    Python: `import os, requests

response = requests.${method.toLowerCase()}(
    "${SAMPLE_ORIGIN}${path}",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},${
      json && `\n    json=${python.replaceAll('\n', '\n    ')},`
    }
    timeout=60,
)
print(response.status_code, response.text)`,
  };
}
