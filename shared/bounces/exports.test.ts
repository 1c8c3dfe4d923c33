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

describe('the evidence of a row', () => {
  const PMTA = 'type,orig,rcpt,dsnAction,dsnStatus,dsnDiag,bounceCat\n';
  const GLOSS = '5.1.1 (bad destination mailbox address)';

  it.each([
    [
      'a reply outweighs an explained code',
      `${PMTA}b,n@s.example,ada@a.example,failed,${GLOSS},smtp;552 5.1.1 Boite pleine. Recipient overquota,quota-issues\nb,n@s.example,bob@b.example,failed,${GLOSS},"smtp;550 5.1.1 Message blocked, your IP is listed at zen.spamhaus.org",spam-related\nb,n@s.example,cyd@c.example,failed,5.0.0 (undefined status),smtp;550 No such user here,bad-mailbox`,
      'ada: mailbox_full, bob: sender Spamhaus, cyd: no_such_mailbox',
    ],
    [
      'an explained code counts without a reply, unless its type is a full mailbox',
      `${PMTA}b,n@s.example,ada@a.example,failed,${GLOSS},,bad-mailbox\nb,n@s.example,bob@b.example,failed,${GLOSS},,quota-issues\nd,n@s.example,cyd@c.example,relayed,2.0.0 (success),smtp;250 2.0.0 OK,`,
      'ada: no_such_mailbox, bob: mailbox_full',
    ],
    [
      'a reply with a code needs none beside it',
      'email,code,reason\nada@a.example,5.0.0,552 5.2.2 storage\nbob@b.example,5.1.1,550 SPF fail',
      'ada: mailbox_full, bob: sender SPF',
    ],
    [
      'a reply outweighs the type spam, which is no complaint beside it',
      'Email,Bounce Type,Bounce Reason\nada@a.example,Spam,550-5.7.1 likely unsolicited mail\nbob@b.example,Complaint,',
      'ada: message spam',
    ],
    [
      'a blocked address of the list is not a blocked sender',
      'Email,Event,Error related to,Error\nada@a.example,blocked,mailjet,duplicate in campaign\nbob@b.example,blocked,domain,typofix\ncyd@c.example,blocked,spam,sender blocked',
      'ada: unclear, bob: unclear, cyd: sender reputation',
    ],
    [
      'a code without words is a code in any column of replies',
      'email,reason\nada@a.example,550 5.1.1\nbob@b.example,452 4.2.2 mailbox full',
      'ada: no_such_mailbox, bob: mailbox_full',
    ],
    [
      'a street and a subject are no replies',
      'Email,Street address,Subject,Status\nada@a.example,450 Main Street,Your mailbox is full,Delivered\nbob@b.example,1 Rue,x,Bounced',
      'bob: unclear',
    ],
    [
      'a log line of Postfix that sent the message is no failure',
      'Oct 6 mx postfix/smtp[1]: 5: to=<ada@a.example>, relay=mx[1.2.3.4]:25, delay=1, dsn=2.0.0, status=sent (250 2.0.0 Ok: queued)\nOct 6 mx postfix/smtp[1]: 6: to=<bob@b.example>, relay=mx[1.2.3.4]:25, delay=1, dsn=5.1.1, status=bounced (host mx said: 550 5.1.1 User unknown)',
      'bob: no_such_mailbox',
    ],
  ])('%s', async (_, content, expected) => {
    const result = await readExport(content);
    const readings = 'readings' in result ? result.readings : [];
    expect(readings.join(', ').replaceAll(/@[a-z]\.example/g, '')).toBe(expected);
  });

  it.each([
    [
      'French',
      'E-mail,Statut',
      'Rejeté,Non délivré,Échec',
      'Délivré,Ouvert,Cliqué,Désinscrit,Différé',
    ],
    ['German', 'E-Mail,Status', 'Unzustellbar,Nicht zugestellt', 'zugestellt,geöffnet,abgemeldet'],
    ['Spanish', 'Correo,Estado', 'Rebotado,No entregado', 'Entregado,Abierto,Baja'],
    ['Italian', 'Indirizzo email,Stato', 'Respinto,Non consegnato', 'Consegnato,Aperto'],
    ['Portuguese', 'E-mail,Situação', 'Devolvido,Rejeitado', 'Entregue,Aberto'],
    ['Dutch', 'E-mailadres,Status', 'Geweigerd,Niet bezorgd', 'Bezorgd,Geopend'],
    ['Polish', 'Adres e-mail,Status', 'Odrzucony,Błąd', 'Dostarczony,Otwarty'],
    ['Russian', 'Адрес почты,Статус', 'Не доставлено,Ошибка', 'Доставлено,Прочитано'],
    ['Japanese', 'メールアドレス,ステータス', 'エラー,バウンス', '配信済み,開封'],
    ['Chinese', '邮箱,状态', '退信,失败', '已送达,已打开'],
    ['Korean', '이메일,상태', '반송,실패', '전달됨,열람'],
    ['Exchange', 'Recipient,EventId', 'FAIL', 'DELIVER,EXPAND,SEND,DEFER,DSN,Pending'],
    ['mail merge', 'Email,Merge status', 'BOUNCED', 'EMAIL_SENT,EMAIL_OPENED,RESPONDED'],
  ])('only words for failures are bounces: %s', async (_, header, failures, others) => {
    const failed = failures.split(',');
    const rows = [...failed, ...others.split(',')].map((type, at) => `u${at}@a.example,${type}`);
    const expected = failed.map((_type, at) => `u${at}@a.example: unclear`);
    expect(await readExport(`${header}\n${rows.join('\n')}`)).toMatchObject({ readings: expected });
  });

  it('a member list is no list of bounces, but a list of addresses is', async () => {
    const members = 'email,name,comments\nada@a.example,Ada,VIP customer since 2020\n';
    expect(await readExport(members)).toEqual({ readings: [], skipped: 1 });
    expect(await readExport('ada@a.example\n')).toMatchObject({
      readings: ['ada@a.example: unclear'],
    });
  });
});

