import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { registrationRequest } from './account.ts';
import { examples } from '../../tests/support/examples/index.ts';
import { contract } from './index.ts';
import {
  addressColumn,
  addressColumnFormField,
  email,
  listName,
  newPassword,
  personName,
} from './fields.ts';
import type { Route } from './route.ts';

describe('addressColumn', () => {
  const [json, text] = [addressColumn(), addressColumnFormField()];
  it.each([undefined, 1, 3, 16_384])('accepts %s', (column) => {
    expect(z.parse(json, column)).toBe(column);
    expect(z.parse(text, column && String(column))).toBe(column);
  });

  it.each([0, -1, 1.5, 16_385, 'email', '', null])('rejects %j', (column) => {
    expect(z.safeParse(json, column).success).toBe(false);
    expect(z.safeParse(text, String(column)).success).toBe(false);
  });
});

describe('email field of a registration', () => {
  it.each([
    ['foo', 'field.email'],
    ['zoë@customer.test', 'field.email_ascii'],
  ])('reports a single error for %s: %s', (given, key) => {
    const { error } = z.safeParse(registrationRequest.shape.email, given);
    expect(error?.issues.map(({ message }) => message)).toEqual([key]);
  });
});

describe('personName', () => {
  it.each([
    'Ada',
    "O'Neil",
    'O’Neil',
    'Jean-Luc',
    'J. R.',
    'J.R.R.',
    'J.-P.',
    'de la Tour du Pin',
    'Zoë',
    'Ångström',
    'Nguyễn',
    '李小龙',
    'محمد',
    'हिन्दी',
    'Martin Jr.',
    'St.John',
    'Smith/Jones',
    'Smith, Jr.',
    'Wwwander',
    'Élodie 2e',
    'x'.repeat(100),
  ])('accepts %s', (name) => {
    expect(z.safeParse(personName(), name)).toEqual({ success: true, data: name });
  });

  it.each([
    ['a line break', 'Ada\r\nBcc: x'],
    ['a line separator', 'Ada\u2028Lovelace'],
    ['NUL', 'Ada\0'],
    ['a control character', 'Ada\u0085'],
    ['a bidirectional override', 'Ada\u202eevil'],
    ['a bidirectional isolate', 'Ada\u2066evil'],
    ['a right-to-left mark', 'Ada\u200f'],
    ['a zero-width space', 'evil\u200bexample'],
    ['a tab', 'Ada\tMartin'],
    ['a lone surrogate', 'Ada\ud800'],
    ['a private-use character', 'Ada\ue000'],
    ['a URL scheme', 'http:evil'],
    ['a link', 'https://evil'],
    ['an email address', 'eve@evil'],
    ['markup', '<b>Ada</b>'],
    ['only spaces', '  '],
    ['too many characters', 'x'.repeat(101)],
  ])('rejects %s', (_, name) => {
    expect(z.safeParse(personName(), name).success).toBe(false);
  });

  it('replaces pasted Unicode spaces with plain spaces', () => {
    expect(personName().parse('Ada\u00a0de\u202fla\u3000Tour\u00a0')).toBe('Ada de la Tour');
  });
});

it('newPassword requires 8 to 128 characters of any kind, with a letter and a digit', () => {
  const accepted = (text: string) => newPassword().safeParse(text).data;
  for (const text of ['abcdefg1', ' Ünïcödé 1 ', `${'x'.repeat(127)}1`])
    expect(accepted(text)).toBe(text);
  const messages = (text: string) =>
    newPassword()
      .safeParse(text)
      .error?.issues.map(({ message }) => message);
  for (const text of ['abcdef1', 'abcdefgh', '12345678'])
    expect(messages(text)).toEqual(['field.password']);
  expect(messages(`${'x'.repeat(128)}1`)).toEqual(['field.password_too_long']);
});

describe('email', () => {
  it.each(['ada@mail.example', 'é.o-k+x@bücher.test', "o'neil@v.test", 'a@b.c'])(
    'accepts %s',
    (address) => {
      expect(z.safeParse(email(), ` ${address} `)).toEqual({ success: true, data: address });
    },
  );

  it.each([
    'x1<victim@v.test>',
    '"victim"@v.test',
    'victim(c)@v.test',
    '(c)victim@v.test',
    'victim@v.test(c)',
    'victim@v.test.',
    'victim@.v.test',
    'victim@v..test',
    'victim@v',
    'victim@[1.2.3.4]',
    'victim@v.test,eve@v.test',
    'mailto:victim@v.test',
    'vic tim@v.test',
    `${'x'.repeat(250)}@v.test`,
  ])('rejects %s', (address) => {
    expect(z.safeParse(email(), address).success).toBe(false);
  });
});

it.each([
  ['Clients été 👩‍💻 2026', true],
  ['evil.example', true],
  ['Clients\r\nBcc: x', false],
  ['Clients\u2028x', false],
  ['Clients\0', false],
])('listName only accepts a single line: %j', (name, expected) => {
  expect(z.safeParse(listName(), name).success).toBe(expected);
});

