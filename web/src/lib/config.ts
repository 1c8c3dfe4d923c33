import { z } from 'zod/mini';

const link = () =>
  z.catch(z.optional(z.string().check(z.regex(/^(https?:\/\/|mailto:|\/)/))), undefined);

const configSchema = z.object({
  /** Origin of the API; empty for the origin of the page. */
  apiHost: z.catch(z.string(), ''),
  /** What the general conditions say of the seller, by the name of the blank. */
  seller: z.catch(z.record(z.string(), z.union([z.string(), z.number()])), {}),
  links: z.catch(z.object({ faq: link(), support: link(), privacy: link() }), {}),
  /** Whether npm and PyPI have the packages, so that the documentation names them. */
  packagesPublished: z.catch(z.boolean(), false),
});

/** The settings of an installation, which the app reads at its start: one build fits all. */
export type Config = z.infer<typeof configSchema>;

/** Without a file of settings, the API has the origin of the page. */
export const defaultConfig = configSchema.parse({});

/** Reads `/config.json`. */
export async function loadConfig(fetch: typeof globalThis.fetch): Promise<Config> {
  const found: unknown = await fetch('/config.json', { signal: AbortSignal.timeout(3000) })
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}));
  return z.catch(configSchema, defaultConfig).parse(found);
}
