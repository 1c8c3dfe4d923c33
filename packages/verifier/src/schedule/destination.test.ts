import { expect, test } from 'vitest';
import type { MailRoute } from '../dns/mail-route.ts';
import {
  addMeasurement,
  countNeededSessions,
  createDestination,
  msPerRecipient,
} from './destination.ts';
import { createDomain, createDomainBatch } from './domain-batch.ts';
import type { Recipient } from './domain-batch.ts';

const ROUTE: MailRoute = {
  kind: 'route',
  key: 'mx.test',
  hosts: ['mx.test'],
  first: 0,
  address: '192.0.2.1',
};
const US = { kind: 'direct', helo: 'us.test' } as const;
const HALF_A_MINUTE = 30_000;

function sessionsFor(recipients: number, ms: number | undefined, inFlight = 0): number {
  const destination = createDestination(ROUTE, 0, US);
  const domain = createDomain('one.test');
  const batch = createDomainBatch(domain);
  batch.waiting = Array.from({ length: recipients }, (_, i): Recipient => ({
    domain,
    key: `${i}@one.test`,
    wire: `${i}@one.test`,
    utf8: false,
    subject: { role: false, disposable: false, free: false, tagged: false, suggestion: undefined },
    inputs: [],
    concluded: false,
  }));
  batch.inFlight = inFlight;
  destination.batches.add(batch);
  if (ms !== undefined) addMeasurement(destination, ms);
  return countNeededSessions(destination, HALF_A_MINUTE, Infinity);
}

test.each([
  ['nobody waits', 0, undefined, 0, 0],
  ['nothing is measured', 10_000, undefined, 0, 1],
  ['recipients take no time', 10_000, 0, 0, 1],
  ['the work takes less than half a minute', 5, 5_000, 0, 1],
  ['the work takes two minutes', 24, 5_000, 0, 4],
  ['the work takes two minutes, and most of it is in flight', 4, 5_000, 20, 4],
  ['all the work is in flight', 0, 5_000, 24, 0],
])('counts the sessions of a destination if %s', (_, recipients, ms, inFlight, sessions) => {
  expect(sessionsFor(recipients, ms, inFlight)).toBe(sessions);
});

test('weights the latest recipients most in the time per recipient', () => {
  const destination = createDestination(ROUTE, 0, US);
  expect(msPerRecipient(destination)).toBeUndefined();
  for (let i = 0; i < 200; i += 1) addMeasurement(destination, 10);
  expect(msPerRecipient(destination)).toBeCloseTo(10);
  for (let i = 0; i < 200; i += 1) addMeasurement(destination, 1_000);
  expect(msPerRecipient(destination)).toBeGreaterThan(900);
});
