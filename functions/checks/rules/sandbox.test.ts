import { expect, it } from 'vitest';
import { checkSandboxAddress } from '../check-sandbox.ts';
import { findSandboxVerdict, createUncheckedVerdict } from './sandbox.ts';

it.each([
  ['deliverable', 'accepted'],
  ['undeliverable', 'no_such_mailbox'],
  ['risky', 'catch_all'],
  ['unknown', 'timeout'],
])('has an address with status %s and reason %s', (status, reason) => {
  expect(findSandboxVerdict(`${status}@sandbox.test`)).toMatchObject({ status, reason });
});

it('finds a sandbox address in a cell with other text', () => {
  const answer = checkSandboxAddress('Jane <Risky@sandbox.test>', true, 0);
  expect(answer).toMatchObject({ verdict: { email: 'Risky@sandbox.test', reason: 'catch_all' } });
  expect(checkSandboxAddress('mailto:risky@sandbox.test', false, 0)).toEqual({
    requestId: 'test-risky',
    nextAt: 0,
  });
});

it('returns a complete verdict, as if from a mail server', () => {
  expect(findSandboxVerdict(' Risky@Sandbox.TEST ')).toEqual({
    email: 'Risky@Sandbox.TEST',
    status: 'risky',
    reason: 'catch_all',
    confidence: 0.9,
    flags: {
      catch_all: true,
      catch_all_unknown: false,
      disposable: false,
      role: false,
      free: false,
      mailbox_full: false,
      tagged: false,
      gateway: false,
      parked: false,
      no_dmarc: false,
    },
    mx: 'mx.sandbox.test',
    reply: { stage: 'rcpt', code: 250, enhanced: '2.1.5', text: '2.1.5 Ok' },
  });
});

it.each([
  'ada@mail.example',
  'deliverable@sandbox.test.example',
  'deliverable@mail.example',
  'someone@sandbox.test',
  'constructor@sandbox.test',
  'a@deliverable@sandbox.test',
  'deliverable@sandbox.test@x',
  '',
])('has no verdict for %j', (address) => {
  expect(findSandboxVerdict(address)).toBeUndefined();
  expect(createUncheckedVerdict(address)).toMatchObject({
    status: 'unknown',
    reason: 'egress_off',
  });
});
