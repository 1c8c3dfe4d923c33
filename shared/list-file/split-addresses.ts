import { addressesInCell } from './address-cell.ts';

const LINE_BREAKS = /[\r\n\v\f\u0085\u2028\u2029]+/;
const BRACKETED_LIST = /^\s*\[([^]*)\]\s*$/;
/** A bullet or a number at the start of a line. */
const LINE_DECORATION =
  /^\s*(?:[\u2022\u2023\u2043\u25aa\u25cf\u25e6\u00b7*\u2013\u2014-]\s+|[\u2022\u25aa\u25cf]|\(?\d{1,4}\)\s*|\d{1,4}\.\s+)/u;
/** Splits at separators, except in HTML entities, quoted names and comments, and at a comma typed for a dot. */
const PART_SEPARATOR =
  /(?:&(?:#\d{1,6}|#x[\dA-Fa-f]{1,5}|amp|apos|quot|[lg]t|nbsp|commat|period);|"[^"]*"|\([^()@]*\)|'[^'@]*'(?=\s*<)|(?<=@[\w-]{1,63}),(?=[a-z]{2,3}(?![\w.@-]))|[^\t,;\uff0c\uff1b\u3001]|")+/g;
/** The parts of `Doe, Jane <jane@example.com>` before and after the comma. */
const LAST_NAME = /^\s*\p{Lu}[\p{L}\p{M}'. -]*$/u;
const FIRST_NAME = /^\s*\p{Lu}[^@<>]*<[^<>@]+@[^<>@]+>/u;
/** Words and characters that join the addresses of a line without separators. */
const JOINING_WORD = /^(?:and|et|und|y|e|en|ou|or|[&/|+\u2022\u00b7*-])$/i;
/** The space after the closing bracket of `Jane Doe <jane@example.com>`, before another name. */
const SPACE_AFTER_ADDRESS = /(?<=@[^<>\s]{1,254}>)\s*(?=\S)/;

/**
 * Splits a typed or pasted text into the addresses as written, without bullets and list numbers: at
 * line breaks, commas, semicolons and tabs, and at spaces if there are several addresses. Keeps
 * parts without an address, so that their author sees the mistake.
 */
export function splitAddresses(text: string): string[] {
  return (readJson(text) ?? [text.replace(BRACKETED_LIST, '$1')])
    .flatMap((each) => each.split(LINE_BREAKS))
    .map((line) => line.replace(LINE_DECORATION, ''))
    .flatMap(splitLine)
    .flatMap(splitWords)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}@]/u.test(part));
}

/** Returns the elements of a JSON array: strings unchanged, addresses of other elements. */
function readJson(text: string): string[] | undefined {
  if (!BRACKETED_LIST.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return undefined;
    return parsed.map((each: unknown) =>
      typeof each === 'string' ? each : addressesInCell(JSON.stringify(each)).join('\n'),
    );
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function splitLine(line: string): string[] {
  const parts: string[] = [];
  for (const part of line.match(PART_SEPARATOR) ?? []) {
    const name = parts.at(-1) ?? '';
    if (LAST_NAME.test(name) && FIRST_NAME.test(part)) parts[parts.length - 1] = `${name},${part}`;
    else parts.push(part);
  }
  return parts;
}

function splitWords(part: string): string[] {
  const found = addressesInCell(part);
  if (found.length < 2) return [part];
  const words = part.split(part.includes('<') ? SPACE_AFTER_ADDRESS : /\s+/);
  if (words.filter((word) => word.includes('@')).length < 2)
    return part.includes('<') ? [part] : found;
  const parts: string[] = [];
  let name: string[] = [];
  for (const word of words) {
    if (name.length === 0 && JOINING_WORD.test(word)) continue;
    name.push(word);
    if (!word.includes('@')) continue;
    const joined = name.join(' ').replace(/^(?:and|et|und|&)\s+/i, '');
    parts.push(...(addressesInCell(joined).length > 0 ? [joined] : name));
    name = [];
  }
  // The rest of the line has no address, so append it to the last address.
  return [...parts.slice(0, -1), [...parts.slice(-1), ...name].join(' ')];
}
