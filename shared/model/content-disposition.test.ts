import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatContentDisposition } from './content-disposition.ts';

it.each([
  ['liste.csv', `filename="liste.csv"; filename*=UTF-8''liste.csv`],
  ['été 2026.csv', `filename="ete 2026.csv"; filename*=UTF-8''%C3%A9t%C3%A9%202026.csv`],
  ['a"b.csv', `filename="a_b.csv"; filename*=UTF-8''a_b.csv`],
  ['../../etc/passwd', `filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
  ["it's (1)*.csv", `filename="it's (1)_.csv"; filename*=UTF-8''it%27s%20%281%29_.csv`],
  [
    'a＂; filename=＂b.bat＼.csv',
    `filename="a_; filename=_b.bat_.csv"; filename*=UTF-8''${encodeURIComponent('a＂; filename=＂b.bat＼.csv')}`,
  ],
  ['100 %.csv', `filename="100 _.csv"; filename*=UTF-8''100%20%25.csv`],
])('encodes the file name %j', (name, expected) => {
  expect(formatContentDisposition(name)).toBe(`attachment; ${expected}`);
});

it('removes bidirectional overrides and line breaks', () => {
  const disposition = formatContentDisposition('../a"b\r\nX_ y\u202e\ud800.csv');
  expect(disposition).not.toMatch(/[\r\n\\]|\.\.\/|[^ -~]/);
  expect(disposition).toContain('filename=".._a_bX_ y');
});

it('never lets a name inject into the header', () => {
  // Includes full-width characters, which normalization turns into ASCII.
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 1 }),
    fc.constantFrom(...'＂＼／＊；'),
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (name) => {
      expect(formatContentDisposition(name)).toMatch(
        /^attachment; filename="[ !#$&-.0-[\]-~]*"; filename\*=UTF-8''[\w%!~.+-]*$/,
      );
    }),
    { seed: 42 },
  );
});
