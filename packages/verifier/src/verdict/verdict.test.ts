import { describe, expect, test } from 'vitest';
import { outcomeOfReply, outcomeWithoutReply } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { assembleVerdict } from './verdict.ts';
import type { DomainTraits, CatchAll } from './verdict.ts';

const plainAddress = {
  role: false,
  disposable: false,
  free: false,
  tagged: false,
  suggestion: undefined,
};
const undeliverable = outcomeWithoutReply('undeliverable', 'no_such_mailbox', 0.97);
const accepted: Outcome = {
  ...undeliverable,
  status: 'deliverable',
  reason: 'accepted',
  confidence: 0.8,
};
const full: Outcome = {
  ...undeliverable,
  status: 'risky',
  reason: 'mailbox_full',
  confidence: 0.95,
};
const grey = outcomeWithoutReply('unknown', 'greylisted', 0.9);

function assembleFor(
  outcome: Outcome,
  catchAll?: CatchAll,
  subject = plainAddress,
  about: Partial<DomainTraits> = {},
) {
  return assembleVerdict('a@b.test', subject, outcome, {
    catchAll,
    attempt: 0,
    timeScale: 1,
    now: 90_500,
    learnedAt: undefined,
    hosts: undefined,
    dmarc: undefined,
    ...about,
  });
}

describe('precedence', () => {
  const disposable = { ...plainAddress, disposable: true, role: true, free: true };
  test.each<[string, Outcome, CatchAll | undefined, typeof plainAddress, string]>([
    ['accepted, others are refused', accepted, 'no', plainAddress, 'deliverable accepted'],
    ['accepted, others unclear', accepted, 'unclear', plainAddress, 'deliverable accepted'],
    ['accepted, everyone accepted', accepted, 'yes', plainAddress, 'risky catch_all'],
    ['accepted, disposable', accepted, 'no', disposable, 'risky disposable'],
    ['accepted, everyone accepted, disposable', accepted, 'yes', disposable, 'risky catch_all'],
    ['full, everyone accepted, disposable', full, 'yes', disposable, 'risky mailbox_full'],
    ['refused, disposable', undeliverable, 'yes', disposable, 'undeliverable no_such_mailbox'],
    ['greylisted, disposable', grey, 'yes', disposable, 'unknown greylisted'],
    [
      'only role and free',
      accepted,
      'no',
      { ...plainAddress, role: true, free: true },
      'deliverable accepted',
    ],
  ])('%s', (_, outcome, catchAll, subject, expected) => {
    const verdict = assembleFor(outcome, catchAll, subject);
    expect(`${verdict.status} ${verdict.reason}`).toBe(expected);
    expect(verdict.flags).toEqual({
      catch_all: catchAll === 'yes',
      catch_all_unknown: catchAll === 'unclear',
      disposable: subject.disposable,
      role: subject.role,
      free: subject.free,
      mailbox_full: outcome === full,
      tagged: false,
      gateway: false,
      parked: false,
      no_dmarc: false,
    });
  });
});

test('an acceptance has more confidence if the domain refuses random recipients', () => {
  const [no, unclear] = [assembleFor(accepted, 'no'), assembleFor(accepted, 'unclear')];
  expect(no.confidence).toBeGreaterThan(0.9);
  expect(unclear.confidence).toBeLessThan(no.confidence);
});

test('sets flags by the mail hosts of the domain', () => {
  const gateway = { ...accepted, provider: 'mimecast' };
  expect(assembleFor(gateway, 'no', { ...plainAddress, tagged: true }).flags).toMatchObject({
    tagged: true,
    gateway: true,
    disposable: false,
    parked: false,
  });
  expect(assembleFor(accepted, 'no', plainAddress, { hosts: 'disposable' })).toMatchObject({
    reason: 'disposable',
    flags: { disposable: true, gateway: false },
  });
  expect(assembleFor(accepted, 'no', plainAddress, { hosts: 'parked' })).toMatchObject({
    reason: 'accepted',
    flags: { parked: true },
  });
});

test('reports the age of a stored fact only if an acceptance relies on it', () => {
  const about = { learnedAt: 30_000 };
  expect(assembleFor(accepted, 'yes', plainAddress, about).fact_age_s).toBe(61);
  expect(assembleFor(undeliverable, 'yes', plainAddress, about)).not.toHaveProperty('fact_age_s');
  expect(assembleFor(full, 'yes', plainAddress, about)).not.toHaveProperty('fact_age_s');
  expect(assembleFor(accepted, 'yes')).not.toHaveProperty('fact_age_s');
});

test('advises a retry only for an unknown verdict', () => {
  expect(assembleFor(grey).retry_after_s).toBe(300);
  expect(assembleFor({ ...grey, retry: false })).not.toHaveProperty('retry_after_s');
  expect(assembleFor({ ...undeliverable, retry: true })).not.toHaveProperty('retry_after_s');
});

test('omits what is not known', () => {
  expect(Object.keys(assembleFor(accepted, 'no'))).toEqual([
    'email',
    'status',
    'reason',
    'confidence',
    'flags',
  ]);
});

test('attributes no reply before RCPT to a recipient', () => {
  const reading = {
    status: 'undeliverable',
    reason: 'no_such_mailbox',
    rule: 'r',
    confidence: 0.9,
    action: 'final',
    code: 550,
    text: 'user unknown',
  } as const;
  const asked = { mx: 'mx.test', provider: 'p', egress: 'us.test' };
  for (const stage of ['connect', 'ehlo', 'mail'] as const)
    expect(outcomeOfReply(reading, stage, asked)).toMatchObject({
      status: 'unknown',
    });
  expect(outcomeOfReply(reading, 'rcpt', asked)).toMatchObject({
    status: 'undeliverable',
    reply: { stage: 'rcpt', code: 550, text: 'user unknown' },
    ...asked,
  });
});
