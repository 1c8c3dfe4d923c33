import { expect, it } from 'vitest';
import { updateExpression, conditionCheck, itemNotExistsOrExpired, where } from './expression.ts';

it('sets attributes, removes undefined ones, and adds to others', () => {
  expect(updateExpression({ name: 'Ada', plan: undefined }, { version: 1 })).toEqual({
    text: 'SET #name = :name REMOVE #plan ADD #version :version',
    names: { '#name': 'name', '#plan': 'plan', '#version': 'version' },
    values: { ':name': 'Ada', ':version': 1 },
  });
  expect(updateExpression({ plan: undefined })).toEqual({
    text: 'REMOVE #plan',
    names: { '#plan': 'plan' },
    values: {},
  });
});

it('requires a value, one of several values, or the absence of an undefined attribute', () => {
  expect(where({ id: 'a', status: [1, 2], plan: undefined })).toEqual({
    text: '#id = :is_id_0 AND #status IN (:is_status_0, :is_status_1) AND attribute_not_exists(#plan)',
    names: { '#id': 'id', '#status': 'status', '#plan': 'plan' },
    values: { ':is_id_0': 'a', ':is_status_0': 1, ':is_status_1': 2 },
  });
});

it('checks an item that the transaction does not write', () => {
  expect(conditionCheck({ PK: 'a', SK: 'b' }, itemNotExistsOrExpired(7))('table')).toEqual({
    ConditionCheck: {
      TableName: 'table',
      Key: { PK: 'a', SK: 'b' },
      ConditionExpression: 'attribute_not_exists(PK) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': 7 },
    },
  });
});
