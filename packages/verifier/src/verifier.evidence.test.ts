import { describe, test } from 'vitest';

describe('an accepted random recipient', () => {
  test.todo('is no catch-all if it is refused in its own transaction');
  test.todo('is a catch-all if its own transaction accepts it, too');
  test.todo('proves nothing if the server allows no other transaction, closes or shuts down');
  test.todo('clears each of several transactions, of which one is tainted');
});

describe('replies to a pipelined group', () => {
  test.todo('that name another recipient count for nobody, whatever their code');
  test.todo('are asked again one command at a time after a silence');
});

describe('a server that refuses everyone after three unknown users', () => {
  test.todo('calls nobody dead');
  test.todo('is asked on three connections at most');
  test.todo('is told from one with many absent mailboxes by one more question');
});

describe('a 252', () => {
  test.todo('is unknown without a 250 to compare, and accepts no mailbox of a group');
});

describe('the LIMITS of a server (RFC 9422)', () => {
  test.todo('are obeyed from EHLO on');
});

describe('the size of a group', () => {
  test.todo('is the number of recipients after which the server closed before');
  test.todo('grows while replies are fast');
});
