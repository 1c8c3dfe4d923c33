import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** Replaces the table or paragraph after `<!-- NAME -->`. @throws if the marker is missing */
export function replaceSection(page: string, name: string, text: string): string {
  const mark = `<!-- ${name} -->\n\n`;
  const start = page.indexOf(mark);
  if (start < 0) throw new Error(`the page has no marker ${name}`);
  const from = start + mark.length;
  const end = page.indexOf('\n\n', from);
  if (end < 0) throw new Error(`the page has nothing after the marker ${name}`);
  return page.slice(0, from) + text + page.slice(end);
}

/**
 * Reads a number from a row of the table after `<!-- NAME -->`: the first group of a pattern.
 * @throws if the page has no such number
 */
export function readFigure(page: string, name: string, row: string, shape: RegExp): number {
  const part = page.split(`<!-- ${name} -->`)[1]?.split('<!--')[0] ?? '';
  const line = part.split('\n').find((each) => each.startsWith(`| ${row} `));
  const [, figure] = shape.exec(line ?? '') ?? [];
  if (figure === undefined) throw new Error(`the page has no figure ${name}: ${row}`);
  return Number(figure.replaceAll(',', ''));
}

/** Renders a Markdown table from rows; all columns but the first are numbers. */
export function formatMarkdownTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const head = Object.keys(rows[0] ?? {});
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows.map(Object.values)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export async function renderPageSections(
  file: string,
  figures: Readonly<Record<string, string>>,
): Promise<string> {
  let page = await readFile(file, 'utf8');
  for (const [name, text] of Object.entries(figures)) page = replaceSection(page, name, text);
  return format(page, { ...(await resolveConfig(file)), filepath: file });
}

export async function writePage(
  file: string,
  figures: Readonly<Record<string, string>>,
): Promise<void> {
  await writeFile(file, await renderPageSections(file, figures));
}
