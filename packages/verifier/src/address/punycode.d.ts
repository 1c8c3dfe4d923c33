declare module 'punycode/punycode.js' {
  const punycode: {
    /** Decodes the A-labels of a name; throws RangeError for one that is broken. */
    toUnicode(name: string): string;
  };
  export default punycode;
}
