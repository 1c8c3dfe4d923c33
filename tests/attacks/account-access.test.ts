import { describe, it } from 'vitest';

/** What a thief of one session leaves behind (docs/security.md). */

describe('every session route that adds something that can act', () => {
  it.todo('is sensitive, mailed, listed with its author and ended');
  it.todo('shares one email with the other changes of ten minutes');
});

describe('a thief of a session', () => {
  it.todo('receives no event after the owner has ended everything added since');
  it.todo('cannot end anything without a proof');
  it.todo('who ends everything first is named in an email and loses to a password reset');
  it.todo('causes one email by a login from a new browser and network');
});

describe('the owner', () => {
  it.todo('keeps the current session and what was added before');
  it.todo('replaces the first and the test key');
  it.todo('reads what else can act in the email after a reset or a change of factors');
});
