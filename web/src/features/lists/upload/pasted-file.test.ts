import { expect, it } from 'vitest';
import { type InspectionFinding, inspectFile } from './file/inspect-file.ts';
import { createPastedFile } from './pasted-file.ts';

it.each([
  ['a@b.fr\r\n\r\n c@d.fr ', 'a@b.fr\nc@d.fr\n'],
  ['a@b.fr, c@d.fr;Zoe <e@f.fr>\tg@h.fr;', 'a@b.fr\nc@d.fr\nZoe <e@f.fr>\ng@h.fr\n'],
  [
    '"Doe, Jane" <p0@b.fr>, "Roe; Al" <p1@b.fr>;c@d.fr',
    '"""Doe, Jane"" <p0@b.fr>"\n"""Roe; Al"" <p1@b.fr>"\nc@d.fr\n',
  ],
  ['5" disc, a@b.fr\n"c@d.fr', '"5"" disc"\na@b.fr\n"""c@d.fr"\n'],
])('converts %j to a list', async (text, list) => {
  const file = createPastedFile(text, 'adresses');
  expect(file?.name).toBe('adresses.txt');
  expect(await file?.text()).toBe(list);
});

it('keeps a name with a comma next to its address', async () => {
  const file = createPastedFile(
    '"Doe, Jane" <p0@example.com>\nRoe <p1@example.com>, p2@example.com',
    'a',
  );
  const findings: InspectionFinding[] = [];
  if (file) await inspectFile({ file }, (finding) => findings.push(finding));
  expect(findings.at(-1)?.counts).toMatchObject({ rows: 3, verified: 3, malformed: 0 });
});

it('returns undefined for text without addresses', () =>
  expect(createPastedFile(' \n;, ', 'a')).toBeUndefined());
