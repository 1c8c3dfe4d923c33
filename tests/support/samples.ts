import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadGuide } from '../../web/docs/compose-guide.ts';
import { SAMPLE_ORIGIN, stripPackageParagraphs } from '../../web/docs/guide-packages.ts';

/** The code in the documentation, exactly as published. */

/** Reads the guide's Markdown without the paragraphs on packages; examples call `origin`. */
export const readGuide = (origin: string): string =>
  stripPackageParagraphs(loadGuide('en')).replaceAll(SAMPLE_ORIGIN, origin);

export interface CodeBlock {
  /** The heading above the block. */
  readonly section: string;
  readonly language: string;
  readonly code: string;
}

export function parseCodeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let section = '';
  for (const [, heading, language, code] of markdown.matchAll(
    /^#+ ([^\n]+)$|^```(\w+)\n(.*?)\n```$/gms,
  )) {
    if (heading !== undefined) section = heading;
    if (language !== undefined && code !== undefined) blocks.push({ section, language, code });
  }
  return blocks;
}

/** The file name of a block, and the command that runs it, by language. */
export type CodeRunners = Readonly<Record<string, readonly [file: string, ...command: string[]]>>;

/**
 * Runs a block in a new folder with customers.csv. Returns its output, and result.csv if it wrote
 * one.
 * @throws if the exit code is not 0
 */
export async function runCodeBlock(
  { language, code }: CodeBlock,
  runners: CodeRunners,
  apiKey: string,
  customers: string,
): Promise<{ printed: string; result: string | undefined }> {
  const [name, program, ...args] = runners[language] ?? [];
  if (name === undefined || program === undefined)
    throw new TypeError(`there is no runner for ${language}`);
  const folder = mkdtempSync(join(tmpdir(), 'tamis-docs-'));
  writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'customers.csv'), customers);
  const { stdout } = await promisify(execFile)(program, [...args, name], {
    cwd: folder,
    env: { ...process.env, TAMIS_API_KEY: apiKey },
    timeout: 100_000,
  });
  const result = readdirSync(folder).includes('result.csv')
    ? readFileSync(join(folder, 'result.csv'), 'utf8')
    : undefined;
  return { printed: stdout.trim(), result };
}
