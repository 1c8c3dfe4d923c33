import * as z from 'zod/mini';
import type { Page, ServiceBounce, ServiceCall } from '../rules/service.ts';
import { CONTACT } from './hubspot-changes.ts';
import { parseBody } from './parse-body.ts';

// A search returns no results beyond this:
// developers.hubspot.com/docs/api-reference/latest/crm/search-the-crm
const MAX_SEARCH_RESULTS = 10_000;
/** Maximum contacts per call that returns property history. */
const HISTORY_BATCH_SIZE = 50;
const BOUNCE_REASON = 'hs_email_hard_bounce_reason_enum';

export const PAGING = z.optional(z.object({ next: z.optional(z.object({ after: z.string() })) }));
const FOUND = z.object({ results: z.array(CONTACT), paging: PAGING });
const HISTORIES = z.object({
  results: z.array(
    z.object({
      properties: z.object({ email: z.nullish(z.string()) }),
      propertiesWithHistory: z.object({
        [BOUNCE_REASON]: z.optional(
          z.array(z.object({ value: z.nullish(z.string()), timestamp: z.string() })),
        ),
      }),
    }),
  ),
});

/** Searches contacts with a known hard bounce, the least recently changed first. */
export const searchBounced = async (
  call: ServiceCall,
  sinceMs: number,
  after: string,
  limit: number,
): Promise<z.infer<typeof FOUND>> =>
  parseBody(
    FOUND,
    await call.send({
      method: 'POST',
      path: '/crm/objects/2026-09/contacts/search',
      body: {
        filterGroups: [
          {
            filters: [
              { propertyName: BOUNCE_REASON, operator: 'HAS_PROPERTY' },
              { propertyName: 'lastmodifieddate', operator: 'GTE', value: String(sinceMs) },
            ],
          },
        ],
        sorts: ['lastmodifieddate'],
        properties: ['lastmodifieddate'],
        limit,
        after,
      },
    }),
  );

/**
 * HubSpot's email events are of version 1, which ends in September 2027. Instead, this reads when
 * the reason of a hard bounce was set, of contacts that changed since.
 */
export async function readBounces(
  call: ServiceCall,
  sinceMs: number,
  cursor = `${sinceMs}/0`,
): Promise<Page<ServiceBounce>> {
  const [from = '', after = '0'] = cursor.split('/');
  const { results, paging } = await searchBounced(call, Number(from), after, HISTORY_BATCH_SIZE);
  if (results.length === 0) return { items: [] };
  const response = await call.send({
    method: 'POST',
    path: '/crm/objects/2026-09/contacts/batch/read',
    body: {
      inputs: results.map(({ id }) => ({ id })),
      properties: ['email'],
      propertiesWithHistory: [BOUNCE_REASON],
    },
  });
  const items = parseBody(HISTORIES, response).results.flatMap((contact) => {
    const { email } = contact.properties;
    const set = contact.propertiesWithHistory[BOUNCE_REASON]?.find(({ value }) => value);
    const at = Date.parse(set?.timestamp ?? '');
    if (!email || !set?.value || !(at >= sinceMs)) return [];
    return { email, type: 'hard' as const, text: set.value, at };
  });
  const next = paging?.next?.after;
  if (next === undefined) return { items };
  if (Number(next) + HISTORY_BATCH_SIZE <= MAX_SEARCH_RESULTS)
    return { items, next: `${from}/${next}` };
  const last = Date.parse(results.at(-1)?.properties['lastmodifieddate'] ?? '');
  // More contacts than a search returns cannot have changed in one millisecond.
  return { items, next: `${last > Number(from) ? last : Number(from) + 1}/0` };
}
