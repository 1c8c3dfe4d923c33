import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type MailContent, mailMessage } from '../../../shared/messages/mail.ts';
import { LANGUAGES } from '../../../shared/model/account.ts';
import { LIST_REASONS } from '../../../shared/model/list-status.ts';
import { GOLDEN_MESSAGES } from '../../../tests/contract/golden-messages.ts';
import { findDifferentTerms } from '../../../tests/support/terms.ts';
import { paths } from '../../../web/src/lib/paths.ts';
import { composeMail } from './compose-mail.ts';

const NAME = 'Été & co';

/** One of each email as a queue message, with a list name that must be escaped. */
const contents = [
  ...Object.values(GOLDEN_MESSAGES[1].mail),
  GOLDEN_MESSAGES[1].mail.purchase.replace('"monthly":false', '"monthly":true'),
  GOLDEN_MESSAGES[1].mail.purchase.replace(
    '"monthly":false',
    '"monthly":false,"invoice":{"number":"TAMIS-0042","path":"/api/billings/1/receipt?t=1&document=invoice"}',
  ),
  ...['gift', 'replacement'].map((given) =>
    GOLDEN_MESSAGES[1].mail.purchase.replace('"monthly"', `"given":"${given}","monthly"`),
  ),
  GOLDEN_MESSAGES[1].mail.list_paused.replace(
    '"needed"',
    '"listId":"01L","preview":{"valid":51,"invalid":24,"risky":20,"unknown":5},"needed"',
  ),
  GOLDEN_MESSAGES[1].mail.refunded.replace(
    '"credits"',
    '"creditNote":"TAMIS-0042-CN-01","credits"',
  ),
].map((body) => z.parse(mailMessage, JSON.parse(body.replace('"March"', `"${NAME}"`))).content);

const compose = (content: MailContent, language: 'en' | 'fr' = 'en', firstName = 'Ada') =>
  composeMail(
    { kind: 'mail', v: 1, id: '1', to: 'ada@mail.example', firstName, language, content },
    { PUBLIC_ORIGIN: 'https://app.tamis.example', SUPPORT_URL: 'mailto:help@tamis.example' },
  );

describe('every email', () => {
  const all = contents.flatMap((content) =>
    (['en', 'fr'] as const).map((language) => [content.template, language, content] as const),
  );

  it.each(all)('%s in %s has the same content as text and as HTML', (_, language, content) => {
    const { subject, text, html } = compose(content, language);
    expect(subject).toMatch(/^.{10,80}$/);
    expect(text).toContain(language === 'en' ? 'Hello Ada,' : 'Bonjour Ada,');
    expect(html).toContain(`<html lang="${language}">`);
    const plain = html
      .replace(/^.*<body/s, '<body')
      .replaceAll(/<a href="([^"]*)"[^>]*>/g, ' $1 ')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&amp;', '&')
      .replaceAll('&#39;', "'");
    const words = (given: string) => new Set(given.split(/[^\p{L}\d]+/u).filter(Boolean));
    expect([...words(text)].filter((word) => !words(plain).has(word))).toEqual([]);
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|@import/);
  });

  it('claims that nothing else can act for the account only if it knows so', () => {
    const change = (access?: []): MailContent => ({
      template: 'factors_changed',
      params: { what: 'recovery_code_used', access },
    });
    expect(compose(change([])).text).toContain('Nothing else can act');
    expect(compose(change()).text).not.toContain('can act');
  });

  it('of a closed account states that invoices keep the name and address', () => {
    const last = contents.filter(({ template }) => template === 'account_deleted');
    expect(last.map((content) => compose(content).text).join()).toMatch(
      /invoices for ten years, with the name and address on them/,
    );
  });

  it('keeps French typography', () => {
    for (const content of contents) {
      const { subject, text } = compose(content, 'fr');
      const textWithoutLinks = `${subject}\n${text}`.replaceAll(/https:\S+/g, '');
      expect(textWithoutLinks).not.toMatch(/'/);
      expect(textWithoutLinks).not.toMatch(/[^\u{A0}]:/u);
      expect(textWithoutLinks).not.toMatch(/[^\u{202F}][;!?]/u);
      expect(textWithoutLinks).not.toMatch(/«[^\u{A0}]|[^\u{A0}]»/u);
    }
  });
});

