import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->`. @throws when a page lacks them */
function fillIn(page: string, name: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, start + open.length)}\n\n${text}\n\n${page.slice(end)}`;
}

/** A table in Markdown; all columns but the first are numbers. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map(line).join('\n');
};

/** Writes figures into their places of a page. */
export async function writePage(
  file: string,
  figures: Readonly<Record<string, string>>,
): Promise<void> {
  let page = await readFile(file, 'utf8');
  for (const [name, text] of Object.entries(figures)) page = fillIn(page, name, text);
  await writeFile(file, await format(page, { ...(await resolveConfig(file)), filepath: file }));
}
