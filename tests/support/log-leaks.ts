const SHAPES: readonly (readonly [what: string, looks: RegExp])[] = [
  ['an address', /[\p{L}\p{N}._+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u],
  ['an API key', /tms_(?:live|test)_\w/],
  ['a Stripe secret', /\b(?:sk|rk)_(?:live|test)_\w|\bwhsec_\w/],
  ['a token of 32 bytes', /(?<![\w-])[\w-]{43}(?![\w-])/],
  ['a bearer', /Bearer\s+(?!<)\S/i],
  ['a signature', /X-Amz-Signature=(?!<)\S/i],
];

/**
 * Log fields excluded from the search for short secrets: our own ids and flags may contain the four
 * digits of a one-time code by chance.
 */
const PUBLIC_FIELDS = new Set([
  'time',
  'requestId',
  'messageId',
  'user',
  'list',
  'job',
  'mail',
  'run',
  'stack',
  'runtimeFlags',
]);

/** Minimum length of secrets that are found anywhere; shorter secrets must be whole words. */
const MIN_LONG_SECRET = 8;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns all strings in a log line, except ids and flags. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    PUBLIC_FIELDS.has(name) ? [] : textsOf(each),
  );
}

function wordsOf(line: string): string[] {
  try {
    return textsOf(JSON.parse(line));
  } catch {
    return [line];
  }
}

/**
 * Finds leaks in log lines: text that looks like an address, a key, a token or a signature, and the
 * `secrets` in use, including one-time codes and passwords.
 * @returns the kind and the line of each leak
 */
export function findLeaks(lines: readonly string[], secrets: Iterable<string>): string[] {
  const given = [...secrets].filter((secret) => secret !== '');
  const long = given.filter(({ length }) => length >= MIN_LONG_SECRET);
  const short = given.filter(({ length }) => length < MIN_LONG_SECRET);
  const shortWord = new RegExp(`(?<!\\w)(?:${short.map(escaped).join('|')})(?!\\w)`, 'u');
  return lines.flatMap((line) => [
    ...SHAPES.filter(([, pattern]) => pattern.test(line)).map(([what]) => `${what}: ${line}`),
    ...(long.some((secret) => line.includes(secret)) ? [`a secret in use: ${line}`] : []),
    ...(short.length > 0 && wordsOf(line).some((text) => shortWord.test(text))
      ? [`a code in use: ${line}`]
      : []),
  ]);
}
