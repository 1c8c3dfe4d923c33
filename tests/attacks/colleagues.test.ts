import { describe, it } from 'vitest';

/** What colleagues of one account learn and keep through emails, links and files. */

describe('an email about an account', () => {
  it.todo('reaches the readers of its kind, in their language and with their name');
  it.todo('reaches each reader once, whatever is repeated or killed');
  it.todo('names no list to a member who may not read lists');
});

describe('a signed link', () => {
  it.todo('ends with the membership or the role of the person that it names');
  it.todo('of an owner works, also if an earlier version signed it');
});

describe('a person without an account', () => {
  it.todo('closes their login, and no account of others');
  it.todo('exports their own data, and none of the account on which they act');
});

describe('closing an account', () => {
  it.todo('ends each membership and emails each member, wherever it is killed');
});

describe('administrators of the service', () => {
  it.todo('see members, but no person without an account among the customers');
  it.todo('cannot give credits to a person without an account');
});
