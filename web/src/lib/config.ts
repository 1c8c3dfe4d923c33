import { createContext, useContext } from 'react';
import { z } from 'zod/mini';

const link = () =>
  z.catch(z.optional(z.string().check(z.regex(/^(https?:\/\/|mailto:|\/)/))), undefined);

const configSchema = z.object({
  /** Origin of the API; empty for the origin of the page. */
  apiHost: z.catch(z.string(), ''),
  links: z.catch(z.object({ faq: link(), support: link(), privacy: link() }), {}),
});

/** What an installation decides: read at run time, so that one build serves them all. */
export type Config = z.infer<typeof configSchema>;

/** Reads `/config.json`; without one the API is where the page came from. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<Config> {
  const found: unknown = await fetch('/config.json', { signal: AbortSignal.timeout(3000) })
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}));
  return z.catch(configSchema, { apiHost: '', links: {} }).parse(found);
}

export const ConfigContext = createContext<Config>({ apiHost: '', links: {} });

export const useConfig = (): Config => useContext(ConfigContext);
