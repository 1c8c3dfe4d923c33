import {
  MARKED_STATUSES,
  type MarkedStatus,
} from '../../../shared/model/connections/apply-actions.ts';
import { SERVICE_FIELDS } from '../../../shared/model/connections/service-name.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import {
  type ContactChange,
  type ContactState,
  type ServiceCall,
  ServiceError,
} from '../rules/service.ts';
import {
  anyOf,
  isOnlySuppressed,
  isSendable,
  MEMBER_PAGE,
  NAMED_PAGE,
  type Profile,
  PROFILE_PAGE,
} from './klaviyo-answers.ts';
import { matchMarkLists, nameMarkList } from './mark-lists.ts';
import { parseBody } from './parse-body.ts';
import { planChanges } from './plan-changes.ts';

const FIELD = SERVICE_FIELDS.klaviyo;
// Limit of bulk_suppress_profiles and get_profiles in https://github.com/klaviyo/openapi.
export const PAGE_SIZE = 100;
// Filters are part of the URL, which servers limit to 8 KB.
const MAX_FILTERED_EMAILS = 50;

/** Finds the lists of marks that exist, as paths. */
export async function findMarkLists(call: ServiceCall): Promise<ReadonlyMap<MarkedStatus, string>> {
  const names = MARKED_STATUSES.map(nameMarkList);
  const response = await call.send({ path: '/api/lists', query: { filter: anyOf('name', names) } });
  const { data } = parseBody(NAMED_PAGE, response);
  return matchMarkLists(
    data.map(({ id, attributes: { name } }) => ({
      id: `/api/lists/${encodeURIComponent(id)}`,
      name,
    })),
  );
}

interface Known {
  readonly profile: Profile;
  readonly state: ContactState;
}

/** Reads the profiles that still exist. */
export async function readKnown(
  call: ServiceCall,
  audienceId: string,
  lists: ReadonlyMap<MarkedStatus, string>,
  ids: readonly string[],
): Promise<Map<string, Known>> {
  if (ids.length === 0) return new Map();
  const response = await call.send({
    path: '/api/profiles',
    query: {
      filter: anyOf('id', ids),
      'additional-fields[profile]': 'subscriptions',
      'fields[profile]': 'email,properties,subscriptions',
      'page[size]': PAGE_SIZE,
    },
  });
  const { data } = parseBody(PROFILE_PAGE, response);
  const emails = data.flatMap(({ attributes }) => attributes.email ?? []);
  const marks = new Map(data.map(({ id }) => [id, new Set<MarkedStatus>()]));
  for (let start = 0; start < emails.length; start += MAX_FILTERED_EMAILS)
    for (const [mark, path] of lists) {
      const filter = anyOf('email', emails.slice(start, start + MAX_FILTERED_EMAILS));
      const query = { filter, 'fields[profile]': 'email', 'page[size]': PAGE_SIZE };
      const members = await call.send({ path: `${path}/profiles`, query });
      for (const { id } of parseBody(MEMBER_PAGE, members).data) marks.get(id)?.add(mark);
    }
  return new Map(
    data.map((profile) => {
      const { id, attributes } = profile;
      const field = attributes.properties?.[FIELD];
      const state = {
        id,
        marks: [...(marks.get(id) ?? [])],
        field: typeof field === 'string' ? field : null,
        subscribed: isSendable(profile, audienceId),
      };
      return [id, { profile, state }];
    }),
  );
}

/** Suppresses profiles or removes their suppressions. */
async function changeSuppressions(
  call: ServiceCall,
  job: 'create' | 'delete',
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return;
  const data = emails.map((email) => ({ type: 'profile', attributes: { email } }));
  const type = `profile-suppression-bulk-${job}-job`;
  const body = { data: { type, attributes: { profiles: { data } } } };
  await call.send({ method: 'POST', path: `/api/${type}s`, body });
}

async function changeMembers(
  call: ServiceCall,
  method: 'POST' | 'DELETE',
  listPath: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const data = ids.map((id) => ({ type: 'profile', id }));
  const path = `${listPath}/relationships/profiles`;
  const { status } = await call.send({ method, path, body: { data }, accept: [404] });
  // A profile was deleted: retry, because the next attempt reads again which profiles exist.
  if (status === 404) throw new ServiceError('unavailable', 'a profile or list just vanished');
}

/** Makes the changes that are missing. Returns the ids of profiles that were not changed. */
export async function changeProfiles(
  call: ServiceCall,
  audienceId: string,
  changes: readonly ContactChange[],
  concurrency: number,
): Promise<readonly string[]> {
  const lists = await findMarkLists(call);
  const ids = changes.map(({ id }) => id);
  const known = await readKnown(call, audienceId, lists, ids);
  const { unchanged, membersOf, fields, subscriptions } = planChanges(changes, known, lists);

  for (const [mark, path] of lists) {
    const { added, removed } = membersOf(mark);
    await changeMembers(call, 'POST', path, added);
    await changeMembers(call, 'DELETE', path, removed);
  }

  await forEachConcurrently(fields, concurrency, async ({ change: { id, field } }) => {
    const path = `/api/profiles/${encodeURIComponent(id)}`;
    const properties = { [FIELD]: field };
    const unset = { meta: { patch_properties: { unset: [FIELD] } } };
    const data =
      field === null
        ? { type: 'profile', id, attributes: {}, ...unset }
        : { type: 'profile', id, attributes: { properties } };
    const { status } = await call.send({ method: 'PATCH', path, body: { data }, accept: [404] });
    if (status === 404) unchanged.add(id);
  });

  const suppressed: string[] = [];
  const released: string[] = [];
  for (const { change, profile } of subscriptions) {
    if (unchanged.has(change.id)) continue;
    // Skip changed addresses, because Klaviyo would create a profile to suppress an address without
    // one.
    const isSame = profile.attributes.email === change.email;
    if (!change.subscribed && isSame) suppressed.push(change.email);
    else if (change.subscribed && isSame && isOnlySuppressed(profile)) released.push(change.email);
    else unchanged.add(change.id);
  }
  await changeSuppressions(call, 'create', suppressed);
  await changeSuppressions(call, 'delete', released);
  return [...unchanged];
}
