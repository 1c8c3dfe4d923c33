import { describe, expect, it } from 'vitest';
import {
  classifyReply,
  withControlRecipient,
} from '../../packages/verifier/src/classify/classify-reply.ts';
import { readLabeledReplies } from '../../packages/verifier/tests/labeled-replies.ts';
import { providerOf } from '../../packages/verifier/src/data/provider-of.ts';
import {
  DOCUMENTED_REPLIES,
  SITUATIONS,
  type DocumentedReply,
} from '../../packages/mailnet/src/kinds/documented-replies.ts';
import { RECEIVERS } from '../../packages/mailnet/src/kinds/receivers.ts';

const RECEIVER_KEYS = Object.keys(RECEIVERS);

const idOf = (key: string): string => RECEIVERS[key]?.id ?? key;
const rowsOf = (key: string): readonly DocumentedReply[] =>
  DOCUMENTED_REPLIES.filter(({ provider }) => provider === key);
const repliesOf = (key: string) =>
  rowsOf(key).flatMap((row) => {
    const { situation } = row;
    return situation === 'accept_all' ? [] : [{ ...row, situation }];
  });

/** Replies after DATA are classified like replies to RCPT. */
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

describe.each(RECEIVER_KEYS)('documented replies of %s', (key) => {
  it('are classified correctly', () => {
    const wrong = repliesOf(key).flatMap((row) => {
      const { reason, rule } = classifyReply(asSent(row));
      const wanted = row.means ?? SITUATIONS[row.situation];
      return reason === wanted ? [] : [`${rule}: ${reason}, not ${wanted}: ${row.reply}`];
    });
    expect(wrong).toEqual([]);
    expect(repliesOf(key).length).toBeGreaterThan(0);
  });

  it('make no other address undeliverable, even after an accepted recipient', () => {
    const dead = repliesOf(key)
      .filter(({ situation }) => situation !== 'unknown' && situation !== 'disabled')
      .filter((row) => withControlRecipient(classifyReply(asSent(row))).status === 'undeliverable');
    expect(dead).toEqual([]);
  });

  it('come from hosts that the engine recognizes', () => {
    const ids = new Set(
      (RECEIVERS[key]?.hosts ?? []).map(([, host]) => providerOf(host.replace('*', 'acme'))?.id),
    );
    expect([...ids]).toEqual([idOf(key)]);
  });
});

it('documented replies cover at least forty receivers, and only known ones', () => {
  expect(RECEIVER_KEYS.length).toBeGreaterThanOrEqual(40);
  const documentedKeys = new Set(DOCUMENTED_REPLIES.map(({ provider }) => provider));
  expect([...documentedKeys].toSorted()).toEqual(RECEIVER_KEYS.toSorted());
});

it('documented replies have a source and a date, and collected ones are in the collection', () => {
  const collected = new Set(
    readLabeledReplies('collected').map((row) => ('source' in row ? String(row.source) : '')),
  );
  const wrong = DOCUMENTED_REPLIES.filter(
    ({ source, date }) =>
      !/^20\d\d(-\d\d){0,2}$/.test(date) ||
      !(/^(https?:\/\/|public code: )/.test(source) || collected.has(source.slice(11))),
  );
  expect(wrong).toEqual([]);
});
