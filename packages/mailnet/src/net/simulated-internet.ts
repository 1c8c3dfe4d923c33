import { domainToASCII, domainToUnicode } from 'node:url';
import { createShuffle, foldSeed, hash, pick } from './hash.ts';
import type { DomainKind, MailboxState, ServerProfile, DomainVariant } from '../kinds/kind.ts';
import { KINDS_BY_SLOT, KINDS, KINDS_OF_LAST_SLOTS } from '../kinds/table.ts';
import { DOMAIN_WORDS, NON_ASCII_DOMAIN_WORDS, ROLES } from './names.ts';

export interface Domain {
  /** Lower-case ASCII (A-labels). */
  name: string;
  /** The name as a person writes it (U-labels). */
  display: string;
  /** Index of the domain in the network. Its hosts' IP addresses derive from it. */
  index: number;
  /** Hash key from which everything random about the domain derives. */
  key: number;
  kind: DomainKind;
  variant: DomainVariant;
}

/** Number of repetitions of the block of slots: 25,872 domains, without the large ones. */
export const BLOCK_COUNT = 196;
/**
 * Number of slots per block whose domains are numbered block by block. The domains of the last
 * slots of all blocks are numbered after them.
 */
const FIRST_SLOT_COUNT = KINDS_BY_SLOT.length - KINDS_OF_LAST_SLOTS.length;

export function domainIndexAt(block: number, slot: number): number {
  if (slot < FIRST_SLOT_COUNT) return block * FIRST_SLOT_COUNT + slot;
  return (
    BLOCK_COUNT * FIRST_SLOT_COUNT + block * KINDS_OF_LAST_SLOTS.length + (slot - FIRST_SLOT_COUNT)
  );
}

function kindAt(index: number): DomainKind | undefined {
  if (index >= BLOCK_COUNT * KINDS_BY_SLOT.length) return undefined;
  const last = index - BLOCK_COUNT * FIRST_SLOT_COUNT;
  return last < 0
    ? KINDS_BY_SLOT[index % FIRST_SLOT_COUNT]
    : KINDS_OF_LAST_SLOTS[last % KINDS_OF_LAST_SLOTS.length];
}

const CODE_DIGITS = 3;
const OWN_NAME = /^(\p{L}+)-([0-9a-z]{3})\.test$/u;
const PLAIN_NAME = /^[a-z]+-[0-9a-z]+\.test$/u;
/** Index of the first large domain. The large domains follow all others. */
const FIRST_LARGE_INDEX = 60_000;

const LARGE_DOMAINS: readonly (readonly [name: string, kind: DomainKind])[] = KINDS.flatMap(
  (kind) => (kind.largeDomains ?? []).map((name) => [name, kind] as const),
);
const LARGE_INDEX_BY_NAME = new Map(
  LARGE_DOMAINS.map(([name], place) => [name, FIRST_LARGE_INDEX + place]),
);

/** Domains are computed on demand from a seed, so memory use does not depend on their number. */
export interface SimulatedInternet {
  readonly key: number;
  at(index: number): Domain | undefined;
  /** Finds a domain by its lower-case name, in A-labels or U-labels. */
  named(name: string): Domain | undefined;
  /** The large domain to which a slot of its kind belongs. */
  largeDomainAt(kind: DomainKind, slot: number): Domain | undefined;
}

/** @param seed an integer from 0 to 2^53 - 1 */
export function createSimulatedInternet(seed: number): SimulatedInternet {
  const worldKey = foldSeed(seed);
  const codes = createShuffle(36 ** CODE_DIGITS, worldKey);

  const at = (index: number): Domain | undefined => {
    const key = hash(worldKey, index);
    const [largeName, largeKind] = LARGE_DOMAINS[index - FIRST_LARGE_INDEX] ?? [];
    if (largeName && largeKind) {
      const variant = pick(largeKind.variants, key);
      return { name: largeName, display: largeName, index, key, kind: largeKind, variant };
    }
    const kind = kindAt(index);
    if (!kind || kind.largeDomains) return undefined;
    const word = pick(kind.international ? NON_ASCII_DOMAIN_WORDS : DOMAIN_WORDS, key >>> 4);
    const code = codes.forward(index, worldKey).toString(36).padStart(CODE_DIGITS, '0');
    const display = `${word}-${code}.test`;
    const name = kind.international ? domainToASCII(display) : display;
    return { name, display, index, key, kind, variant: pick(kind.variants, key) };
  };

  return {
    key: worldKey,
    at,
    named(name) {
      const largeIndex = LARGE_INDEX_BY_NAME.get(name);
      if (largeIndex !== undefined) return at(largeIndex);
      const plain = PLAIN_NAME.test(name);
      const ascii = plain ? name : domainToASCII(name);
      const [, , code] = OWN_NAME.exec(plain ? name : domainToUnicode(ascii)) ?? [];
      if (code === undefined) return undefined;
      const domain = at(codes.back(Number.parseInt(code, 36), worldKey));
      return domain?.name === ascii ? domain : undefined;
    },
    largeDomainAt(kind, slot) {
      const name = kind.largeDomains?.[slot % kind.largeDomains.length];
      return name === undefined ? undefined : at(LARGE_INDEX_BY_NAME.get(name) ?? -1);
    },
  };
}

/** Hash input that decides whether a domain has DMARC. No mailbox has this ordinal. */
const DMARC_ORDINAL = 0x64_6d_61_72;
const POSTMASTER_ORDINAL = ROLES.entries().find(([, name]) => name === 'postmaster')?.[0];

/**
 * Returns the state of a listed mailbox. The postmaster's mailbox is always open (RFC 5321 §4.5.1).
 * The first mailbox at a `firstIsOpen` server is also open, because this server's rejections are
 * conclusive only in contrast to an acceptance. A `discards` mailbox is open to every client.
 */
export function stateOfListedMailbox(domain: Domain, ordinal: number): MailboxState {
  const { server } = domain.variant;
  if (!server || ordinal === POSTMASTER_ORDINAL || (ordinal === 0 && server.firstIsOpen))
    return 'open';
  if (server.discards !== undefined && ROLES.get(ordinal) === server.discards) return 'open';
  let roll = hash(domain.key, ordinal) % 100;
  for (const state of ['absent', 'full', 'disabled', 'busy'] as const) {
    roll -= server.mailboxes[state] ?? 0;
    if (roll < 0) return state;
  }
  return 'open';
}

export function greylistFor(
  { greylist }: ServerProfile,
  state: MailboxState,
): ServerProfile['greylist'] {
  return greylist?.rejectsUnknown && state === 'absent' ? undefined : greylist;
}

/** Well-known domains and two thirds of the others publish a DMARC record. */
export const hasDmarc = ({ kind, key }: Domain): boolean =>
  kind.wellKnown === true || hash(key, DMARC_ORDINAL) % 3 > 0;

/** Maximum recipients per connection of the domain's server, or `undefined` if unlimited. */
export function maxRecipientsPerConnection({ variant, key }: Domain): number | undefined {
  const { perConnection, perTransaction, limits } = variant.server ?? {};
  if (!perConnection)
    return limits?.MAILMAX && perTransaction && limits.MAILMAX * perTransaction.max;
  const [fewest, most] = perConnection.range;
  return fewest + (hash(key, most) % (most - fewest + 1));
}
