import type { InputRow } from './retry-scheduler.ts';

const MAX_CONSECUTIVE = 500;

/**
 * Sorts rows by domain, so that the addresses of a domain share connections. A large domain is
 * split into evenly spread parts, so that no other domain waits for all of it. Repetitions of an
 * address stay adjacent, because the engine remembers only recent verdicts.
 */
export function sortByDomain<T extends Pick<InputRow, 'email'>>(rows: readonly T[]): T[] {
  const domains = [...Map.groupBy(rows, domainOf).values()];
  const isLarge = ({ length }: readonly T[]): boolean => length > MAX_CONSECUTIVE;
  const parts = domains.flatMap((members, index) =>
    isLarge(members) ? splitDomain(members, index / domains.length) : [],
  );
  const partsAt = Map.groupBy(parts, ({ position }) => Math.floor(position * domains.length));
  return domains.flatMap((members, index) => {
    const large = partsAt.get(index)?.flatMap((part) => part.members) ?? [];
    return isLarge(members) ? large : members.concat(large);
  });
}

/**
 * Returns parts with positions from 0 to 1, at which they are inserted among the other rows.
 * `offset` shifts the positions, so that they differ between domains.
 */
function splitDomain<T extends Pick<InputRow, 'email'>>(members: readonly T[], offset: number) {
  const addresses = [...Map.groupBy(members, ({ email }) => email.toLowerCase()).values()];
  const count = Math.ceil(addresses.length / MAX_CONSECUTIVE);
  return Array.from({ length: count }, (_, part) => ({
    members: addresses.slice(part * MAX_CONSECUTIVE, (part + 1) * MAX_CONSECUTIVE).flat(),
    position: (part + offset) / count,
  }));
}

const domainOf = ({ email }: Pick<InputRow, 'email'>): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase();
