import { createHash } from 'node:crypto';

export interface Member {
  /** MD5 of the lowercase address: mailchimp.com/developer/marketing/docs/methods-parameters/ */
  readonly id: string;
  readonly email: string;
  status: 'subscribed' | 'unsubscribed' | 'cleaned' | 'pending' | 'transactional' | 'archived';
  readonly optedInAt: number;
  fields: Readonly<Record<string, string>>;
  readonly tags: Set<string>;
}

export interface MergeField {
  readonly tag: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly public: boolean;
}

export interface Segment {
  readonly id: number;
  readonly name: string;
  readonly type: 'saved' | 'static';
  includes(member: Member): boolean;
}

export interface List {
  readonly id: string;
  readonly name: string;
  /** In the order of their opt-in. */
  readonly members: Map<string, Member>;
  readonly mergeFields: MergeField[];
  readonly segments: Segment[];
}

export interface Campaign {
  readonly id: string;
  readonly sentAt: number;
  readonly recipients: readonly {
    readonly email: string;
    readonly activity: readonly {
      readonly action: 'open' | 'click' | 'bounce';
      readonly type?: 'hard' | 'soft';
      readonly at: number;
    }[];
  }[];
}

/** Fields of a new audience: mailchimp.com/developer/marketing/docs/merge-fields/ */
const FIRST_FIELDS: readonly MergeField[] = [
  ['FNAME', 'First Name', 'text'],
  ['LNAME', 'Last Name', 'text'],
  ['ADDRESS', 'Address', 'address'],
  ['PHONE', 'Phone Number', 'phone'],
].map(([tag = '', name = '', type = '']) => ({ tag, name, type, required: false, public: true }));

const FIRST_OPT_IN = Date.UTC(2025, 0, 1);
/** Number of contacts with the same opt-in time, as after an import. */
const CONTACTS_PER_SECOND = 25;

const hashAddress = (email: string): string =>
  createHash('md5').update(email.toLowerCase()).digest('hex');

/** An account with a list whose contacts are generated from an index. */
export class MailchimpAccount {
  readonly id = 'a1b2c3d4e5f6';
  readonly name = 'Example Store';
  readonly lists: List[] = [];
  readonly campaigns: Campaign[] = [];

  addList(
    contacts: number,
    addressOf = (index: number) => `person-${index}@example.com`,
    id = `${this.lists.length}a9f0b1c2d`,
  ): List {
    const list: List = {
      id,
      name: `Newsletter ${this.lists.length + 1}`,
      members: new Map(),
      mergeFields: [...FIRST_FIELDS],
      segments: [],
    };
    this.lists.push(list);
    for (let index = 0; index < contacts; index += 1) this.addMember(list, addressOf(index));
    return list;
  }

  addMember(list: List, email: string, status: Member['status'] = 'subscribed'): Member {
    const index = list.members.size;
    const member: Member = {
      id: hashAddress(email),
      email,
      status,
      optedInAt: FIRST_OPT_IN + Math.floor(index / CONTACTS_PER_SECOND) * 1000,
      fields: { FNAME: `First ${index}`, LNAME: `Last ${index}` },
      tags: new Set(),
    };
    list.members.set(member.id, member);
    return member;
  }

  /**
   * Adds a tag to a member, or removes it. Creates the tag, a static segment, if it does not exist.
   */
  setTag(list: List, member: Member, name: string, isActive: boolean): void {
    if (!isActive) {
      member.tags.delete(name);
      return;
    }
    member.tags.add(name);
    if (!list.segments.some((segment) => segment.name === name))
      this.addSegment(list, name, 'static', ({ tags }) => tags.has(name));
  }

  addSegment(
    list: List,
    name: string,
    type: Segment['type'],
    includes: Segment['includes'],
  ): Segment {
    const segment = { id: 5000 + list.segments.length, name, type, includes };
    list.segments.push(segment);
    return segment;
  }
}
