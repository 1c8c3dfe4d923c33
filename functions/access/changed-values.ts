const textOf = (value: unknown): string => [value].flat().join(', ');

/** Returns the old and new values of the fields that differ, for an entry. */
export function changedValues<T extends object>(before: T, after: T): { from: string; to: string } {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (name) => textOf(before[name]) !== textOf(after[name]),
  );
  const join = (values: T): string =>
    changed.map((name) => textOf(values[name]) || '–').join(' · ');
  return { from: join(before), to: join(after) };
}
