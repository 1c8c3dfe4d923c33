import { readFileSync } from 'node:fs';
import * as prettier from 'prettier';
import { describe, expect, it } from 'vitest';
import {
  classifyReply,
  withControlRecipient,
} from '../../functions/verifier/classify/classify-reply.ts';
import { labelledReplies } from '../support/engine/labelled-replies.ts';
import { providerOf } from '../../functions/verifier/providers.ts';
import {
  DOCUMENTED,
  SITUATIONS,
  type DocumentedReply,
  type Situation,
} from '../../localstack/embedded/mailnet/kinds/documented-replies.ts';
import { RECEIVERS } from '../../localstack/embedded/mailnet/kinds/receivers.ts';

const RECEIVER_KEYS = Object.keys(RECEIVERS);
const situations = Object.entries(SITUATIONS) as [Situation, (typeof SITUATIONS)[Situation]][];

const idOf = (key: string): string => RECEIVERS[key]?.id ?? key;
const rowsOf = (key: string): readonly DocumentedReply[] =>
  DOCUMENTED.filter(({ provider }) => provider === key);
const repliesOf = (key: string) =>
  rowsOf(key).flatMap((row) => {
    const { situation } = row;
    return situation === 'accept_all' ? [] : [{ ...row, situation }];
  });

/** As a server would send it. What comes after the mail is read as if it came to RCPT. */
const asSent = ({ provider, reply, stage }: DocumentedReply) => ({
  provider: idOf(provider),
  stage: stage === 'connect' || stage === 'mail' ? stage : ('rcpt' as const),
  reply: reply
    .replaceAll('{rcpt}', 'ada@example.com')
    .replaceAll('{client}', '192.0.2.1')
    .replaceAll('{id}', 'k16si9776379pjq')
    .replaceAll('{host}', 'mx1.example.net')
    .replaceAll('\n', '\r\n'),
});

describe.each(RECEIVER_KEYS)('what sources say of %s', (key) => {
  it('is read as what it is about', () => {
    const wrong = repliesOf(key).flatMap((row) => {
      const { reason, rule } = classifyReply(asSent(row));
      const wanted = row.means ?? SITUATIONS[row.situation][1];
      return reason === wanted ? [] : [`${rule}: ${reason}, not ${wanted}: ${row.reply}`];
    });
    expect(wrong).toEqual([]);
    expect(repliesOf(key).length).toBeGreaterThan(0);
  });

  it('makes no address undeliverable that is not, even beside an accepted one', () => {
    const dead = repliesOf(key)
      .filter(({ situation }) => situation !== 'unknown' && situation !== 'disabled')
      .filter((row) => withControlRecipient(classifyReply(asSent(row))).status === 'undeliverable');
    expect(dead).toEqual([]);
  });

  it('comes from hosts that the engine knows', () => {
    const ids = new Set(
      (RECEIVERS[key]?.hosts ?? []).map(([, host]) => providerOf(host.replace('*', 'acme'))?.id),
    );
    expect([...ids]).toEqual([idOf(key)]);
  });
});

it('is told of forty receivers at least, and of nobody else', () => {
  expect(RECEIVER_KEYS.length).toBeGreaterThanOrEqual(40);
  const told = new Set(DOCUMENTED.map(({ provider }) => provider));
  expect([...told].toSorted()).toEqual(RECEIVER_KEYS.toSorted());
});

it('has a source and a date, and what was collected stands in the collection', () => {
  const collected = new Set(
    labelledReplies('collected').map((row) => ('source' in row ? String(row.source) : '')),
  );
  const wrong = DOCUMENTED.filter(
    ({ source, date }) =>
      !/^20\d\d(-\d\d){0,2}$/.test(date) ||
      !(/^(https?:\/\/|public code: )/.test(source) || collected.has(source.slice(11))),
  );
  expect(wrong).toEqual([]);
});

const plain = (text: string): string => text.replaceAll(/([<>*_[\]])/g, String.raw`\$1`);

const sourceOf = ({ source, date }: DocumentedReply): string => {
  const link = URL.canParse(source) && /^https?:/.test(source);
  return `${link ? `[${new URL(source).hostname}](${source})` : plain(source)}, ${date}`;
};

const AT_RCPT = {
  everybody: 'takes everybody',
  'by tenant': 'as the customer wants',
  contested: 'refuses unknown mailboxes; contested',
} as const;

function atRcpt(key: string): string {
  const said = rowsOf(key).find(({ situation }) => situation === 'accept_all')?.reply ?? '';
  const kind = Object.entries(AT_RCPT).find(([start]) => said.startsWith(start));
  if (kind) return kind[1];
  const refuses = repliesOf(key).some(
    ({ situation, stage }) => situation === 'unknown' && stage === undefined,
  );
  return refuses ? 'refuses unknown mailboxes' : 'not documented';
}

function sectionOf(key: string): string {
  const lines = situations.map(([situation, [title]]) => {
    const replies = repliesOf(key).filter((row) => row.situation === situation);
    if (replies.length === 0) return `- ${title}: not documented`;
    const said = replies.map((row) => {
      const when = row.stage ? `, at ${row.stage === 'mail' ? 'MAIL' : row.stage}` : '';
      const read = row.means ? `, read as \`${row.means}\`` : '';
      return `  - \`${row.reply.replaceAll('\n', ' ⏎ ').trim()}\` (${sourceOf(row)}${when}${read})`;
    });
    return `- ${title}:\n${said.join('\n')}`;
  });
  const takes = rowsOf(key).flatMap((row) =>
    row.situation === 'accept_all' ? [`${plain(row.reply)} (${sourceOf(row)})`] : [],
  );
  const intro = takes.length > 0 ? `At RCPT: ${takes.join('; ')}.\n\n` : '';
  return `### ${RECEIVERS[key]?.name}\n\n${intro}${lines.join('\n')}\n`;
}

it('stands in docs/providers.md, reply by reply', async () => {
  const page = readFileSync('docs/providers.md', 'utf8');
  const overview = RECEIVER_KEYS.map((key) => {
    const known = new Set(repliesOf(key).map(({ situation }) => situation)).size;
    return `| ${RECEIVERS[key]?.name} | \`${idOf(key)}\` | ${atRcpt(key)} | ${known} of ${situations.length} |`;
  });
  const marker = '## The receivers\n';
  const wanted = [
    page.slice(0, page.indexOf(marker)) + marker,
    '| receiver | id in the engine | at RCPT | documented |\n| --- | --- | --- | --- |',
    `${overview.join('\n')}\n`,
    ...RECEIVER_KEYS.map(sectionOf),
  ].join('\n');
  const formatted = await prettier.format(wanted, { parser: 'markdown' });
  await expect(formatted).toMatchFileSnapshot('../../docs/providers.md');
});
