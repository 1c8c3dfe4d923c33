import { describe, expect, test } from 'vitest';
import { measureUsedHeapBytes } from '../../tests/used-heap.ts';
import { createReplyClassifier } from './reply-classifier.ts';

const classifier = createReplyClassifier('probe@us.test');
const read = (raw: string, recipient?: string) =>
  classifier.classify('rcpt', { code: Number(raw.slice(0, 3)), raw }, undefined, recipient);

describe('addresses in a reply', () => {
  test('gives each recipient the text with its own address', () => {
    const first = read('550 5.1.1 <a@one.test>: User unknown', 'a@one.test');
    const second = read('550 5.1.1 <b@two.test>: User unknown', 'b@two.test');
    expect(first.text).toBe('<a@one.test>: User unknown');
    expect(second).toEqual({ ...first, text: '<b@two.test>: User unknown' });
  });

  test('attributes a refusal of our address to the sender', () => {
    expect(read('550 5.1.1 <probe@us.test>: User unknown', 'a@one.test')).toMatchObject({
      reason: 'sender_rejected',
      text: '<probe@us.test>: User unknown',
    });
  });

  test('recognizes our address in another letter case, or if it ends with the recipient', () => {
    expect(read('550 5.1.1 <Probe@US.test>: User unknown', 'a@one.test')).toMatchObject({
      reason: 'sender_rejected',
      text: '<Probe@US.test>: User unknown',
    });
    for (const recipient of ['be@us.test', 'e@us.test']) {
      const { reason } = read('550 5.1.1 <probe@us.test>: User unknown', recipient);
      expect(reason).toBe('sender_rejected');
    }
    expect(read('550 5.1.1 <probe@us.test>: User unknown', 'probe@us.test')).toMatchObject({
      reason: 'no_such_mailbox',
    });
  });

  test('keeps the entire address or none of it if a long reply is truncated', () => {
    const whole: boolean[] = [];
    for (let length = 470; length < 512; length += 1) {
      const before = `User unknown ${'x'.repeat(length - 14)} `;
      const { text } = read(`550 5.1.1 ${before}b@one.test`, 'b@one.test');
      expect([before, `${before}b@one.test`]).toContain(text);
      whole.push(text !== before);
    }
    expect(new Set(whole)).toEqual(new Set([true, false]));
  });

  test('attributes a reply about another address to the recipient that was asked', () => {
    const reply = '550 5.1.1 <renamed@one.test>: User unknown';
    expect(read(reply, 'a@one.test').reason).toBe('no_such_mailbox');
  });
});

test('classifications do not keep long replies in memory', () => {
  const long = (i: number) =>
    Array.from({ length: 64 }, () => `550-5.1.1 user ${i} unknown ${'x'.repeat(480)}`).join('\n');
  const before = measureUsedHeapBytes();
  const readings = Array.from({ length: 200 }, (_, i) => read(long(i)));
  // The raw replies take 6.5 MB.
  expect(measureUsedHeapBytes() - before).toBeLessThan(1_600_000);
  expect(new Set(readings.map(({ status }) => status))).toEqual(new Set(['undeliverable']));
});
