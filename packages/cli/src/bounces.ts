import type { BounceReport, ReportOptions, Status } from '@tamis/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createLoggedInClient } from './login.ts';
import { openFile } from './open-file.ts';
import { jsonOption, printResult } from './output.ts';

interface BounceOptions {
  readonly name?: string;
  readonly list?: string;
  readonly categories: readonly (keyof typeof STATUSES)[];
  readonly at?: Date;
}

const STATUSES = {
  valid: 'deliverable',
  invalid: 'undeliverable',
  risky: 'risky',
  unknown: 'unknown',
} as const satisfies Record<string, Status>;

function parseDate(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be a date.');
  return date;
}

function formatReport({
  addresses,
  skipped,
  subjects,
  rates,
  causes,
  refunds,
}: BounceReport): string {
  const { recipient, unclear } = subjects;
  const others = addresses - recipient - unclear;
  return [
    `${addresses} addresses bounced, ${skipped} rows are no bounces.`,
    `${recipient} are about the address, ${others} about something else, ${unclear} unclear.`,
    ...rates.map(({ status, sent, bounced }) => `${status}: ${bounced} of ${sent} do not exist`),
    ...causes.map(({ cause, addresses: count }) => `${cause}: ${count}`),
    ...Object.entries(refunds).map(([state, count]) => `refund ${state}: ${count}`),
  ].join('\n');
}

export function addBouncesCommand(program: Command): void {
  program
    .command('bounces')
    .description('Report the bounces of a mailing: an export of your mail service, .eml or mbox')
    .argument('<file>')
    .option('--name <name>', 'the name of the mailing')
    .option('--list <id>', 'the list that was mailed, for rates and refunds')
    .addOption(
      new Option('--categories <category...>', 'the categories of the list that were mailed')
        .choices(Object.keys(STATUSES))
        .default(['valid']),
    )
    .option(
      '--at <date>',
      'when it was mailed, such as 2026-11-26T09:00Z; now by default',
      parseDate,
    )
    .addOption(jsonOption())
    .action(async (file: string, { name, list, categories, at }: BounceOptions) => {
      const { bounces } = createLoggedInClient();
      const sent = list !== undefined && {
        list_id: list,
        categories: categories.map((category) => STATUSES[category]),
        at: (at ?? new Date()).toISOString(),
      };
      const options: ReportOptions = { ...(name !== undefined && { name }), ...(sent && { sent }) };
      const { blob, fileName } = await openFile(file);
      const { id } = await bounces.reportFile(blob, { ...options, fileName });
      const report = await bounces.waitFor(id);
      printResult(report, formatReport(report));
    });
}
