import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAddress } from './parse-address.ts';
import type { ParsedAddress, SyntaxDetail } from './types.ts';

const valid = (input: string): ParsedAddress => {
  const parsed = parseAddress(input);
  if (!parsed.valid) throw new Error(`${input} was rejected: ${parsed.detail}`);
  return parsed;
};
const detail = (input: string): SyntaxDetail | undefined => {
  const parsed = parseAddress(input);
  return parsed.valid ? undefined : parsed.detail;
};

describe('valid addresses', () => {
  it.each([
    'simple@example.com',
    'very.common+tag@sub.example.co.uk',
    "o'brien@example.ie",
    '"much more unusual"@example.com',
    '"with@at"@example.com',
    '用户@例子.广告',
    'अजय@डाटा.भारत',
    'квіточка@пошта.укр',
    'χρήστης@παράδειγμα.ελ',
    'Dörte@Sörensen.example.com',
    'коля@xn--e1afmkfd.xn--p1ai',
    'i@i❤.ws',
    'a@127.1',
    'a@example.123',
    'a@éxample.123',
    'a@xn--xample-9ua.123',
    '😀@example.com',
    '👩‍🚀@example.com',
    'نامه‌ای@example.com',
    'ไทย@example.com',
    'info@mail2.אב.com',
    'info@a.b1.اب.example',
    'info@۱۲.example',
    'info@می\u200cخواهم.example',
    'info@می\u200cخواهم\u200cها.example',
    'info@ශ්\u200dරී.ලංකා',
    'info@a=\u0338b.example',
    'info@ad--acta.de',
    'info@abc_d.example.com',
    'info@_spf.example.com',
    'info@paral·lel.cat',
    'info@ג׳ירף.example',
    'info@ドメイン・名.example',
    `${'a'.repeat(128)}@example.com`,
    `${'é'.repeat(32)}@example.com`,
  ])('%s', (address) => expect(parseAddress(address)).toMatchObject({ valid: true }));
});

