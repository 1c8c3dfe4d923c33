import { styleText } from 'node:util';
import type { Status } from '@tamis/client';
import { Option } from 'commander';
import { escapeControlCharacters } from './escape-control-characters.ts';

/** Prints JSON for programs, including errors and notes. */
export const asJson = process.argv.includes('--json');

export const json = (): Option => new Option('--json', 'print JSON, for programs');

const say = (text: string): boolean => process.stdout.write(`${escapeControlCharacters(text)}\n`);

/** Reports progress on standard error, so that standard output has only the result. */
export const note = (text: string, value: unknown = { note: text.trim() }): boolean =>
  process.stderr.write(`${escapeControlCharacters(asJson ? JSON.stringify(value) : text)}\n`);

/** Reports success: a sentence for people, JSON for programs. */
export const done = (value: unknown, text: string): boolean =>
  asJson ? say(JSON.stringify(value)) : note(text);

export const print = (value: unknown, text: string): boolean =>
  asJson ? say(JSON.stringify(value)) : process.stdout.write(`${text}\n`);

const COLOURS = {
  deliverable: 'green',
  undeliverable: 'red',
  risky: 'yellow',
  unknown: 'gray',
} as const satisfies Record<Status, string>;

export const STATUSES: readonly string[] = Object.keys(COLOURS);

/** Colors the status if the terminal supports it (https://no-color.org). */
export const verdictLine = (status: Status, text: string): string =>
  `${styleText(COLOURS[status], status.padEnd(13), { stream: process.stdout })} ${escapeControlCharacters(text)}`;

// A closed pipe (`tamis … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
