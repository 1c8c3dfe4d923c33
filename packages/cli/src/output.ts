import { styleText } from 'node:util';
import type { Status } from '@tamis/client';
import { Option } from 'commander';
import { escapeControlCharacters } from './escape-control-characters.ts';

export const isJsonOutput = process.argv.includes('--json');

export const jsonOption = (): Option => new Option('--json', 'print JSON, for programs');

const printLine = (text: string, prefix = ''): boolean =>
  process.stdout.write(`${prefix}${escapeControlCharacters(text)}\n`);

/** Prints to standard error, so that standard output contains only the result. */
export const printNote = (text: string, value: unknown = { note: text.trim() }): boolean =>
  process.stderr.write(`${escapeControlCharacters(isJsonOutput ? JSON.stringify(value) : text)}\n`);

/** Reports success: JSON for programs, a sentence for people. */
export const printSuccess = (value: unknown, text: string): boolean =>
  isJsonOutput ? printLine(JSON.stringify(value)) : printNote(text);

/** Prints a result, preceded by its status if it has one. */
export const printResult = (value: unknown, text: string, status?: Status): boolean => {
  if (isJsonOutput) return printLine(JSON.stringify(value));
  return printLine(text, status && formatStatus(status));
};

const COLORS = {
  deliverable: 'green',
  undeliverable: 'red',
  risky: 'yellow',
  unknown: 'gray',
} as const satisfies Record<Status, string>;

export const STATUSES: readonly string[] = Object.keys(COLORS);

const formatStatus = (status: Status): string =>
  `${styleText(COLORS[status], status.padEnd(13), { stream: process.stdout })} `;

// A closed pipe (`tamis … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