describe('the error of an invalid address', () => {
  it.each<[string, SyntaxDetail]>([
    ['', 'empty'],
    ['no-at-sign', 'no_at'],
    ['user＠example.com', 'no_at'],
    ['@example.com', 'local_empty'],
    ['a@b@c.com', 'domain_character'],
    ['user@', 'domain_empty'],
    ['.@example.com', 'local_dots'],
    ['...@docomo.ne.jp', 'local_dots'],
    ['user@example..com', 'domain_dots'],
    ['user@.example.com', 'domain_dots'],
    ['user@example.com..', 'domain_dots'],
    ['user@.', 'domain_dots'],
    ['us er@example.com', 'comment_or_space'],
    [' user@example.com', 'comment_or_space'],
    ['user@example.com ', 'comment_or_space'],
    ['user(comment)@example.com', 'comment_or_space'],
    ['user@example.com (Name)', 'comment_or_space'],
    ['User <user@example.com>', 'comment_or_space'],
    ['<user@example.com>', 'local_character'],
    ['mailto:user@example.com', 'local_character'],
    ['us,er@example.com', 'local_character'],
    ['user@exam_ple.com', 'domain_character'],
    ['user@example.com_x000D_', 'domain_character'],
    ['user@_.example', 'domain_character'],
    ['user@example.com\u201d', 'domain_character'],
    ['user@\u2018example.com', 'domain_character'],
    ['user@example.com\u00bb', 'domain_character'],
    ['user@my\u2010company.example', 'domain_character'],
    ['user@my\u2011company.example', 'domain_character'],
    ['user@my\u2013company.example', 'domain_character'],
    ['user@my\u2014company.example', 'domain_character'],
    ['user@example\u2022.com', 'domain_character'],
    ['user@a\u00b7b.com', 'domain_character'],
    ['user@xn--example-b46c.com', 'domain_character'],
    ['user@example.com,other@example.com', 'domain_character'],
    ['user@exa%6dple.com', 'domain_character'],
    ['foo@bar', 'domain_without_dot'],
    ['=1+1@x', 'domain_without_dot'],
    ['admin@localhost', 'domain_without_dot'],
    ['a@é', 'domain_without_dot'],
    ['a@xn--9ca', 'domain_without_dot'],
    ['user@-example.com', 'label_hyphen'],
    ['user@example-.com', 'label_hyphen'],
    ['user@[192.0.2.1]', 'address_literal'],
    ['user@[IPv6:2001:db8::1]', 'address_literal'],
    ['user@[192.0.2.1', 'domain_character'],
    ['"user@example.com', 'local_quotes'],
    ['"us"er@example.com', 'local_quotes'],
    ['us"er"@example.com', 'local_quotes'],
    ['"a"."b"@example.com', 'local_quotes'],
    ['"a\\é"@example.com', 'local_quotes'],
    ['user\r\nRCPT TO:<x@example.com>', 'control_character'],
    ['"us\u0000er"@example.com', 'control_character'],
    ['user\u0085@example.com', 'control_character'],
    ['user\u2028@example.com', 'control_character'],
    ['\ud800@example.com', 'control_character'],
    [`${'a'.repeat(129)}@example.com`, 'local_too_long'],
    [`${'é'.repeat(65)}@example.com`, 'local_too_long'],
    [`user@${'a'.repeat(64)}.com`, 'label_too_long'],
    [`user@${'é'.repeat(60)}.com`, 'label_too_long'],
    [`user@${`${'a'.repeat(60)}.`.repeat(4)}example`, 'address_too_long'],
    [`user@${`${'a'.repeat(60)}.`.repeat(5)}com`, 'domain_too_long'],
    [`user@${'é'.repeat(100_000)}.com`, 'address_too_long'],
    ['us\u00a0er@example.com', 'comment_or_space'],
    ['us\u200ber@example.com', 'local_character'],
    ['user\u200d@example.com', 'local_character'],
    ['\u202euser@example.com', 'local_character'],
    ['\ue000@example.com', 'local_character'],
    ['us\ufffder@example.com', 'local_character'],
    ['\u0301user@example.com', 'local_character'],
    ['user@xn--a.com', 'label_idna'],
    ['user@xn--0ca24w.com', 'label_idna'],
    ['user@xn--1ug.com', 'label_idna'],
    ['user@exa\u200dmple.com', 'label_idna'],
    ['user@\u0301example.com', 'label_idna'],
    ['user@1אב.com', 'label_idna'],
    ['user@ab--ü.de', 'label_idna'],
    ['user@１２７.1', 'label_idna'],
    ['user@１２７.０.０.１', 'label_idna'],
    ['user@127。1', 'label_idna'],
    ['user@-ü.de', 'label_idna'],
    ['user@1.אב.com', 'label_idna'],
    ['user@1.xn--4dbc.com', 'label_idna'],
    ['user@אב.1.com', 'label_idna'],
    ['user@aˇ.אב.com', 'label_idna'],
    ['user@۱۲.אב.com', 'label_idna'],
    ['user@aبّ\u200cبb.com', 'label_idna'],
    ['user@क्\u200ca\u200cb.com', 'label_idna'],
    ['user@क्\u200da\u200db.com', 'label_idna'],
    ['user@ب\u200c\u200cب.com', 'label_idna'],
    ['user@ب\u200c1ب.com', 'label_idna'],
    ['user@بޒ\u200cل.com', 'label_idna'],
    ['user@क्\u200c.אב.com', 'label_idna'],
    ['user@a\u037eb.com', 'domain_character'],
    ['user@a<\u0338b@c.com', 'domain_character'],
    ['us\u037eer@example.com', 'local_character'],
    ['<\u0338user@example.com', 'local_character'],
  ])('%j is %s', (address, expected) => expect(detail(address)).toBe(expected));
});

describe('an address has at most 254 octets', () => {
  const person = 'a'.repeat(40);
  const labels = Array.from({ length: 3 }, () => 'b'.repeat(60)).join('.');
  // Each label takes 60 octets in UTF-8, but 27 as an A-label.
  const uLabels = Array.from({ length: 3 }, () => '漢'.repeat(20)).join('.');

  it.each<[string, start: string, moreOnTheWire?: number]>([
    ['in ASCII', `${person}@${labels}`],
    ['in capitals', `${person}@${labels}`.toUpperCase()],
    ['with a UTF-8 local part', `${'é'.repeat(20)}@${labels}`],
    ['with a quoted local part', `"${' '.repeat(38)}"@${labels}`],
    ['with A-labels', `${person}@xn--9ca.${labels}`],
    ['with U-labels as written', `${person}@${uLabels}`],
    [
      'with U-labels as sent',
      `${person}@é.${labels}`,
      Buffer.byteLength('xn--9ca') - Buffer.byteLength('é'),
    ],
  ])('%s', (_, start, moreOnTheWire = 0) => {
    const addressOfOctets = (octets: number): string =>
      `${start}.${'c'.repeat(octets - moreOnTheWire - Buffer.byteLength(start) - 1)}`;
    expect(detail(addressOfOctets(254))).toBeUndefined();
    expect(detail(addressOfOctets(255))).toBe('address_too_long');
  });
});

