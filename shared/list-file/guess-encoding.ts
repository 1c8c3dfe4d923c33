import { analyse } from 'chardet';

/** Minimum number of non-ASCII bytes for letter statistics. */
const MIN_BYTES = 6;
/** Maximum bytes for letter statistics. More would slow the guess without improving it. */
const SAMPLE_BYTES = 8 * 1024;
/** Candidates that chardet does not support or recognizes only in running text. */
const EXTRA_CANDIDATES = ['windows-1252', 'windows-1250', 'shift_jis', 'euc-kr', 'macintosh'];

/** Characters that end a cell, without `|`, which Shift_JIS uses as a second byte. */
const CELL_ENDS = /[\r\n;,\t"]+/;

/** Signs of a wrong guess: symbols, capitals inside a word, and words that mix scripts. */
const ODDITIES = [
  /[^\0-\u007f\p{L}\p{M}\p{N}\p{Z}‘’“”„«»–—…€°·\u3000-\u303f・\uff00-\uffef]/gu,
  /(?<=\p{Ll})(?=[^\0-\u007f])\p{Lu}|(?<=[^\0-\u007f])(?<=\p{Ll})[A-Z]/gu,
  /[a-z](?=\p{L})\P{Script=Latin}|(?=\p{L})\P{Script=Latin}[a-z]/giu,
];

/** A non-ASCII byte between ASCII bytes, as in Latin text. Other scripts have runs of them. */
const LONE_BYTES = /(?<![\u0080-\u00ff])[\u0080-\u00ff](?![\u0080-\u00ff])/g;
const OTHER_SCRIPTS = /(?=\p{L})\P{Script=Latin}/gu;

/** Non-ASCII letters of the languages for which a Windows encoding was made. */
const ALPHABETS = {
  'windows-1252': [
    'àâæçéèêëîïôœùûüÿ',
    'äöüßé',
    'áéíñóúü',
    'àáâãçéêíóôõú',
    'àèéìòù',
    'åæøéöä',
    'åäöšžõü',
    'áæðéíóöúýþ',
  ],
  'windows-1250': [
    'áčďéěíňóřšťúůýž',
    'áäčďéíĺľňóôŕšťúýž',
    'áéíóöőúüű',
    'ąćęłńóśźż',
    'ćčđšž',
    'âăîşţ',
  ],
  'windows-1254': ['âçğîıi\u0307öşûü'],
  'windows-1257': ['äõöüšž', 'āčēģīķļņšūž', 'ąčėęįšųūž'],
} as const;
/** Other alphabets are tried if every Western language lacks more than this share of letters. */
const FOREIGN_SHARE = 0.2;
/** Maximum share of a text's letters that its language may lack; foreign names contain some. */
const MAX_FOREIGN_SHARE = 0.05;

/** Hebrew words in Windows-1255, decoded as Windows-1252. */
const HEBREW_WORDS = /^[à-ú]{2,}(?:[^\u0080-\u00ff]+[à-ú]{2,})*[^\u0080-\u00ff]*$/;

/**
 * Guesses the legacy encoding of bytes that are not UTF-8, typically saved by a spreadsheet on an
 * East Asian, Cyrillic, Greek, Arabic, Hebrew, Turkish, Baltic, Central or Western European
 * Windows. Of the encodings that chardet (a port of ICU's detector) proposes and EXTRA_CANDIDATES,
 * chooses the first with the fewest oddities. Customers see the first rows in the guessed encoding
 * before they pay.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const cells = foreignCells(bytes);
  const sample = Uint8Array.from(cells, (letter) => letter.charCodeAt(0));
  const highBytes = cells.match(/[\u0080-\u00ff]/g)?.length ?? 0;
  const isLatin = (cells.match(LONE_BYTES)?.length ?? 0) * 2 > highBytes;
  if (highBytes >= MIN_BYTES && HEBREW_WORDS.test(cells)) return 'windows-1255';
  const proposed = analyse(sample).map(({ name }) => name);
  const candidates = [...(highBytes < MIN_BYTES ? [] : proposed), ...EXTRA_CANDIDATES];
  let best = 'windows-1252';
  let fewestOddities = Infinity;
  for (const name of candidates) {
    const decoded = decodeSample(sample, name, isLatin);
    if (!decoded || decoded.oddities >= fewestOddities) continue;
    best = decoded.encoding;
    fewestOddities = decoded.oddities;
  }
  // Windows-1253 encodes the letter Ά where ISO 8859-7 has a punctuation mark.
  if (best === 'iso-8859-7') return 'windows-1253';
  const isWestern = best === 'windows-1252' || best === 'iso-8859-2';
  return (isWestern ? findAlphabet(sample) : undefined) ?? best;
}

/**
 * Returns the encoding whose language has nearly all the letters; undefined if the text is Western
 * or no language matches.
 */
function findAlphabet(sample: Uint8Array): string | undefined {
  const western = new Set(foreignLetters(sample, 'windows-1252'));
  if (foreignShare([...western], 'windows-1252') <= FOREIGN_SHARE) return undefined;
  return (['windows-1254', 'windows-1250', 'windows-1257'] as const).find(
    (name) => foreignShare(foreignLetters(sample, name), name) <= MAX_FOREIGN_SHARE,
  );
}

const foreignLetters = (sample: Uint8Array, name: string): string[] =>
  new TextDecoder(name)
    .decode(sample)
    .toLowerCase()
    .match(/[^\0-\u007f]/g) ?? [];

/** Share of letters that an encoding's best-matching language lacks. */
function foreignShare(letters: readonly string[], name: keyof typeof ALPHABETS): number {
  const missingCounts = ALPHABETS[name].map(
    (alphabet) => letters.filter((letter) => !alphabet.includes(letter)).length,
  );
  return Math.min(...missingCounts) / letters.length;
}

/** Decodes a sample and counts its oddities; undefined for UTF, or if it contains invalid bytes. */
function decodeSample(
  sample: Uint8Array,
  name: string,
  isLatin: boolean,
): { encoding: string; oddities: number } | undefined {
  if (/^UTF/i.test(name)) return undefined;
  try {
    const decoder = new TextDecoder(name, { fatal: true });
    const text = decoder.decode(sample, { stream: true });
    const counts = [...ODDITIES, ...(isLatin ? [OTHER_SCRIPTS] : [])].map(
      (oddity) => text.match(oddity)?.length ?? 0,
    );
    return { encoding: decoder.encoding, oddities: counts.reduce((sum, count) => sum + count, 0) };
  } catch {
    return undefined;
  }
}

/** Only cells with a non-ASCII byte: addresses and numbers would distort the statistics. */
const foreignCells = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .split(CELL_ENDS)
    .filter((cell) => /[\u0080-\u00ff]/.test(cell))
    .join(' ')
    .slice(0, SAMPLE_BYTES);
