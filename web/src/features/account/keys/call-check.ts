import type { Example } from './snippet-code.ts';

/** What a program reads of a response; a browser shows these two across origins as well. */
const HEADERS = ['content-type', 'retry-after'] as const;
const TIMEOUT_MS = 60_000;

/** JSON over several lines; anything else as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/**
 * Checks one address by an API key alone, as a program does: without the session of the page.
 * @returns what the API responds with, whatever its status
 * @throws where no response comes, or a header cannot hold the key
 */
export async function callCheck({ origin, apiKey, email }: Example) {
  const start = performance.now();
  const response = await fetch(`${origin}/api/verify/email`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const body = readable(await response.text());
  return {
    ok: response.ok,
    status: `${response.status} ${response.statusText}`.trim(),
    ms: Math.round(performance.now() - start),
    headers: HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body,
  };
}
