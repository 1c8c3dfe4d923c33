export interface Contact {
  readonly id: number;
  /** Undefined if only a phone number is known. */
  readonly email: string | undefined;
  attributes: Readonly<Record<string, string>>;
  emailBlacklisted: boolean;
  readonly listIds: Set<number>;
  /** Lists that the contact has unsubscribed from. */
  readonly listUnsubscribed: Set<number>;
}

export interface NamedGroup {
  readonly id: number;
  readonly name: string;
}

export interface Segment extends NamedGroup {
  includes(contact: Contact): boolean;
}

export interface Campaign {
  readonly id: number;
  readonly sentAt: number;
  readonly hardBounces: readonly string[];
  readonly softBounces: readonly string[];
}

export interface Process {
  readonly campaign: Campaign;
  readonly type: 'hardBounces' | 'softBounces';
  /** Number of reads of the process until it is completed. */
  remaining: number;
}

/** An account whose contacts are generated from an index. */
export class BrevoAccount {
  readonly id = '5f8d0e1b2c3a4d5e6f708192';
  readonly name = 'Example Store';
  readonly contacts = new Map<number, Contact>();
  readonly lists: (NamedGroup & { readonly folderId: number })[] = [];
  readonly folders: NamedGroup[] = [{ id: 1, name: 'Your First Folder' }];
  readonly segments: Segment[] = [];
  readonly campaigns: Campaign[] = [];
  readonly processes: Process[] = [];
  /** Names of normal attributes of type text. */
  readonly attributes = new Set(['FIRSTNAME', 'LASTNAME']);
  maxAttributes = 200;
  /** Number of reads of a process until its file exists. */
  readsUntilExport = 2;
  exportOrigin = 'https://export.brevo.com';
  #lastId = 0;

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  addList(
    contacts: number,
    addressOf = (index: number) => `person-${index}@example.com`,
  ): NamedGroup {
    const list = { id: this.nextId(), name: `List ${this.lists.length + 1}`, folderId: 1 };
    this.lists.push(list);
    for (let index = 0; index < contacts; index += 1) this.addContact(addressOf(index), [list.id]);
    return list;
  }

  addContact(email: string | undefined, listIds: readonly number[] = []): Contact {
    const id = this.nextId();
    const contact: Contact = {
      id,
      email,
      attributes: { FIRSTNAME: `First ${id}`, LASTNAME: `Last ${id}` },
      emailBlacklisted: false,
      listIds: new Set(listIds),
      listUnsubscribed: new Set(),
    };
    this.contacts.set(id, contact);
    return contact;
  }
}