describe('the forms of a valid address', () => {
  it('keeps the local part as written and lowercases the domain', () => {
    expect(valid('John.DOE@Example.COM')).toEqual({
      valid: true,
      local: 'John.DOE',
      domain: 'example.com',
      ascii: 'example.com',
      normalized: 'john.doe@example.com',
      wire: 'John.DOE@example.com',
      needsSmtpUtf8: false,
    });
  });

  it('sends a U-label as its A-label, which needs no SMTPUTF8', () => {
    expect(valid('info@Straße.DE')).toMatchObject({
      domain: 'straße.de',
      ascii: 'xn--strae-oqa.de',
      wire: 'info@xn--strae-oqa.de',
      needsSmtpUtf8: false,
    });
    expect(valid('info@XN--STRAE-OQA.de').domain).toBe('straße.de');
  });

  it('requires SMTPUTF8 for a non-ASCII local part', () => {
    expect(valid('jörg@example.com')).toMatchObject({
      wire: 'jörg@example.com',
      needsSmtpUtf8: true,
    });
  });

  it.each([
    ['taro..yamada@docomo.ne.jp', '"taro..yamada"@docomo.ne.jp'],
    ['hanako.@ezweb.ne.jp', '"hanako."@ezweb.ne.jp'],
    ['.x@cn.ezweb.ne.jp', '".x"@cn.ezweb.ne.jp'],
    ['a...b.@au.com', '"a...b."@au.com'],
    ['"a..b"@example.com', '"a..b"@example.com'],
    ['user@Example.com.', 'user@example.com'],
  ])('sends %s as %s', (address, wire) => {
    expect(valid(address)).toMatchObject({ wire });
    expect(valid(address).breach).toBeUndefined();
    expect(valid(wire).normalized).toBe(valid(address).normalized);
  });

  it.each(['taro..yamada@example.com', 'a.@notdocomo.ne.jp', '.a@docomo.ne.jp.example'])(
    'reports that %s breaks a rule',
    (address) => expect(valid(address)).toMatchObject({ breach: 'local_dots', wire: address }),
  );

  it.each([
    ['Joe@Example.com', 'joe@example.COM'],
    ['joe@example.com.', 'joe@example.com'],
    ['"joe"@example.com', 'joe@example.com'],
    ['"j\\oe"@example.com', 'joe@example.com'],
    ['"j\\o e"@example.com', '"j\\o\\ e"@example.com'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@例え。テスト', 'a@例え.テスト'],
    ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ])('treats %s and %s as one address', (one, other) => {
    expect(valid(one).normalized).toBe(valid(other).normalized);
  });

  it.each([
    ['joe@example.com', 'j.oe@example.com'],
    ['j..oe@example.com', '"j..oe"@example.com'],
    ['"j oe"@example.com', '"joe"@example.com'],
    ['a@straße.de', 'a@strasse.de'],
    ['\u212a@example.com', 'k@example.com'],
    ['\u212a@example.com', 'K@example.com'],
    ['\u1fef@example.com', '`@example.com'],
    ['"\u037e"@example.com', '";"@example.com'],
  ])('treats %s and %s as two addresses', (one, other) => {
    expect(valid(one).normalized).not.toBe(valid(other).normalized);
  });
});

it('maps no non-ASCII character to ASCII', () => {
  const merged: string[] = [];
  for (let code = 0x80; code <= 0xffff; code++) {
    const parsed = parseAddress(`${String.fromCodePoint(code)}@x.y`);
    if (parsed.valid && /^[ -~]+$/.test(parsed.normalized)) merged.push(code.toString(16));
  }
  expect(merged).toEqual([]);
});

describe('for any input', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.emailAddress(),
    fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }))
      .map(([local, domain]) => `${local}@${domain}`),
    fc
      .array(fc.constantFrom('"', '\\', '@', '.', 'a', ' ', '\r', '\n', '[', ']', 'é', '-', '('), {
        maxLength: 20,
      })
      .map((parts) => parts.join('')),
  );

  it('never throws, and a valid address contains no line break and parses the same again', () => {
    fc.assert(
      fc.property(anything, (input) => {
        const parsed = parseAddress(input);
        if (!parsed.valid) return;
        expect(parsed.wire).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(Buffer.byteLength(parsed.wire)).toBeLessThanOrEqual(254);
        expect(Buffer.byteLength(parsed.local)).toBeLessThanOrEqual(130);
        expect(parsed.ascii).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/);
        expect(valid(parsed.wire)).toEqual({ ...parsed });
        expect(valid(parsed.normalized).normalized).toBe(parsed.normalized);
      }),
      { numRuns: 2000 },
    );
  });
});