describe('people beside each other in JSON', () => {
  const alive = { email: 'ada@a.example', status: 'active', reason: '' };
  const dead = { email: 'bob@b.example', status: 'bounced', reason: '550 5.1.1 user unknown' };
  const { email, ...rest } = dead;

  it.each([
    ['by id', { contacts: { 61: alive, 62: dead } }],
    ['by index, with the result of the call', { 0: alive, 1: dead, result_message: 'Returned' }],
    [
      'by id, in lists by id',
      {
        lists: {
          1: { members: { 11: alive, 12: { a: 1 } } },
          2: { members: { 21: alive, 22: dead } },
        },
      },
    ],
    ['by address', { [alive.email]: { status: 'active' }, [email]: rest }],
    ['by name', { ada: alive, bob: dead }],
    [
      'with their owners',
      {
        1: { ...alive, owner: { email: 'own@s.example' } },
        2: { owner: { email: 'own@s.example' }, contact: dead },
      },
    ],
    ['as other recipients', { to: [{ email: alive.email }, { email }], bounced: [dead] }],
    ['under the account of the customer', { account_email: alive.email, bounces: [dead, rest] }],
    [
      'in an aspect of the event',
      { message: { to: [alive.email, email] }, bounce: { recipients: [dead] } },
    ],
    ['as the first recipient', { to: [alive.email], bounced: [email], reason: dead.reason }],
  ])('%s keep their own fields', async (_, content) => {
    const readings = ['bob@b.example: no_such_mailbox'];
    expect(await readExport(JSON.stringify(content))).toMatchObject({ readings });
  });

  it.each([
    ['of other shapes', { user: { email: alive.email, plan: 'x' }, contact: dead }],
    ['as related people', { ...dead, related: [{ email: alive.email }] }],
    ['beside the reason', { user: { email: alive.email }, contact: { email }, ...rest }],
    ['as the account of events without address', { account: alive, data: [rest, rest] }],
  ])('%s are refused', async (_, content) => {
    expect(await readExport(JSON.stringify(content))).toEqual({ error: 'unreadable_file' });
  });

  it('without an address get none of the others', async () => {
    const content = { contacts: { 61: alive, 62: rest } };
    expect(await readExport(JSON.stringify(content))).toMatchObject({ readings: [] });
  });
});
