import { expect, it } from 'vitest';
import { MAILBOX_FAMILIES, mailboxOf } from './mailbox.ts';

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
  ['a.d_a@protonmail.com', 'ada@proton.me'],
  ['ada@protonmail.ch', 'ada@proton.me'],
  ['ada@pm.me', 'ada@proton.me'],
  ['ada-l@ya.ru', 'ada.l@yandex.ru'],
  ['ada.l+1@yandex.com', 'ada.l@yandex.ru'],
  ['adal@yandex.ru', 'adal@yandex.ru'],
  ['a.da@me.com', 'a.da@icloud.com'],
  ['a.da@mac.com', 'a.da@icloud.com'],
  ['ada@posteo.net', 'ada@posteo.de'],
  ['a@b"+x@mail.example', 'a@b"@mail.example'],
])('maps %s to the mailbox %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

it.each([
  ['outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ['fastmail.com', 'fastmail.fm', 'sent.com'],
  ['yahoo.com', 'ymail.com'],
  ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru'],
  ['gmx.de', 'gmx.net'],
])('keeps addresses at %s apart, because other people may own them', (...domains) => {
  const mailboxes = domains.map((domain) => mailboxOf(`ada@${domain}`));
  expect(mailboxes).toEqual(domains.map((domain) => `ada@${domain}`));
});

it('has each domain in one family, in lower case', () => {
  const domains = MAILBOX_FAMILIES.flatMap(({ domains: names }) => names.split(/\s+/));
  expect([...new Set(domains.map((domain) => domain.toLowerCase()))]).toEqual(domains);
});
