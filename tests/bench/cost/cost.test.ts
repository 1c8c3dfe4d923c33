import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { StackActivity } from '../meter/metered-stack.ts';
import { type MeteredRequest, meterRequest } from '../meter/metered.ts';
import { createLocalConfig } from '../../../infra/stage/config.ts';
import { calculateBill, calculateCostUsd, calculateTotalUsd } from './bill.ts';
import { calculateChecksBill } from './checks-bill.ts';
import { countExtraRequeues, calculateListUsage } from './list-usage.ts';
import { calculateIdleBill, calculateIdleBills, formatIdleCosts } from './idle.ts';
import { describeLatency } from './latency.ts';
import { renderPageSections, replaceSection, readFigure } from './page.ts';
import { PRICES } from './prices.ts';
import { SCALE_PAGE, renderScaleSections } from './scale.ts';
import { formatBillTable } from './tables.ts';
import { measureIdleBill } from '../../sizes/measure-sizes.ts';
import { findChangedSizes } from '../../sizes/recorded-sizes.ts';

const PAGE = new URL('../../../docs/operators/cost.md', import.meta.url).pathname;
const README = new URL('../../../README.md', import.meta.url).pathname;

const VERIFY = 'tamis-workers-verify';
const request = (given: Partial<MeteredRequest>): MeteredRequest => ({
  service: 'dynamodb',
  operation: 'GetItem',
  caller: VERIFY,
  units: 0,
  bytes: 0,
  delays: [],
  received: 0,
  ...given,
});

