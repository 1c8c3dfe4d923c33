import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../verdict.ts';
import { createInterpreter } from './interpreter.ts';

const interpreter = createInterpreter('probe@us.test');
const read = (raw: string, recipient?: string) =>
  interpreter.read('rcpt', { code: Number(raw.slice(0, 3)), raw }, undefined, recipient);

describe('what a reply names', () => {
  test('the recipient: one reading serves all who are told the same', () => {
    const first = read('550 5.1.1 <a@one.test>: User unknown', 'a@one.test');
    const second = read('550 5.1.1 <b@two.test>: User unknown', 'b@two.test');
    expect(second).toBe(first);
    expect(first.text).toBe(`<${RECIPIENT}>: User unknown`);
  });

  test('us: a refusal of our address says nothing of the recipient', () => {
    expect(read('550 5.1.1 <probe@us.test>: User unknown', 'a@one.test')).toMatchObject({
      reason: 'sender_rejected',
      text: '<probe@us.test>: User unknown',
    });
  });

  test('someone else: it is about whom we asked for', () => {
    const reply = '550 5.1.1 <renamed@one.test>: User unknown';
    expect(read(reply, 'a@one.test').reason).toBe('no_such_mailbox');
  });
});

test('readings do not keep the long replies they come from', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const long = (i: number) =>
    Array.from({ length: 64 }, () => `550-5.1.1 user ${i} unknown ${'x'.repeat(480)}`).join('\n');
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = held();
  const readings = Array.from({ length: 500 }, (_, i) => read(long(i)));
  // The replies themselves are 16 MB.
  expect(held() - before).toBeLessThan(4_000_000);
  expect(new Set(readings.map(({ status }) => status))).toEqual(new Set(['undeliverable']));
});
