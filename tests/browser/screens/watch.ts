import type { BrowserContext } from 'playwright-core';

/** Returns new messages; `refused` tolerates failed requests as part of the screen. */
type Watched = (refused: boolean) => string[];

/** Watches a browser for requests to other origins, and for console messages. */
export function watch(context: BrowserContext, origin: string): Watched {
  const asked = new Set<string>();
  const said: string[] = [];
  context.on('request', (request) => {
    const { protocol, origin: where } = new URL(request.url());
    if (protocol.startsWith('http') && where !== origin) asked.add(where);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  context.on('weberror', (error) => said.push(String(error.error())));
  return (refused) => [
    ...[...asked].map((where) => `asks ${where}`),
    ...said
      .filter((text) => !(refused && text.startsWith('Failed to load resource')))
      .map((text) => `the console says ${text}`),
  ];
}