describe('a bill', () => {
  it('multiplies usage by price, most expensive item first, for any number of lists', () => {
    const bill = calculateBill(
      { reads: { readUnit: 1e6 }, writes: { writeUnit: 2e6, readUnit: 1e6 } },
      3,
    );
    const { readUnit, writeUnit } = PRICES;
    expect(bill.map(({ item }) => item)).toEqual(['writes', 'reads']);
    expect(bill[1]?.usd).toBeCloseTo(3e6 * readUnit.usd);
    expect(calculateTotalUsd(bill)).toBeCloseTo(6e6 * (readUnit.usd + writeUnit.usd));
    expect(calculateCostUsd({})).toBe(0);
  });

  it('uses only prices with a source', () => {
    for (const { usd, source } of Object.values(PRICES)) {
      expect(usd).toBeGreaterThan(0);
      expect(source).toMatch(/^https:\/\//);
    }
  });
});

it('the throttle allows the expected number of open dashboards', () => {
  const { throttle } = createLocalConfig().api;
  // Ten thousand open dashboards, each with two polls: one every 10 s, one every 8 s.
  expect(throttle.rate).toBeGreaterThan(10_000 / 10 + 10_000 / 8);
  // Default quota of an AWS account.
  expect(throttle.rate).toBeLessThanOrEqual(10_000);
  expect(throttle.burst).toBeLessThanOrEqual(5000);
});

it('production without customers has its recorded bill, and every item has a price', () => {
  expect(findChangedSizes('idleBillUsd', measureIdleBill())).toEqual([]);
  const bill = calculateIdleBill('2 hosts');
  const [hosts, addresses] = ['hosts, their disks and metrics', 'Elastic IP addresses'].map(
    (wanted) => bill.find(({ item }) => item === wanted),
  );
  const { hostHour, diskGb, metric, metricCall } = PRICES;
  const metrics = 2 * metric.usd + 730 * 12 * metricCall.usd;
  expect(hosts?.usd).toBeCloseTo(2 * (730 * hostHour.usd + 8 * diskGb.usd + metrics));
  expect(addresses?.usd).toBeCloseTo(2 * 730 * PRICES.ipHour.usd);
});

it('docs/operators/cost.md matches the calculation from its measured figures, prices, code and templates', async () => {
  const page = await readFile(PAGE, 'utf8');
  const figures = {
    checks: formatBillTable(calculateChecksBill(page)),
    latency: describeLatency(page),
    fixed: formatIdleCosts(calculateIdleBills()),
  };
  expect(await renderPageSections(PAGE, figures)).toBe(page);
  for (const calculate of [calculateChecksBill, describeLatency])
    expect(() => calculate('')).toThrow('docs/operators/cost.md has no figure');
});

it('README.md states the totals of docs/operators/cost.md', async () => {
  const page = await readFile(PAGE, 'utf8');
  const totals = [
    readFigure(page, 'million', '**total**', /\$([\d.]+)/),
    readFigure(page, 'checks', '**total**', /\$([\d.]+)/),
    readFigure(page, 'fixed', '**total**', /(?:\$[\d.]+ \| +){2}\$([\d.]+)/),
  ];
  const readme = await readFile(README, 'utf8');
  const [, costs = ''] = /## What it costs to run\n(.*?)\n## /s.exec(readme) ?? [];
  expect(Array.from(costs.matchAll(/\$([\d.]+)/g), ([, figure]) => Number(figure))).toEqual(totals);
});

it('docs/operators/scale.md matches the calculation from docs/operators/cost.md and code', async () => {
  expect(await renderPageSections(SCALE_PAGE, await renderScaleSections())).toBe(
    await readFile(SCALE_PAGE, 'utf8'),
  );
});

it('reads a figure from its place in a page', () => {
  const page = '<!-- one -->\n\n| a | $1 |\n| b | $1,200.50 |\n\n<!-- two -->\n\n| c | $3 |\n';
  expect(readFigure(page, 'one', 'b', /\$([\d,.]+)/)).toBe(1200.5);
  expect(() => readFigure(page, 'one', 'c', /\$(\d+)/)).toThrow('no figure one: c');
});

describe('the usage of a list', () => {
  const requests = [
    request({ units: 2 }),
    request({ units: 1 }),
    request({ operation: 'TransactWriteItems', units: 4 }),
    // Requests to view the list, which are not part of its cost.
    request({ caller: 'tamis-api-get-file', units: 9 }),
    request({ caller: 'tamis-api-get-file', service: 's3', operation: 'GET' }),
    request({ caller: 'tamis-workers-reconcile', operation: 'Query', units: 50 }),
    request({ caller: 'tamis-workers-reconcile', operation: 'DeleteItem', units: 7 }),
    request({ service: 's3', operation: 'PUT', bytes: 10 }),
    request({ service: 's3', operation: 'PUT', caller: 'tamis-workers-finalize', bytes: 1e9 }),
    request({ service: 's3', operation: 'PUT', caller: '', bytes: 5e8 }),
    request({ service: 'sqs', operation: 'SendMessageBatch', delays: [30, 5], bytes: 1000 }),
    request({ service: 'sqs', operation: 'ReceiveMessage', caller: '', received: 3 }),
  ];
  const run = { memoryMb: 512, ms: 2000, cpuMs: 1, peakMb: 1 };
  const measured: StackActivity = {
    requests,
    runs: [
      { ...run, functionName: VERIFY },
      { ...run, functionName: 'tamis-workers-engine' },
      { ...run, functionName: 'tamis-workers-ingest', memoryMb: 1024 },
      { ...run, functionName: 'tamis-api-me' },
      { ...run, functionName: 'tamis-workers-reconcile' },
    ],
    logLines: ['{"event":"verify"}', '{"event":"request","route":"GET /api/me"}'],
    mail: {
      connections: 10,
      bytes: { received: 1000, sent: 2000 },
      commands: { EHLO: 10, RCPT: 40 },
      dns: { queries: 0, byType: {} },
      least: { connections: 0, dnsQueries: 0 },
    },
  };
  const usage = calculateListUsage(measured, 60);

  it('includes only requests of its workers and cleanup', () => {
    // A delay of 30 s here is half an hour in the cloud: two messages, one of them resent.
    expect(countExtraRequeues([30, 5, 0], 60)).toBe(1);
    expect(usage['Lambda: verify and its engine']).toEqual({
      gbSecond: 0.5 * 2 + 0.5 * 2 + 0.05 * 0.25,
      invocation: 3,
    });
    expect(usage['Lambda: ingest, finalize, mail']).toEqual({ gbSecond: 2, invocation: 1 });
    // The reconciler reviews a finished list twenty times; its other reads are not for the list.
    expect(usage['DynamoDB: reads']).toEqual({ readUnit: 3 + 1 + 20 * 2 });
    expect(usage['DynamoDB: writes']).toEqual({ writeUnit: 4 + 7 });
    expect(usage['S3: write requests']).toEqual({ s3Write: 3 + 20 });
    expect(usage['S3: read requests']).toEqual({ s3Read: 0 });
    expect(usage['S3: storage (results kept a year, uploads a month)']).toEqual({
      s3GbMonth: 12 + 0.5,
    });
    // One batch sent, three messages received and deleted, one message resent.
    expect(usage['SQS: requests']).toEqual({ queueRequest: 1 + 2 * 3 + 3 });
  });

  it('counts bytes sent to the internet including headers, and log lines', () => {
    const headers = 52 * (8 * 10 + 2 * 50);
    expect(usage['Internet: SMTP out']).toEqual({ outGb: (1000 + headers / 2) / 1e9 });
    const line = '{"event":"verify"}\n'.length;
    expect(usage['Logs: lines']).toEqual({ logGb: (line + 4 * 330) / 1e9 });
  });
});

describe('the meter', () => {
  const exchange = {
    method: 'POST',
    url: '/',
    headers: {
      'user-agent': `aws-sdk-js/3 app/${VERIFY} api/dynamodb`,
      'x-amz-target': 'D.PutItem',
    },
    body: Buffer.from('{}'),
    response: Buffer.from('{"ConsumedCapacity":{"CapacityUnits":3}}'),
  };

  it('reads caller, operation and units from requests', () => {
    const metered = meterRequest('dynamodb', exchange);
    expect(metered).toMatchObject({ caller: VERIFY, operation: 'PutItem', units: 3, bytes: 42 });
  });

  it.each([
    ['a failed condition', '{"__type":"x#ConditionalCheckFailedException"}', 1],
    ['a canceled transaction of two', '{"CancellationReasons":[{},{}]}', 4],
  ])('counts %s, which AWS charges, too', (_, response, units) => {
    expect(meterRequest('dynamodb', { ...exchange, response: Buffer.from(response) }).units).toBe(
      units,
    );
  });

  it.each([
    ['GET', '/bucket/key', {}, 'GET'],
    ['GET', '/bucket?list-type=2', {}, 'LIST'],
    ['POST', '/bucket', {}, 'PUT'],
    ['POST', '/bucket?delete=', { authorization: 'AWS4' }, 'DELETE'],
  ])('classifies %s %s of S3 by price category', (method, url, headers, kind) => {
    const call = { ...exchange, method, url, headers, response: Buffer.from('') };
    expect(meterRequest('s3', call).operation).toBe(kind);
  });

  it('counts messages and their delays', () => {
    const send = {
      ...exchange,
      headers: { 'x-amz-target': 'AmazonSQS.SendMessageBatch' },
      body: Buffer.from('{"Entries":[{"DelaySeconds":7},{}]}'),
      response: Buffer.from('{}'),
    };
    expect(meterRequest('sqs', send)).toMatchObject({ delays: [7, 0], received: 0, caller: '' });
  });
});

it('writes a figure after its marker, and throws if there is none', () => {
  const page = '# A\n\n<!-- x -->\n\n| old |\n| --- |\n\nText\n\n<!-- y -->\n\n0 s\n\nEnd\n';
  const filled = replaceSection(replaceSection(page, 'x', '| new |'), 'y', '1 s');
  expect(filled).toBe('# A\n\n<!-- x -->\n\n| new |\n\nText\n\n<!-- y -->\n\n1 s\n\nEnd\n');
  expect(() => replaceSection(page, 'z', '')).toThrow('no marker z');
});
