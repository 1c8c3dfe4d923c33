export const ENCODINGS = [
  ['utf-8', 'unicode'],
  ['windows-1252', 'western'],
  ['windows-1250', 'central'],
  ['windows-1257', 'baltic'],
  ['windows-1251', 'cyrillic'],
  ['koi8-r', 'cyrillic'],
  ['windows-1253', 'greek'],
  ['windows-1254', 'turkish'],
  ['windows-1255', 'hebrew'],
  ['windows-1256', 'arabic'],
  ['windows-1258', 'vietnamese'],
  ['shift_jis', 'japanese'],
  ['euc-jp', 'japanese'],
  ['euc-kr', 'korean'],
  ['gb18030', 'simplified'],
  ['big5', 'traditional'],
  ['macintosh', 'western'],
] as const;

/** Returns the display name of an encoding, from its label in the WHATWG Encoding Standard. */
export const formatEncodingName = (label: string): string =>
  label.startsWith('utf-16')
    ? 'UTF-16'
    : label
        .replace('shift_jis', 'Shift_JIS')
        .replace(/^[wm]/, (first) => first.toUpperCase())
        .replace(/^(?:utf|iso|euc|koi|gb|big)/, (start) => start.toUpperCase());
