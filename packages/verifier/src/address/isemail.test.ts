import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAddress } from './parse-address.ts';

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replace(/&(\w+);/g, (entity, name: string) => NAMED[name] ?? entity)
    // The set encodes control characters as symbols, because XML cannot contain them.
    .replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));

const xml = readFileSync(new URL('../../tests/data/isemail-tests.xml', import.meta.url), 'utf8');
const cases = [...xml.matchAll(/<test id="(\d+)">(.*?)<\/test>/gs)].map(([, id, body = '']) => ({
  id,
  address: decode(/<address>(.*?)<\/address>/s.exec(body)?.[1] ?? ''),
  category: /<category>ISEMAIL_(\w+)/.exec(body)?.[1] ?? '',
  diagnosis: /<diagnosis>ISEMAIL_(\w+)/.exec(body)?.[1] ?? '',
}));

it('finds every case of the test set', () => expect(cases).toHaveLength(164));

/**
 * Whether an address is invalid in the test set, but accepted here: long local parts and a trailing
 * dot, which real addresses have.
 */
const isTolerated = (address: string, diagnosis: string): boolean =>
  diagnosis === 'RFC5322_LOCAL_TOOLONG' || (diagnosis === 'ERR_DOT_END' && /[^.]\.$/.test(address));

/**
 * Whether an address is valid for SMTP in the test set, but rejected here: address literals,
 * domains without a dot.
 */
const isRefused = (address: string, diagnosis: string): boolean =>
  diagnosis === 'RFC5321_ADDRESSLITERAL' || !address.slice(address.lastIndexOf('@')).includes('.');

it.each(cases)(
  'agrees with the test set on #$id, $diagnosis',
  ({ address, category, diagnosis }) => {
    const isExpectedValid = ['VALID_CATEGORY', 'DNSWARN', 'RFC5321'].includes(category);
    const parsed = parseAddress(address);
    expect(parsed.valid && parsed.breach === undefined).toBe(
      (isExpectedValid && !isRefused(address, diagnosis)) || isTolerated(address, diagnosis),
    );
  },
);
