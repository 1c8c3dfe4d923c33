import type { BrowserContext } from 'playwright-core';

const DAY_S = 24 * 60 * 60;

export async function getCookie(
  context: BrowserContext,
  name: string,
): Promise<{ value: string; path: string; days: number } | undefined> {
  const found = (await context.cookies()).find((cookie) => cookie.name === name);
  if (found === undefined) return undefined;
  const days = Math.round((found.expires - Date.now() / 1000) / DAY_S);
  return { value: found.value, path: found.path, days };
}
