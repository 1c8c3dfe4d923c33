import type { BrowserContext } from 'playwright-core';

/** Returns the faults so far. With `refused`, failed requests are expected and ignored. */
type FaultReport = (refused: boolean) => string[];

/** Records a browser's requests to other origins, its errors, and its console warnings. */
export function watchForFaults(context: BrowserContext, origin: string): FaultReport {
  const requestedOrigins = new Set<string>();
  const consoleErrors: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: where } = new URL(request.url());
    if (protocol.startsWith('http') && where !== origin) requestedOrigins.add(where);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text());
  });
  context.on('weberror', (error) => consoleErrors.push(String(error.error())));
  return (refused) => [
    ...[...requestedOrigins].map((where) => `asks ${where}`),
    ...consoleErrors
      .filter((text) => !(refused && text.startsWith('Failed to load resource')))
      .map((text) => `console message: ${text}`),
  ];
}
