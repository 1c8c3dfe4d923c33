import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  functionEntries,
  bundleNameOf,
  scheduleNeeds,
  workerNeeds,
} from '../../infra/features/index.ts';
import { startFileTable } from '../support/file-table.ts';
import { extractMetrics } from '../support/embedded-metrics.ts';
import { createPipelineHarness } from '../support/pipeline-harness.ts';
import { METRICS_BY_WORKER, COMMON_METRICS } from '../bench/cost/traffic-metrics.ts';
import { findResources, synthesizeTemplate } from './template.ts';

/** Tests that the workers emit every metric on the dashboard. */

const table = await startFileTable();
synthesizeTemplate('prod');

const body = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });

/**
 * Returns the dashboard's JSON, with a placeholder for values that are only known at deployment.
 */
function dashboard(): string {
  const [board] = Object.values(findResources('prod', 'AWS::CloudWatch::Dashboard', '-Observe'));
  const { 'Fn::Join': joined } = body.parse(board?.Properties['DashboardBody']);
  return joined[1].map((part) => (typeof part === 'string' ? part : 'x')).join('');
}

/** Returns our metrics on the dashboard as `WORKER.METRIC`. */
const dashboardMetrics = (): string[] =>
  [...dashboard().matchAll(/\["Tamis","(\w+)","stage","prod","worker","(\w+)"/g)].map(
    ([, metric, worker]) => `${worker}.${metric}`,
  );

it('a worker logs under the name of its function', async () => {
  const names = [...workerNeeds.keys(), ...scheduleNeeds.keys()];
  const called = await Promise.all(
    names.map(async (name) => {
      const file = resolve(functionEntries[bundleNameOf(name)]?.file ?? name);
      const handlers = (await import(file)) as Record<string, { worker: string }>;
      return handlers[name]?.worker;
    }),
  );
  expect(called).toEqual(names);
  const readers = new Set(
    [...workerNeeds].filter(([, { reads }]) => reads.length > 0).map(([name]) => name),
  );
  expect(new Set(Object.keys(METRICS_BY_WORKER))).toEqual(readers);
});

it('lists and emails log every metric of the dashboard, and the metrics add up', async () => {
  const world = await createPipelineHarness(table);
  await world.grant(100);
  await world.upload('ok1@a.fr\nbad1@a.fr\ngrey@b.fr');
  await world.upload('poison@c.fr');
  await world.drain();
  // Postpones the email about the result, so that the metric `postponed` is emitted.
  world.mailOutcome = 'postponed';
  await world.advanceMinutes(60);
  world.mailOutcome = 'sent';
  await world.advanceMinutes(60);
  for (const outcome of ['rejected', 'deliveryUnknown'] as const) {
    world.mailOutcome = outcome;
    await world.upload('ok2@a.fr');
    await world.drain();
  }

  const lines = world.context.lines.filter((line) => line.includes('"worker"'));
  const metrics = lines.flatMap((line) => extractMetrics(line));
  const emitted = new Set(
    metrics.map(({ metric, dimensions }) => `${dimensions['worker']}.${metric}`),
  );
  expect(dashboardMetrics().length).toBeGreaterThan(10);
  // Every worker emits `ms`, but the billing worker does not run, because nobody pays in this test.
  expect(dashboardMetrics().filter((name) => !emitted.has(name))).toEqual(['billing.ms']);
  const billed = new Set(
    Object.entries(METRICS_BY_WORKER).flatMap(([worker, names]) =>
      [...names, ...COMMON_METRICS].map((name) => `${worker}.${name}`),
    ),
  );
  const workerMetrics = [...emitted].filter((name) => workerNeeds.has(name.split('.')[0] ?? ''));
  expect(workerMetrics.filter((name) => !billed.has(name))).toEqual([]);

  const sum = (worker: string, name: string): number =>
    metrics
      .filter(({ metric, dimensions }) => metric === name && dimensions['worker'] === worker)
      .filter(({ dimensions }) => Object.keys(dimensions).length === 2)
      .reduce((total, { value }) => total + value, 0);
  expect([sum('verify', 'valid'), sum('verify', 'invalid')]).toEqual([4, 1]);
  expect([sum('abandon', 'abandoned'), sum('finalize', 'charged')]).toEqual([1, 5]);
});
