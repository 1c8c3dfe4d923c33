import { styleText } from 'node:util';
import type { Status } from '@tamis/client';
import { Option } from 'commander';
import { shown } from './shown.ts';

/** Whether a program reads what is printed, errors and notes too. */
export const asJson = process.argv.includes('--json');

export const json = (): Option => new Option('--json', 'print JSON, for programs');

const say = (text: string): boolean => process.stdout.write(`${shown(text)}\n`);

/** Tells a person, or a program, what goes on, apart from what the command is asked for. */
export const note = (text: string, value: unknown = { note: text.trim() }): boolean =>
  process.stderr.write(`${shown(asJson ? JSON.stringify(value) : text)}\n`);

/** Says that something is done: a program is printed it. */
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

/** A line of an answer: its status in its colour, where a terminal shows it (https://no-color.org). */
export const verdictLine = (status: Status, text: string): string =>
  `${styleText(COLOURS[status], status.padEnd(13), { stream: process.stdout })} ${shown(text)}`;

// A reader such as `head` has enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