it.each(['👩‍👩‍👧 2026', 'می‌خواهم', 'क्‍ष'])('listName keeps the joiners of %s', (name) => {
  expect(z.parse(listName(), name)).toBe(name);
});

it('listName removes invisible characters', () => {
  expect(z.parse(listName(), '\u200dCli\u200cents 👩\u200d\u200d')).toBe('Clients 👩\u200d');
  expect(z.parse(listName(), ' Clients\u202etxt\u200b\u00ad ')).toBe('Clientstxt');
  const { error } = z.safeParse(listName(), '\u200b\u202e');
  expect(error?.issues).toMatchObject([{ message: 'field.required' }]);
});

/** Yields copies of a body in which one string member has a suffix, with the member's name. */
function* withSuffix(body: object, suffix: string): Generator<readonly [string, object]> {
  for (const [member, value] of Object.entries(body))
    if (typeof value === 'string') yield [member, { ...body, [member]: `${value}${suffix}x` }];
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [name, inner] of withSuffix(value, suffix))
        yield [`${member}.${name}`, { ...body, [member]: inner }];
}

/** Secrets, ids and texts that are not displayed; an uploaded file's name is cleaned later. */
const NOT_DISPLAYED =
  /password|recaptcha|partner_key|token|registration$|code|\.t$|\.key$|secret$|challenge$|response$|url$|id$|file_name|editProfile\.email|check(Form|Email)\.email/;

it.each(['\r\n', '\0', '\u001b', '\u202e', '\u2066', '\u2028'])(
  'no displayed text of a request may contain %j',
  (character) => {
    const accepted: string[] = [];
    for (const [name, { body }] of Object.entries<Route>(contract)) {
      const example = Object(examples[name as keyof typeof examples]).body;
      if (typeof example !== 'object') continue;
      for (const [member, changed] of withSuffix(example, character)) {
        const { data } = z.safeParse(body, changed);
        if (JSON.stringify(data ?? {}).includes(JSON.stringify(character).slice(1, -1)))
          accepted.push(`${name}.${member}`);
      }
    }
    expect(accepted.filter((field) => !NOT_DISPLAYED.test(field))).toEqual([]);
  },
);

type Json = { readonly [member: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Yields, for each string in the schema, a value that contains only `text` at its place. */
function* withText(schema: unknown, text: string): Generator<unknown> {
  if (!isJson(schema)) return;
  const alternatives = [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray);
  for (const each of alternatives.flat()) yield* withText(each, text);
  if (isJson(schema['properties']))
    for (const [name, member] of Object.entries(schema['properties']))
      for (const value of withText(member, text)) yield { [name]: value };
  if (schema['type'] === 'array') for (const each of withText(schema['items'], text)) yield [each];
  if (schema['type'] === 'string' || schema['type'] === undefined) yield text;
}

const LONG = 250_000;
const repeat = (text: string): string => text.repeat(Math.ceil(LONG / text.length));
const REPEATED: readonly (readonly [name: string, text: string])[] = [
  ['letters', repeat('a')],
  ['digits', repeat('1')],
  ['dots', `a@${repeat('.')}`],
  ['labels', `a@${repeat('a.')}`],
  ['addresses', repeat('a@')],
  ['spaces', `a${repeat(' ')}a`],
  ['line breaks', repeat('\r\n')],
  ['quotes', repeat('"')],
  ['brackets', repeat('<(')],
  ['www', repeat('www.')],
  ['dates', `2026-01-01T00:00:00${repeat('.0')}`],
  ['zones', repeat('Europe/')],
  ['wide', repeat('é\u0301')],
];
/** Each text as it is, and with an ending that makes a pattern fail only at the end of the text. */
const HOSTILE = REPEATED.flatMap(([name, text]) =>
  ['', '@', '\u0001!'].map((end) => [`${name} ${JSON.stringify(end)}`, text + end] as const),
);
/** CPU time allowed per value; a pattern with catastrophic backtracking takes many seconds. */
const MAX_MS = 500;
const usedMs = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1000;

const PARTS = ['params', 'query', 'body', 'form'] as const;
const SCHEMAS = Object.entries<Route>(contract)
  .flatMap(([name, route]) => PARTS.map((part) => [`${part} of ${name}`, route[part]] as const))
  .filter(([, schema]) => !['undefined', 'never'].includes(schema._zod.def.type));

describe.each(SCHEMAS)('the schema of the %s', (_, schema) => {
  it('parses hostile texts in linear time', () => {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const slow: string[] = [];
    for (const [kind, text] of HOSTILE)
      for (const value of withText(shape, text)) {
        const start = process.cpuUsage();
        z.safeParse(schema, value);
        const ms = usedMs(start);
        if (ms > MAX_MS) slow.push(`${kind} in ${Object.keys(Object(value)).join()}: ${ms} ms`);
      }
    expect(slow).toEqual([]);
  });
});

it('covers all kinds of input', () => {
  const names = SCHEMAS.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'body of login',
      'form of upload',
      'query of listFiles',
      'params of getFile',
    ]),
  );
});
