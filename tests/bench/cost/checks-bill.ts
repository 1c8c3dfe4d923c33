import { checks } from '../../../infra/features/checks.ts';
import type { StackActivity } from '../meter/metered-stack.ts';
import { isRead } from '../meter/metered.ts';
import { calculateBill, type BillItem } from './bill.ts';
import { ENGINE_FUNCTION } from './measure-checks.ts';
import { RUN_LOG_BYTES, calculateOutgoingSmtpGb } from './list-usage.ts';
import { sum } from './format.ts';

/** Cost of single checks, calculated from the measured averages in docs/operators/cost.md. */

const MILLION = 1e6;
/**
 * Memory in MB with which a function gets a whole vCPU. A function with less memory gets a
 * proportional share, so a CPU second measured here takes longer there.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
const PROCESSOR_MB = 1769;
/** Bytes per line of API Gateway's access log. */
const ACCESS_LINE_BYTES = 220;

/**
 * Describes averages per check and a process's peak memory in a sentence for
 * docs/operators/cost.md.
 */
export function describeCheckAverages({ requests, runs, logLines, mail }: StackActivity): string {
  const [checking = [], verifying = []] = [false, true].map((isEngine) =>
    runs.filter(({ functionName }) => (functionName === ENGINE_FUNCTION) === isEngine),
  );
  const each = (values: readonly number[], digits = 0): string =>
    (sum(values) / checking.length).toFixed(digits);
  const units = (reads: boolean): string =>
    each(
      requests
        .filter(({ service, ...its }) => service === 'dynamodb' && isRead(its) === reads)
        .map((request) => request.units),
      1,
    );
  return [
    `Averages of ${checking.length} consecutive checks:`,
    `${each(checking.map(({ ms }) => ms))} ms total`,
    `(${each(verifying.map(({ ms }) => ms))} ms in the engine),`,
    `${each(runs.map(({ cpuMs }) => cpuMs))} ms of CPU time,`,
    `${units(false)} write units, ${units(true)} read units,`,
    `${each(logLines.map((line) => Buffer.byteLength(line) + 1))} bytes of logs,`,
    `${each([calculateOutgoingSmtpGb(mail) * 1e9])} bytes of outgoing SMTP;`,
    `peak memory ${Math.round(Math.max(...runs.map(({ peakMb }) => peakMb)))} MB.`,
  ].join(' ');
}

/**
 * Reads an average per check from `page`, the text of docs/operators/cost.md.
 * @throws if it is missing
 */
export function readCheckAverage(page: string, what: string): number {
  const found = new RegExp(`consecutive checks:.*?([\\d.]+) ${what}\\b`).exec(page)?.[1];
  if (found === undefined) throw new Error(`docs/operators/cost.md has no figure for ${what}`);
  return Number(found);
}

/**
 * Calculates the bill for checks from the averages in `page`, the text of docs/operators/cost.md.
 * @throws if an average is missing
 */
export function calculateChecksBill(page: string): BillItem[] {
  const figure = (what: string): number => readCheckAverage(page, what);
  const { memoryMb } = checks.routes.checkEmail;
  const computing = figure('ms of CPU time');
  const ms =
    figure('ms total') +
    figure('ms in the engine') -
    computing +
    (computing * PROCESSOR_MB) / memoryMb;
  const call = { apiCall: 1, edgeCall: 1, edgeFunction: 1, firewallCall: 1 };
  const logGb = (figure('bytes of logs') + 2 * RUN_LOG_BYTES + ACCESS_LINE_BYTES) / 1e9;
  return calculateBill(
    {
      Lambda: { gbSecond: ((memoryMb / 1024) * ms) / 1000, invocation: 2 },
      'DynamoDB: writes': { writeUnit: figure('write units') },
      'DynamoDB: reads': { readUnit: figure('read units') },
      'Gateway, CloudFront, firewall': call,
      'Logs: lines': { logGb },
      'Internet: SMTP out': { outGb: figure('bytes of outgoing SMTP') / 1e9 },
    },
    MILLION,
  );
}
