import document from './openapi.json' with { type: 'json' };

export interface Suppression {
  readonly reason: string;
  readonly timestamp: string;
}

export interface KlaviyoProfile {
  readonly id: string;
  email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  properties: Record<string, unknown>;
  consent: 'SUBSCRIBED' | 'UNSUBSCRIBED' | 'NEVER_SUBSCRIBED';
  suppression: Suppression[];
  list_suppressions: (Suppression & { readonly list_id: string })[];
}

export interface KlaviyoGroup {
  readonly id: string;
  name: string;
  /** Ids of profiles, with the position at which each joined. */
  readonly members: Map<string, number>;
}

export interface KlaviyoBounce {
  readonly profileId: string;
  readonly type: 'Hard' | 'Soft';
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface KlaviyoAccount {
  readonly name: string;
  readonly scopes: Set<string>;
  readonly profiles: Map<string, KlaviyoProfile>;
  readonly lists: Map<string, KlaviyoGroup>;
  readonly segments: Map<string, KlaviyoGroup>;
  readonly bounces: KlaviyoBounce[];
  profileAt(index: number): KlaviyoProfile;
  /** Unsubscribes a profile, as a recipient's click on the link does. */
  unsubscribe(id: string): void;
  join(group: KlaviyoGroup, id: string): void;
  delete(id: string): void;
}

export interface FakeKlaviyoOptions {
  readonly apiKey?: string;
  /** Profiles at the start. All are in the list `LIST01`, every other one is in `SEGM01`. */
  readonly profiles?: number;
  readonly emailAt?: (index: number) => string;
  readonly now?: () => number;
}

const idAt = (index: number): string => `01TAMIS${String(index).padStart(19, '0')}`;

/** Creates an account whose profiles are generated from their index. */
export function createAccount(options: FakeKlaviyoOptions): KlaviyoAccount {
  const { profiles: count = 0, emailAt = (index) => `profile-${index}@example.com` } = options;
  const { now = Date.now } = options;
  let position = 0;
  const account: KlaviyoAccount = {
    name: 'Example Shop',
    scopes: new Set(
      Object.values(document.paths)
        .flatMap((path) => Object.values(path))
        .flatMap((operation) => operation['x-scopes'].flat()),
    ),
    profiles: new Map(),
    lists: new Map(),
    segments: new Map(),
    bounces: [],
    profileAt(index) {
      const profile = account.profiles.get(idAt(index));
      if (!profile) throw new Error(`No profile has the index ${index}.`);
      return profile;
    },
    unsubscribe(id) {
      const profile = account.profiles.get(id);
      if (!profile) return;
      profile.consent = 'UNSUBSCRIBED';
      const timestamp = new Date(now()).toISOString();
      profile.suppression.push({ reason: 'UNSUBSCRIBE', timestamp });
    },
    join(group, id) {
      if (!group.members.has(id)) group.members.set(id, position++);
    },
    delete(id) {
      account.profiles.delete(id);
      for (const group of [...account.lists.values(), ...account.segments.values()])
        group.members.delete(id);
    },
  };
  const newsletter = { id: 'LIST01', name: 'Newsletter', members: new Map<string, number>() };
  const engaged = { id: 'SEGM01', name: 'Engaged', members: new Map<string, number>() };
  account.lists.set(newsletter.id, newsletter);
  account.segments.set(engaged.id, engaged);
  for (let index = 0; index < count; index += 1) {
    const id = idAt(index);
    account.profiles.set(id, {
      id,
      email: emailAt(index),
      first_name: `First ${index}`,
      last_name: null,
      properties: {},
      consent: 'SUBSCRIBED',
      suppression: [],
      list_suppressions: [],
    });
    account.join(newsletter, id);
    if (index % 2 === 0) account.join(engaged, id);
  }
  return account;
}
