type Values = Readonly<Record<string, string | null>>;

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const TERM = new RegExp(
  String.raw`([a-z-]+)\(([\w.]+),(\[${TEXT}(?:,${TEXT})*\]|${TEXT}|[\w:.-]+)\)(?:,|$)`,
  'y',
);

const parseValue = (value: string): readonly string[] =>
  /^["[]/.test(value) ? [JSON.parse(value) as string | string[]].flat() : [value];

/**
 * Parses a filter, whose terms must all match. Returns undefined for a malformed filter, and for a
 * field or an operator that the operation does not document.
 * https://developers.klaviyo.com/en/docs/filtering_
 */
export function parseFilter(
  filter: string | null,
  allowed: Readonly<Record<string, readonly string[]>>,
): ((values: Values) => boolean) | undefined {
  if (filter === null) return () => true;
  const tests: ((values: Values) => boolean)[] = [];
  TERM.lastIndex = 0;
  while (TERM.lastIndex < filter.length) {
    const [, operator = '', field = '', value = ''] = TERM.exec(filter) ?? [];
    if (!allowed[field]?.includes(operator)) return undefined;
    const expected = new Set(parseValue(value));
    if (operator === 'greater-or-equal')
      tests.push((values) => Date.parse(values[field] ?? '') >= Date.parse(value));
    else tests.push((values) => expected.has(values[field] ?? ''));
  }
  return (values) => tests.every((test) => test(values));
}
