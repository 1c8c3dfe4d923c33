import * as z from 'zod/mini';
import { ServiceError } from '../rules/service.ts';

export const LINKS = z.optional(z.object({ next: z.nullish(z.string()) }));
const NAMED = z.object({ id: z.string(), attributes: z.object({ name: z.string() }) });
export const NAMED_PAGE = z.object({ data: z.array(NAMED), links: LINKS });
const MARKETING = z.object({
  can_receive_email_marketing: z.boolean(),
  consent: z.string(),
  suppression: z.nullish(z.array(z.object({ reason: z.string() }))),
  list_suppressions: z.nullish(z.array(z.object({ list_id: z.string() }))),
});
const PROFILE = z.object({
  id: z.string(),
  attributes: z.object({
    email: z.nullish(z.string()),
    first_name: z.nullish(z.string()),
    last_name: z.nullish(z.string()),
    properties: z.nullish(z.record(z.string(), z.unknown())),
    subscriptions: z.nullish(z.object({ email: z.nullish(z.object({ marketing: MARKETING })) })),
  }),
});
export type Profile = z.infer<typeof PROFILE>;
export const PROFILE_PAGE = z.object({ data: z.array(PROFILE), links: LINKS });
export const MEMBER_PAGE = z.object({ data: z.array(z.object({ id: z.string() })) });
export const ACCOUNTS = z.object({
  data: z.tuple([
    z.object({
      id: z.string(),
      attributes: z.object({
        contact_information: z.object({ organization_name: z.nullish(z.string()) }),
      }),
    }),
  ]),
});
export const COUNT = z.object({
  data: z.object({ attributes: z.object({ profile_count: z.number() }) }),
});
export const EVENT_PAGE = z.object({
  data: z.array(
    z.object({
      attributes: z.object({
        datetime: z.string(),
        event_properties: z.nullish(z.object({ 'Bounce Type': z.optional(z.string()) })),
      }),
      relationships: z.object({ profile: z.object({ data: z.object({ id: z.string() }) }) }),
    }),
  ),
  included: z.optional(
    z.array(z.object({ id: z.string(), attributes: z.object({ email: z.nullish(z.string()) }) })),
  ),
  links: LINKS,
});

export const nextCursor = (links: z.infer<typeof LINKS>): string | undefined =>
  links?.next ? (new URL(links.next).searchParams.get('page[cursor]') ?? undefined) : undefined;

export const anyOf = (field: string, values: readonly string[]): string =>
  `any(${field},[${values.map((value) => JSON.stringify(value)).join()}])`;

/** Returns the kind and the id of a list or segment, which together are the id of an audience. */
export function locateAudience(audienceId: string): {
  kind: 'list' | 'segment';
  id: string;
  path: string;
} {
  const [kind, id = ''] = audienceId.split('/');
  if (kind !== 'list' && kind !== 'segment')
    throw new ServiceError('not_found', 'the audience is neither a list nor a segment');
  return { kind, id, path: `/api/${kind}s/${encodeURIComponent(id)}` };
}

/** Whether campaigns to the audience reach a profile: it has no global or local suppression. */
export function isSendable({ attributes }: Profile, audienceId: string): boolean {
  const marketing = attributes.subscriptions?.email?.marketing;
  const { kind, id } = locateAudience(audienceId);
  return (
    marketing?.can_receive_email_marketing === true &&
    !(kind === 'list' && marketing.list_suppressions?.some(({ list_id }) => list_id === id))
  );
}

/** Whether the only reason why a profile gets no campaigns is a suppression such as ours. */
export function isOnlySuppressed({ attributes }: Profile): boolean {
  const marketing = attributes.subscriptions?.email?.marketing;
  const reasons = marketing?.suppression ?? [];
  return (
    marketing?.consent !== 'UNSUBSCRIBED' &&
    reasons.length > 0 &&
    reasons.every(({ reason }) => reason === 'USER_SUPPRESSED')
  );
}
