import { expect, it } from 'vitest';
import * as access from '../../functions/access/adapters/keys.ts';
import * as account from '../../functions/account/adapters/keys.ts';
import * as billing from '../../functions/billing/adapters/keys.ts';
import * as checks from '../../functions/checks/adapters/keys.ts';
import * as credits from '../../functions/credits/adapters/keys.ts';
import * as lists from '../../functions/lists/adapters/keys.ts';
import * as mail from '../../functions/mail/adapters/keys.ts';
import * as secondFactor from '../../functions/factors/adapters/keys.ts';
import type { Key } from '../../functions/platform/dynamo/key.ts';
import { findForbiddenCalls, matchesArnPattern } from '../support/roles.ts';

type MakesKey = (...given: readonly unknown[]) => Key;

it.each(Object.entries({ access, account, billing, checks, credits, lists, mail, secondFactor }))(
  'every key of %s is in a partition that a grant names',
  (_, { partitions, ...names }) => {
    const patterns = Object.values(partitions()).flat();
    const makers = Object.entries<unknown>(names).filter(([name]) => name.endsWith('Key'));
    const keys = makers.map(([name, made]) => {
      const { PK } =
        typeof made === 'function' ? (made as MakesKey)('01H', '01H', 0) : (made as Key);
      return [name, PK];
    });
    expect(keys).not.toEqual([]);
    expect(
      keys.filter(([, key = '']) => !patterns.some((each) => matchesArnPattern(each, key))),
    ).toEqual([]);
  },
);

it('a write to another partition is forbidden by the role', () => {
  const actions = ['dynamodb:PutItem'];
  const roles = new Map([
    ['verify', [{ actions, resources: ['arn:aws:dynamodb:eu:1:table/t'], partitions: ['LIST#*'] }]],
  ]);
  const write = { functionName: 'verify', action: 'dynamodb:PutItem', resource: 't' };
  const acts = [
    { ...write, partition: 'LIST#1' },
    { ...write, partition: 'SESSION#1' },
  ];
  expect(findForbiddenCalls(roles, acts)).toEqual(['verify: dynamodb:PutItem t SESSION']);
});

it('a write outside the objects that a role names is forbidden', () => {
  const resources = ['arn:aws:s3:::files/selections/*'];
  const roles = new Map([
    ['download', [{ actions: ['s3:PutObject'], resources, partitions: undefined }]],
  ]);
  const acts = ['selections/1/a.csv', 'results/1/all.csv', 'selections'].map((name) => ({
    functionName: 'download',
    action: 's3:PutObject',
    resource: `files/${name}`,
  }));
  expect(findForbiddenCalls(roles, acts)).toEqual([
    'download: s3:PutObject files/results/1/all.csv',
    'download: s3:PutObject files/selections',
  ]);
});
