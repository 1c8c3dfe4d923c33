const WORD_START = '\\b';

/**
 * One pattern for any of these. Alternatives that begin at the start of a word are put behind one
 * test for it: most places in a reply are none, and are then passed by once and not once for each.
 */
export function anyOf(patterns: readonly RegExp[]): RegExp {
  const all = patterns.flatMap(({ source }) => alternatives(source));
  const anywhere = all.filter((source) => !source.startsWith(WORD_START));
  const atWords = all
    .filter((source) => source.startsWith(WORD_START))
    .map((source) => source.slice(WORD_START.length));
  const grouped = atWords.length > 0 ? [`${WORD_START}(?:${atWords.join('|')})`] : [];
  return new RegExp([...grouped, ...anywhere].join('|'), 'u');
}

/** Splits at each `|` that stands in no group and no class. */
function alternatives(source: string): string[] {
  const found: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: token, index } of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/gu)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (token === '|' && depth === 0) {
      found.push(source.slice(start, index));
      start = index + 1;
    }
  }
  return [...found, source.slice(start)];
}
