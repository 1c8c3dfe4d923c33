import { z } from 'zod/mini';

const link = () =>
  z.catch(z.optional(z.string().check(z.regex(/^(https?:\/\/|mailto:|\/)/))), undefined);

const configSchema = z.object({
  /** Origin of the API; empty for the origin of the page. */
  apiHost: z.catch(z.string(), ''),
  /** Details of the seller in the general conditions, by the name of their placeholder. */
  seller: z.catch(z.record(z.string(), z.union([z.string(), z.number()])), {}),
  links: z.catch(z.object({ faq: link(), support: link(), privacy: link() }), {}),
  packagesPublished: z.catch(z.boolean(), false),
});

/** Settings of a stage. They are loaded at startup, because all stages use the same build. */
export type Config = z.infer<typeof configSchema>;

export const defaultConfig = configSchema.parse({});

export async function loadConfig(fetch: typeof globalThis.fetch): Promise<Config> {
  const json: unknown = await fetch('/config.json', { signal: AbortSignal.timeout(3000) })
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}));
  return z.catch(configSchema, defaultConfig).parse(json);
}
