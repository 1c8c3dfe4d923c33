export interface HubspotContact {
  readonly id: string;
  readonly properties: Record<string, string>;
  /** Values of each property, the newest first. */
  readonly history: Record<string, { readonly value: string; readonly timestamp: string }[]>;
}

export interface HubspotList {
  readonly id: string;
  name: string;
  readonly processingType: string;
  readonly members: Set<string>;
}

export interface HubspotAccount {
  readonly portalId: number;
  readonly tokens: Set<string>;
  readonly scopes: Set<string>;
  readonly contacts: Map<string, HubspotContact>;
  readonly lists: Map<string, HubspotList>;
  readonly customProperties: Set<string>;
  maxCustomProperties: number;
  /** Limit that `faults.limited` calls exceed. */
  policy: 'SECONDLY' | 'TEN_SECONDLY_ROLLING' | 'DAILY';
  contactAt(index: number): HubspotContact;
  set(contact: HubspotContact, name: string, value: string): void;
  delete(id: string): void;
}

export interface FakeHubspotOptions {
  readonly token?: string;
  /** Contacts at the start. All are in the list `1`. */
  readonly contacts?: number;
  readonly emailAt?: (index: number) => string;
  readonly now?: () => number;
}

const FIRST_ID = 1000;

/** Creates an account whose contacts are generated from their index. */
export function createAccount(
  options: FakeHubspotOptions,
  scopes: Iterable<string>,
): HubspotAccount {
  const { contacts: count = 0, emailAt = (index) => `contact-${index}@example.com` } = options;
  const { token = 'pat-test', now = Date.now } = options;
  const account: HubspotAccount = {
    portalId: 4711,
    tokens: new Set([token]),
    scopes: new Set(scopes),
    contacts: new Map(),
    lists: new Map(),
    customProperties: new Set(),
    maxCustomProperties: 10,
    policy: 'TEN_SECONDLY_ROLLING',
    contactAt(index) {
      const contact = account.contacts.get(String(FIRST_ID + index));
      if (!contact) throw new Error(`No contact has the index ${index}.`);
      return contact;
    },
    set({ properties, history }, name, value) {
      const timestamp = new Date(now()).toISOString();
      properties[name] = value;
      properties['lastmodifieddate'] = timestamp;
      history[name] = [{ value, timestamp }, ...(history[name] ?? [])];
    },
    delete(id) {
      account.contacts.delete(id);
      for (const { members } of account.lists.values()) members.delete(id);
    },
  };
  const members = new Set<string>();
  account.lists.set('1', { id: '1', name: 'Newsletter', processingType: 'DYNAMIC', members });
  const created = new Date(now()).toISOString();
  for (let index = 0; index < count; index += 1) {
    const id = String(FIRST_ID + index);
    const names = { firstname: `First ${index}`, lastname: `Last ${index}` };
    const properties = { email: emailAt(index), ...names, lastmodifieddate: created };
    account.contacts.set(id, { id, properties, history: {} });
    members.add(id);
  }
  return account;
}
