import { expect, it } from 'vitest';
import { fileOfPasted } from './file-of-pasted.ts';

it.each([
  ['a@b.fr\r\n\r\n c@d.fr ', 'a@b.fr\nc@d.fr\n'],
  ['a@b.fr, c@d.fr;Zoe <e@f.fr>\tg@h.fr;', 'a@b.fr\nc@d.fr\nZoe <e@f.fr>\ng@h.fr\n'],
])('%j becomes a list', async (text, list) => {
  const file = fileOfPasted(text);
  expect(file?.name).toBe('addresses.txt');
  expect(await file?.text()).toBe(list);
});

it('is none without any text', () => expect(fileOfPasted(' \n;, ')).toBeUndefined());
