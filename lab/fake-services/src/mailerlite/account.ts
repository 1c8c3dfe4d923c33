export interface Subscriber {
  readonly id: string;
  readonly email: string;
  status: 'active' | 'unsubscribed' | 'unconfirmed' | 'bounced' | 'junk';
  fields: Readonly<Record<string, string | null>>;
  readonly groups: Set<string>;
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

export interface Segment extends Group {
  includes(subscriber: Subscriber): boolean;
}

export interface Field {
  readonly name: string;
  readonly key: string;
  readonly type: 'text' | 'number' | 'date';
}

export interface Campaign {
  readonly id: string;
  readonly startedAt: number;
  readonly hardbounced: readonly Subscriber[];
  readonly softbounced: readonly Subscriber[];
}

/** Ids are numbers of 18 digits. */
const FIRST_ID = 139_802_435_642_000_000n;

/** An account whose subscribers are generated from an index. */
export class MailerliteAccount {
  readonly id = '83510';
  readonly name = 'Example Letters';
  /** From the oldest to the newest. */
  readonly subscribers = new Map<string, Subscriber>();
  readonly groups: Group[] = [];
  readonly segments: Segment[] = [];
  readonly campaigns: Campaign[] = [];
  readonly fields: Field[] = ['name', 'last_name'].map((key) => ({ name: key, key, type: 'text' }));
  /** developers.mailerlite.com/docs/fields.html: "at most 100". */
  maxFields = 100;
  /** Calls that the key may not make, such as `POST /api/groups`. */
  readonly forbidden = new Set<string>();
  #lastId = FIRST_ID;

  nextId(): string {
    this.#lastId += 1n;
    return String(this.#lastId);
  }

  addGroup(subscribers = 0, addressOf = (index: number) => `person-${index}@example.com`): Group {
    const group = { id: this.nextId(), name: `Group ${this.groups.length + 1}` };
    this.groups.push(group);
    for (let index = 0; index < subscribers; index += 1)
      this.addSubscriber(addressOf(index), [group.id]);
    return group;
  }

  addSubscriber(
    email: string,
    groups: readonly string[] = [],
    status: Subscriber['status'] = 'active',
  ): Subscriber {
    const id = this.nextId();
    const fields = { name: `First ${id}`, last_name: null };
    const subscriber = { id, email, status, fields, groups: new Set(groups) };
    this.subscribers.set(id, subscriber);
    return subscriber;
  }
}
