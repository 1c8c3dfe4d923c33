import { expect, it } from 'vitest';
import { contract } from '../../../shared/contract/index.ts';
import { createApiEvent } from '../../../tests/support/api-event.ts';
import { readInput } from './read-input.ts';

it.each([
  [{}, { emails: ['field.required'] }],
  [
    { emails: 'ada@customer.test', name: 7 },
    {
      name: [{ text: 'field.type', values: ['string'] }],
      emails: [{ text: 'field.type', values: ['array'] }],
    },
  ],
])('names the type of a field: %j', (body, fields) => {
  const read = () =>
    readInput(contract.createList).before?.({
      event: createApiEvent(contract.createList, { body }),
    } as never);
  expect(read).toThrow(expect.objectContaining({ extras: { fields } }));
});

it('names the format of a month', () => {
  const event = createApiEvent(contract.usage, { query: { month: 'November' } });
  const read = () => readInput(contract.usage).before?.({ event } as never);
  expect(read).toThrow(expect.objectContaining({ extras: { fields: { month: ['field.month'] } } }));
});
