import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { paths } from '../../web/src/lib/paths.ts';
import { t } from './english.ts';
import { DEMO_CUSTOMER, logInAsDemoAccount } from './demo.ts';
import { fakeList } from './faked-list.ts';
import { fakedFinishedList } from './screens/faked-lists.ts';
import { it } from './visitor.ts';

/** A list of the maximum length, whose rows exceed the height that browsers can lay out. */

const ROWS = 1_000_000;
const list = { ...fakedFinishedList, processed: ROWS, total_email: ROWS, valid: ROWS };
/** An event of the browser's trace: a task of a thread, with its CPU time in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Tasks of a page that use the CPU for more than 50 ms. They are like long tasks
 * (https://w3c.github.io/longtasks/), except that other load on the machine does not count.
 */
function longTasksOf(trace: Buffer): number[] {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const pages = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && pages.has(`${pid}:${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000);
  console.log(`${tasks.length} tasks, the longest of ${Math.max(...tasks).toFixed(1)} ms`);
  expect(tasks.length).toBeGreaterThan(100);
  return tasks.filter((task) => task > 50);
}

it('scrolls through a million rows without a long task', async ({ visitor, service }) => {
  const { page } = visitor;
  await logInAsDemoAccount(DEMO_CUSTOMER, visitor, service);
  await fakeList(page, list);
  const table = page.getByRole('table', { name: t('list.rows.caption') });
  const row = (number: number) => table.getByRole('button', { name: `ada${number}@customer.test` });
  const scroll = async (): Promise<number[]> => {
    await page.goto(`${generatePath(paths.list, { id: list.id })}?tab=rows`);
    await row(1).waitFor();
    expect(await table.getAttribute('aria-rowcount')).toBe('1000001');
    await table.scrollIntoViewIfNeeded();
    // Tasks from loading the page must not count.
    await page.waitForLoadState('networkidle');
    const browser = page.context().browser();
    await browser?.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });

    const box = await table.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 200);
    for (let turn = 0; turn < 60; turn += 1) await page.mouse.wheel(0, 300);
    // Scrolling 18,000 pixels skips 409 rows of 44.
    await row(412).waitFor();
    for (let share = 0; share <= 100; share += 1)
      await table.evaluate((element, at) => {
        element.scrollTop = at * (element.scrollHeight - element.clientHeight);
        return new Promise(requestAnimationFrame);
      }, share / 100);
    await row(ROWS).waitFor();
    expect(await table.getByRole('row').count()).toBeLessThan(60);
    return longTasksOf((await browser?.stopTracing()) ?? Buffer.of());
  };
  // On a virtual machine, the measured time includes pauses of the machine, so only a task that is
  // long in every attempt counts.
  let long = await scroll();
  for (let again = 0; again < 2 && long.length > 0; again += 1) long = await scroll();
  expect(long).toEqual([]);

  await row(ROWS).press('Home');
  await row(1).waitFor();
  await row(1).press(t('lists.end'));
  await row(ROWS).press('ArrowUp');
  await row(ROWS - 1).press('Enter');
  expect(await row(ROWS - 1).getAttribute('aria-expanded')).toBe('true');
});
