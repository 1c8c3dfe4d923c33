import type { ExampleCheck } from './snippet-code.ts';

/** Response headers that matter to programs. CORS exposes both to pages of other origins. */
const SHOWN_HEADERS = ['content-type', 'retry-after'] as const;
const TIMEOUT_MS = 60_000;

function prettyPrint(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/**
 * Sends the call that an external program would send: with an API key, without the session.
 * @returns the response from the API, whatever its status
 * @throws if there is no response, or if the key contains characters that a header cannot have
 */
export async function sendExampleCheck({ origin, apiKey, email }: ExampleCheck) {
  const start = performance.now();
  const response = await fetch(`${origin}/api/verify/email`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = prettyPrint(await response.text());
  return {
    ok: response.ok,
    status: `${response.status} ${response.statusText}`.trim(),
    ms: Math.round(performance.now() - start),
    headers: SHOWN_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body,
  };
}