it('a one-time code is in the subject and in a separate block', () => {
  const { subject, text } = compose({ template: 'otp', params: { code: '0042', minutes: 10 } });
  expect(subject).toBe('0042 is your Tamis code');
  expect(text).toBe(
    [
      'Hello Ada,',
      'Enter this code to confirm your email address:',
      '    0042',
      'It is valid for 10 minutes and can be used once. If you did not create an account, you can ignore this email.',
      'The Tamis team',
      '-- \nYou are receiving this email because somebody entered this address to create a Tamis account.\nContact support: help@tamis.example\n',
    ].join('\n\n'),
  );
});

it('a gift mentions neither invoices nor payments', () => {
  const params = { credits: 1000, cents: 0, monthly: false, given: 'gift' } as const;
  const { text } = compose({ template: 'purchase', params });
  expect(text).not.toMatch(/invoice|paid|Billing/);
  expect(text).toContain('Verify a list: https://app.tamis.example/dashboard');
});

it('shows its first paragraph in an inbox, and has a dark theme and a button for Outlook', () => {
  const params = { listName: NAME, needed: 1, available: 0 };
  const { html } = compose({ template: 'list_paused', params });
  const [, preview] = /<body[^>]*><div style="display:none[^>]*>([^&<]*)/.exec(html) ?? [];
  expect(preview).toMatch(/^Your list/);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toMatch(/<td bgcolor="[^"]+" style="[^"]*mso-padding-alt:[^"]+"><a /);
});

it('a purchase states net amount, VAT and total', () => {
  const params = { credits: 1000, cents: 600, monthly: false };
  const sums = { netCents: 500, vatCents: 100 };
  const { text } = compose({ template: 'purchase', params: { ...params, sums } });
  expect(text).toMatch(/Excl. VAT: €5\.00\n.*VAT: €1\.00\n.*Total paid: €6\.00/);
});

it('numbers are in the format of the language, and links lead to the web app', () => {
  const counts = { total: 12_345, valid: 12_000, invalid: 300, risky: 40, unknown: 5 };
  const finished: MailContent = {
    template: 'list_finished',
    params: { listName: NAME, ...counts },
  };
  expect(compose(finished, 'en').text).toContain('12,345');
  expect(compose(finished, 'fr').text).toContain('12\u{A0}345');
  expect(compose(finished).html).toContain('href="https://app.tamis.example/dashboard"');
});

it('every email starts with the product name; a result shows its shares above 0', () => {
  const cells = (html: string) => [...html.matchAll(/<td width="([^"]*)%"[^>]*bgcolor="([^"]*)"/g)];
  for (const content of contents)
    expect(compose(content).html).toMatch(
      /<body[^>]*><div[^>]*>[^<]*<\/div><!--.*?--><div[^>]*><p[^>]*>Tamis<\/p>/,
    );
  const counts = { total: 200, valid: 150, invalid: 49, risky: 0, unknown: 1 };
  const { html } = compose({ template: 'list_finished', params: { listName: NAME, ...counts } });
  expect(cells(html).map(([, share, color]) => [share, color])).toEqual([
    ['75', '#1b6e3c'],
    ['24.5', '#a92b22'],
    ['0.5', '#8b959c'],
  ]);
  const changes = { asked: 90, changed: 4, gone: 3, gained: 1 };
  const changed: MailContent = { template: 'list_changed', params: { listName: NAME, ...changes } };
  expect(cells(compose(changed).html).map(([, share]) => share)).toEqual(['25', '75']);
});

it.each([
  ['list_finished', { total: 1, valid: 1, invalid: 0, risky: 0, unknown: 0 }],
  ['list_canceled', { reason: 'not_text' }],
] as const)('%s links to the page of its list', (template, more) => {
  const content = { template, params: { listName: NAME, listId: '01KL', ...more } } as MailContent;
  const page = paths.list.replace(':id', '01KL');
  for (const language of LANGUAGES)
    expect(compose(content, language).html).toContain(`href="https://app.tamis.example${page}"`);
});

it('a reset link contains token and address in the form that its page parses', () => {
  const content: MailContent = {
    template: 'password_reset',
    params: { token: 'T0k-en_', email: 'ada+x&y@mail.example', minutes: 30 },
  };
  const link = /https:\S+/.exec(compose(content).text)?.[0] ?? '';
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin, pathname]).toEqual(['https://app.tamis.example', '/new-password']);
  expect([...searchParams]).toEqual([
    ['token', 'T0k-en_'],
    ['email', 'ada+x&y@mail.example'],
  ]);
  expect(compose(content).html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
});

