declare module 'punycode/punycode.js' {
  const punycode: {
    /** Decodes the A-labels of a name. @throws RangeError if one is malformed */
    toUnicode(name: string): string;
  };
  export default punycode;
}
