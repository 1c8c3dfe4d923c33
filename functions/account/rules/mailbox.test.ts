import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['ada@mail.example', 'ada@mail.example'],
  ['ada+1@mail.example', 'ada@mail.example'],
  ['ada+a+b@mail.example', 'ada@mail.example'],
  ['+ada@mail.example', '+ada@mail.example'],
  ['a.d-a_x@mail.example', 'a.d-a_x@mail.example'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['a.d.a+x.y@googlemail.com', 'ada@gmail.com'],
  ['a_d-a@gmail.com', 'a_d-a@gmail.com'],
  ['a.d-a_x+1@proton.me', 'adax@proton.me'],
  ['...@proton.me', '...@proton.me'],
  ['a@b"+x@mail.example', 'a@b"@mail.example'],
])('%s leads to %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
