import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classifyBounce } from '../../functions/bounces/rules/classify-bounce.ts';
import { createReplyClassifier } from '../../functions/checks/adapters/reply-classifier.ts';
import { readBounceFile } from './read-bounce-file.ts';

const classify = createReplyClassifier();

/** Reads an export. Returns each bounce as `address: meaning`, and the number of skipped rows. */
async function readExport(content: string, name = 'export.csv') {
  const result = await readBounceFile({ name, bytes: new TextEncoder().encode(content) });
  if ('error' in result) return result;
  const readings = result.bounces.map((bounce) => {
    const { subject, reason, cause } = classifyBounce(classify, bounce);
    return `${bounce.email}: ${reason ?? [subject, ...(cause === null ? [] : [cause])].join(' ')}`;
  });
  return { readings, skipped: result.skipped };
}

const EXPORTS = new URL('../../tests/data/bounces/exports/', import.meta.url);

/** Expected readings of each export, and the number of skipped rows. */
const READINGS: Record<string, [readings: string[], skipped: number]> = {
  'mailchimp.csv': [['ada@a.example: unclear', 'bob@b.example: unclear'], 0],
  'brevo.csv': [['ada@a.example: no_such_mailbox', 'bob@b.example: no_such_domain'], 3],
  'hubspot.csv': [
    ['ada@a.example: no_such_mailbox', 'bob@b.example: mailbox_full', 'dan@d.example: unclear'],
    1,
  ],
  'hubspot-events.json': [['ada@a.example: message spam', 'bob@b.example: no_such_mailbox'], 2],
  'sendgrid.csv': [['ada@a.example: no_such_mailbox', 'bob@b.example: sender Spamhaus'], 0],
  'sendgrid-events.json': [['ada@a.example: no_such_mailbox', 'bob@b.example: sender'], 3],
  'mailgun.csv': [
    ['ada@a.example: no_such_mailbox', 'bob@b.example: unclear', 'cyd@c.example: mailbox_full'],
    0,
  ],
  'mailgun-events.ndjson': [['ada@a.example: no_such_mailbox'], 2],
  'postmark.json': [
    ['ada@a.example: no_such_mailbox', 'bob@b.example: unclear', 'dan@d.example: sender DMARC'],
    1,
  ],
  'amazon-ses.ndjson': [
    [
      'ada@a.example: no_such_mailbox',
      'bob@b.example: mailbox_full',
      'cyd@c.example: no_such_mailbox',
    ],
    2,
  ],
  'mailjet.json': [
    [
      'ada@a.example: no_such_mailbox',
      'bob@b.example: no_such_domain',
      'cyd@c.example: message content',
    ],
    1,
  ],
  'mailerlite.csv': [['ada@a.example: unclear'], 1],
  'klaviyo.csv': [['ada@a.example: no_such_mailbox', 'bob@b.example: mailbox_full'], 2],
  'listmonk.json': [['ada@a.example: no_such_mailbox', 'bob@b.example: unclear'], 1],
  'mautic.csv': [['ada@a.example: unclear', 'cyd@c.example: unclear'], 1],
};

describe('exports of mail services', () => {
  it.each(readdirSync(EXPORTS))('%s', async (name) => {
    const [readings, skipped] = READINGS[name] ?? [];
    const content = readFileSync(new URL(name, EXPORTS), 'utf8');
    expect(await readExport(content)).toEqual({ readings, skipped });
  });
});

describe('any table', () => {
  it.each([
    [
      'without a header',
      'ada@a.example;550 5.1.1 user unknown\nbob@b.example;452 4.2.2 mailbox full',
    ],
    ['with one row', 'ada@a.example,"550 5.1.1 user unknown"'],
    [
      'in German, in Windows-1252',
      'Empf\u00e4nger;Absender;Antwort\nada@a.example;news@sender.example;550 5.1.1 user unknown',
    ],
    [
      'with tabs, and the sender first',
      'From\tTo\tDiagnostic\nnews@sender.example\tAda <ada@a.example>\tsmtp; 550 5.1.1 user unknown',
    ],
  ])('%s', async (_, content) => {
    const latin1 = Uint8Array.from(content, (letter) => letter.charCodeAt(0));
    const result = await readBounceFile({ name: 'bounces.txt', bytes: latin1 });
    const [bounce] = 'error' in result ? [] : result.bounces;
    expect(bounce?.email).toBe('ada@a.example');
    expect(bounce?.text).toContain('550 5.1.1 user unknown');
  });

  it('keeps the other rows if one is damaged', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => `u${at}@a.example,"550 5.1.1 user unknown"`);
    rows[20] = 'u20@a.example,"550 5.1.1 broken';
    const result = await readExport(`email,reason\n${rows.join('\n')}`);
    expect(result).toMatchObject({ readings: { length: 50 } });
  });

  it.each([
    'contact_deleted',
    'contact_updated',
    'list_addition',
    'email.opened',
    'email.clicked',
    'email.complained',
    'email.delivery_delayed',
    'contact.created',
    'injection',
    'initial_open',
    'amp_click',
    'link_unsubscribe',
  ])('skips %s', async (event) => {
    const result = await readExport(`email,event\nada@a.example,${event}\n`);
    expect(result).toEqual({ readings: [], skipped: 1 });
  });

  it.each([
    ['a reply', 'email,name,response\n', '550 5.1.1 user unknown'],
    ['an explanation', 'email,name,reason\n', 'User unknown:'],
    ['a reply without a header', '', '550 5.1.1 user unknown'],
  ])('reads %s that ends with the recipient', async (_, header, text) => {
    const rows = ['ada@a.example', 'bob@b.example'].map(
      (email) => `${email},Ada,${text} <${email}>\n`,
    );
    const readings = ['ada@a.example: no_such_mailbox', 'bob@b.example: no_such_mailbox'];
    expect(await readExport(header + rows.join(''))).toEqual({ readings, skipped: 0 });
  });

  it.each([
    ['no_bounces', 'name,city\nAda,London'],
    ['unreadable_file', '%PDF-1.7 \u0000\u0001\u0002'],
    ['too_many_rows', Array.from({ length: 10_001 }, (_, at) => `u${at}@a.example,550`).join('\n')],
  ])('%s', async (error, content) => {
    expect(await readExport(content)).toEqual({ error });
  });
});