it('every known reason becomes a sentence, and an unknown one is omitted', () => {
  const canceled = (reason: string) =>
    compose({ template: 'list_canceled', params: { listName: 'x', reason } }).text;
  expect(canceled('not_text')).toContain('The file is not a text file.');
  for (const reason of LIST_REASONS) expect(canceled(reason)).not.toContain(reason);
  expect(canceled('whatever')).not.toContain('whatever');
});

it.each([
  'win at evil.example',
  'EVIL.EXAMPLE',
  'évil.éxample',
  'evil.xn--p1ai',
  'evil。example',
  'evil．example',
  'x.co',
  '1.1.1.1',
  'www.x',
  'evil/x',
])(
  'leaves a name out of the greeting that email programs would turn into a link: %s',
  (firstName) => {
    const content = { template: 'otp', params: { code: '1234', minutes: 10 } } as const;
    for (const part of Object.values(compose(content, 'en', firstName)))
      expect(part).not.toContain(firstName);
    expect(compose(content, 'en', firstName).text).toMatch(/^Hello,$/m);
    expect(compose(content, 'fr', 'J.R.R.').text).toMatch(/^Bonjour J\.R\.R\.,$/m);
  },
);

it('reports the preview of a paused list with the shares found, and links to the list', () => {
  const params = {
    listName: NAME,
    listId: '01L',
    needed: 4900,
    available: 0,
    preview: { valid: 51, invalid: 24, risky: 20, unknown: 5 },
  };
  const content = { template: 'list_paused', params } as const;
  expect(compose(content).subject).toBe('“Été & co”: 51% safe, 24% to remove');
  expect(compose(content, 'fr').subject).toBe(
    '«\u{A0}Été & co\u{A0}»\u{A0}: 51\u{A0}% sûres, 24\u{A0}% à retirer',
  );
  for (const language of LANGUAGES) {
    const { text } = compose(content, language);
    expect(text).toContain('https://app.tamis.example/lists/01L');
    expect(text).not.toContain('/pricing-plan');
  }
  // The page proposes one pack of 5,000 credits for this list.
  expect(compose(content).text).toContain('the other 4,900 costs €20.00\u{A0}excl.\u{A0}VAT');
  expect(compose(content, 'fr').text).toContain('20,00\u{A0}€\u{A0}HT');
  expect(compose({ ...content, params: { ...params, available: 3900 } }).text).toContain('€5.00');
});

it('a name can become neither markup nor a header', () => {
  const listName = '<b onclick="x">\r\nBcc: eve@mail.example\u{2028}';
  const { subject, html } = compose(
    { template: 'list_paused', params: { listName, needed: 1, available: 0 } },
    'en',
    '<i>Ada',
  );
  expect(subject).toBe('Your list “<b onclick="x"> Bcc: eve@mail.example ” is waiting for credits');
  expect(html).not.toMatch(/<b |<i>/);
  expect(html).toContain('&lt;i&gt;Ada');
});

it('greets a recipient without a name, such as an operator, without a gap', () => {
  const content = { template: 'otp', params: { code: '1234', minutes: 10 } } as const;
  expect(compose(content, 'en', '').text).toMatch(/^Hello,$/m);
});

/** Returns the text of a literal, with `{{}}` for each value in it. */
const textOf = (node: ts.Node | undefined): string | undefined => {
  if (node && ts.isStringLiteralLike(node)) return node.text;
  if (!node || !ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{{}}');
};

/** Finds the texts of `say(english, french)` in a source file. */
function sayCallsIn(path: string): [english: string, french: string][] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [english, french] = node.arguments.map((argument) => textOf(argument));
      if (node.expression.text === 'say' && english !== undefined && french !== undefined)
        found.push([english, french]);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

it('names the same roles, rights and numbers in both languages', () => {
  const texts = globSync('functions/mail/templates/*.ts').flatMap(sayCallsIn);
  expect(texts.length).toBeGreaterThan(200);
  const differing = texts.filter((each) => findDifferentTerms(...each).length > 0);
  // The French text says which credits correspond to the invoice.
  expect(differing.map(([english]) => english)).toEqual(['You keep the credits it paid for.']);
});
