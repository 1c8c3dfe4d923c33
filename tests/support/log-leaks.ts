/** What no log may hold, by its looks. */
const SHAPES: readonly (readonly [what: string, looks: RegExp])[] = [
  ['an address', /[\p{L}\p{N}._+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u],
  ['an API key', /tms_(?:live|test)_\w/],
  ['a secret of Stripe', /\b(?:sk|rk)_(?:live|test)_\w|\bwhsec_\w/],
  ['a token of 32 bytes', /(?<![\w-])[\w-]{43}(?![\w-])/],
  ['a bearer', /Bearer\s+(?!<)\S/i],
  ['a signature', /X-Amz-Signature=(?!<)\S/i],
];

/** Members whose text is an id or a flag of ours, in which four digits may stand by chance. */
const OURS = new Set([
  'time',
  'requestId',
  'messageId',
  'user',
  'list',
  'mail',
  'run',
  'stack',
  'runtimeFlags',
]);

/** Shorter secrets, such as codes, are looked for as whole words. */
const LONG_ENOUGH = 8;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Every text that a line says by itself, without ids and flags. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => (OURS.has(name) ? [] : textsOf(each)));
}

function wordsOf(line: string): string[] {
  try {
    return textsOf(JSON.parse(line));
  } catch {
    return [line];
  }
}

/**
 * What lines of a log hold that they must not: addresses, keys and tokens by their looks, and the
 * `secrets` that were in use, one-time codes and passwords among them.
 * @returns for each finding what it is, and the line
 */
export function leaksIn(lines: readonly string[], secrets: Iterable<string>): string[] {
  const given = [...secrets].filter((secret) => secret !== '');
  const long = given.filter(({ length }) => length >= LONG_ENOUGH);
  const short = given.filter(({ length }) => length < LONG_ENOUGH);
  const shortWord = new RegExp(`(?<!\\w)(?:${short.map(escaped).join('|')})(?!\\w)`, 'u');
  return lines.flatMap((line) => [
    ...SHAPES.filter(([, looks]) => looks.test(line)).map(([what]) => `${what}: ${line}`),
    ...(long.some((secret) => line.includes(secret)) ? [`a secret in use: ${line}`] : []),
    ...(short.length > 0 && wordsOf(line).some((text) => shortWord.test(text))
      ? [`a code in use: ${line}`]
      : []),
  ]);
}
