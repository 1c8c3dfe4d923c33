import { normalizeText } from './normalize-text.ts';
import { WORD_LISTS } from './rules/word-lists.ts';

/** Text between two words: spaces, quotes, brackets, hyphens, and possibly the address. */
const WORD_GAP = `(?:(?:[\\s"'()<>[\\]_/-]|@(?:>?[:.,])?){1,12})`;
/** Pattern of `...`: up to 40 characters of the same sentence. */
const ELLIPSIS = '[^.:;!?。]{0,40}?';
/** Pattern of `_`: any single word. */
const ANY_WORD = '[^\\s:;!?]{1,60}';
/** Approximate letters: `\p{L}` would take 5 MB more memory. */
const LETTER_RANGES = 'a-z\\u{c0}-\\u{1fff}\\u{3040}-\\u{d7ff}\\u{f900}-\\u{fdff}';
/**
 * Patterns for `^` and `$`: only the address, digits and punctuation may precede or follow the
 * phrase. Without the limit in `TEXT_START`, a reply that consists of quotes would take twenty
 * times as long as one that consists of words.
 */
const TEXT_START = `^[^${LETTER_RANGES}%]{0,40}`;
const TEXT_END = `[^${LETTER_RANGES}%]*$`;

const TOKEN_PATTERNS: Readonly<Record<string, string>> = {
  ' ': WORD_GAP,
  '-': `${WORD_GAP}?`,
  "'": `${WORD_GAP}?`,
  '...': ELLIPSIS,
  _: ANY_WORD,
  '*': `[${LETTER_RANGES}\\d]{0,40}`,
  '^': TEXT_START,
  $: TEXT_END,
  '(': '(?:',
  ')': ')',
  '|': '|',
  '?': '?',
};
const TOKEN = /\.\.\.|\{\w+\}|[\s_*^$()|?'-]|[^\s_*^$()|?{}.'-]+|\./g;
/** Start of a word; a mask such as `%host` does not count as one. */
const WORD_START = '(?<![\\w%])';
const WORD_END = '(?![a-z\\d])';

/**
 * Compiles phrases into one pattern that finds any of them in the words of a reply, as returned by
 * `extractReplyWords`.
 *
 * A phrase is written as servers write it, but case and accents do not matter. It starts and ends
 * at a word boundary. Its syntax: `(a|b)` alternatives, `?` the preceding letter or group is
 * optional, `*` the rest of a word (at most 40 characters), `_` any single word, `...` up to 40
 * characters of the same sentence, `^` and `$` the start and end of the reply, ignoring an address,
 * and `{name}` any entry of a list in `rules/word-lists.ts`. A hyphen or an apostrophe is optional
 * and matches a space. `%ip`, `%host` and `%url` match the masks in a reply.
 */
export function phrasePattern(phrases: readonly string[]): RegExp {
  const sources = phrases.map(phraseSource);
  const unanchored = sources.filter((source) => !source.startsWith(WORD_START));
  const wordAnchored = sources
    .filter((source) => source.startsWith(WORD_START))
    .map((source) => source.slice(WORD_START.length));
  // The phrases share one check for the start of a word. It is fast, because it fails at most
  // positions in a reply.
  const grouped = wordAnchored.length > 0 ? [`${WORD_START}(?:${wordAnchored.join('|')})`] : [];
  return new RegExp([...grouped, ...unanchored].join('|'), 'u');
}

function phraseSource(phrase: string): string {
  const text = normalizeText(phrase);
  // List entries have their own word boundaries, and scripts without spaces have none.
  const before = /^\(*[a-z\d]/.test(text) ? WORD_START : '';
  const after = /[a-z\d][)?]*$/.test(text) ? WORD_END : '';
  return `${before}${patternSource(text)}${after}`;
}

function patternSource(text: string): string {
  const tokens = text.replaceAll(/(?<! ) *\.\.\. */g, '...').match(TOKEN) ?? [];
  return tokens
    .map((token, index) => {
      if (token !== '...') return tokenSource(token);
      return `${WORD_END}${ELLIPSIS}${tokens[index + 1] === '*' ? '' : WORD_START}`;
    })
    .join('');
}

function tokenSource(token: string): string {
  const sign = TOKEN_PATTERNS[token];
  if (sign !== undefined) return sign;
  if (!token.startsWith('{')) return token.replaceAll(/[\\/[\]+.]/g, String.raw`\$&`);
  return `(?:${wordList(token.slice(1, -1)).map(phraseSource).join('|')})`;
}

function wordList(name: string): readonly string[] {
  const list = WORD_LISTS.get(name);
  if (!list) throw new Error(`Unknown word list: ${name}`);
  return list;
}
