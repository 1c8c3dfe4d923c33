import type { Row } from './rounds.ts';

/** Addresses of a domain that stand together, at most. */
const TOGETHER = 500;

/**
 * Rows in an order in which those of a domain stand together, so that the domain is asked once. A
 * large domain stands in several places, evenly spread, so that no other domain waits for all of
 * it; repetitions of an address still stand together, since the engine remembers only the last
 * verdicts.
 */
export function inDomainOrder<T extends Pick<Row, 'email'>>(rows: readonly T[]): T[] {
  const domains = [...Map.groupBy(rows, domainOf).values()];
  const isLarge = ({ length }: readonly T[]): boolean => length > TOGETHER;
  const parts = domains.flatMap((members, index) =>
    isLarge(members) ? partsOf(members, index / domains.length) : [],
  );
  const partsAt = Map.groupBy(parts, ({ place }) => Math.floor(place * domains.length));
  return domains.flatMap((members, index) => {
    const large = partsAt.get(index)?.flatMap((part) => part.members) ?? [];
    return isLarge(members) ? large : members.concat(large);
  });
}

/**
 * Parts of a large domain with their places, from 0 to 1.
 *
 * @param offset from 0 to 1, so that large domains do not all stand at the same places
 */
function partsOf<T extends Pick<Row, 'email'>>(members: readonly T[], offset: number) {
  const addresses = [...Map.groupBy(members, ({ email }) => email.toLowerCase()).values()];
  const count = Math.ceil(addresses.length / TOGETHER);
  return Array.from({ length: count }, (_, part) => ({
    members: addresses.slice(part * TOGETHER, (part + 1) * TOGETHER).flat(),
    place: (part + offset) / count,
  }));
}

const domainOf = ({ email }: Pick<Row, 'email'>): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase();
