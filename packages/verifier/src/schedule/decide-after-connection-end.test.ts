import { expect, test } from 'vitest';
import {
  decideAfterConnectionEnd,
  type ConnectionEndDecision,
  type ConnectionEndState,
} from './decide-after-connection-end.ts';

const STATE: ConnectionEndState = {
  kind: 'closed',
  isThrottled: false,
  hasReplied: false,
  isConnectionLimit: false,
  unanswered: 1,
  isCut: false,
  isPipelining: false,
  batch: { failures: 0, silences: 0 },
  destination: { failedConnections: 0, oneByOne: false },
};

const decide = ({ batch, destination, ...state }: Given) =>
  decideAfterConnectionEnd(
    {
      ...STATE,
      ...state,
      batch: { ...STATE.batch, ...batch },
      destination: { ...STATE.destination, ...destination },
    },
    2,
  );

interface Given extends Partial<Omit<ConnectionEndState, 'batch' | 'destination'>> {
  batch?: Partial<ConnectionEndState['batch']>;
  destination?: Partial<ConnectionEndState['destination']>;
}

const OLD = { batch: { failures: 1 } };

test.each<[string, Given, ConnectionEndDecision]>([
  [
    'a server that closes after replies has used up the connection',
    { hasReplied: true },
    { waiting: 'keep', feedback: undefined },
  ],
  [
    'a connection that closes without a reply is tried once more',
    {},
    { waiting: 'keep', feedback: undefined, batch: { failures: 1 } },
  ],
  [
    'the second connection that closes without a reply ends the domain',
    OLD,
    {
      waiting: 'conclude',
      feedback: undefined,
      batch: { failures: 2 },
      destination: { failedConnections: 1 },
    },
  ],
  [
    'the third silent domain in a row ends the destination',
    { ...OLD, destination: { failedConnections: 2 } },
    {
      waiting: 'refuse_all',
      feedback: undefined,
      batch: { failures: 2 },
      destination: { failedConnections: 3 },
    },
  ],
  [
    'a server that shuts down ends the destination immediately',
    { kind: 'shutdown' },
    {
      waiting: 'refuse_all',
      feedback: undefined,
      batch: { failures: 1 },
      destination: { failedConnections: 1 },
    },
  ],
  [
    'silence about a group may be about one of its recipients',
    { kind: 'timeout', unanswered: 2 },
    {
      waiting: 'keep',
      feedback: undefined,
      batch: { silences: 1 },
      destination: { oneByOne: true },
    },
  ],
  [
    'silence after the first command of a packet may be due to a filter',
    { kind: 'timeout', isCut: true },
    {
      waiting: 'keep',
      feedback: undefined,
      batch: { silences: 1 },
      destination: { oneByOne: true },
    },
  ],
  [
    'silence of a session that still pipelines is tried again, too',
    { kind: 'timeout', unanswered: 2, isPipelining: true, destination: { oneByOne: true } },
    {
      waiting: 'keep',
      feedback: undefined,
      batch: { silences: 1 },
      destination: { oneByOne: true },
    },
  ],
  [
    'silence about one recipient ends the destination',
    { kind: 'timeout', unanswered: 2, destination: { oneByOne: true } },
    {
      waiting: 'refuse_all',
      feedback: undefined,
      batch: { failures: 1 },
      destination: { failedConnections: 1 },
    },
  ],
  [
    'silence after replies is tried again',
    { kind: 'timeout', hasReplied: true, batch: { silences: 1 } },
    {
      waiting: 'keep',
      feedback: undefined,
      batch: { silences: 2 },
      destination: { oneByOne: true },
    },
  ],
  [
    'silence after replies is not tried again more often than other failures',
    { kind: 'timeout', hasReplied: true, batch: { silences: 2 } },
    { waiting: 'conclude', feedback: undefined, batch: { failures: 1 } },
  ],
  [
    'a connection above the limit leaves its recipients to other sessions',
    { kind: 'shutdown', isConnectionLimit: true },
    { waiting: 'keep', feedback: 'throttled', batch: { failures: 1 } },
  ],
  [
    'a domain that only exceeds the connection limit ends, but not its destination',
    { ...OLD, kind: 'shutdown', isConnectionLimit: true },
    { waiting: 'conclude', feedback: 'throttled', batch: { failures: 2 } },
  ],
  [
    'garbage ends the domain',
    { kind: 'garbage' },
    {
      waiting: 'conclude',
      feedback: undefined,
      batch: { failures: 1 },
      destination: { failedConnections: 1 },
    },
  ],
  [
    'a complaint counts in full before a reply',
    { isThrottled: true },
    { waiting: 'keep', feedback: 'throttled', batch: { failures: 1 } },
  ],
  [
    'a complaint counts partially after a reply',
    { isThrottled: true, hasReplied: true },
    { waiting: 'keep', feedback: 'partially_throttled' },
  ],
])('%s', (_, given, decision) => {
  expect(decide(given)).toEqual(decision);
});
