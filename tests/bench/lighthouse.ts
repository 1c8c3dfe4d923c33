import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * npm brings it when it is asked for the first time. As a dependency of the project it would add
 * 176 MB, mostly of crash reporting, to what `npm start` installs.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const REPORT_BYTES = 64 * 1024 ** 2;

/** What Lighthouse says of a page on a phone with a slow line. */
export interface Grades {
  /** Of 100, by the name of the category. */
  readonly categories: Readonly<Record<string, number>>;
  /** Cumulative layout shift. */
  readonly shift: number;
  /** When the largest part of the page is painted. */
  readonly paintMs: number;
  /** How long the main thread takes no input while the page loads. */
  readonly blockedMs: number;
  /** What costs points outside speed. */
  readonly faults: readonly string[];
}

interface Report {
  readonly categories: Readonly<
    Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { title: string; score: number | null; numericValue?: number }>
  >;
}

/**
 * Loads a page in the Chromium that listens at a port of this machine, with its cookies.
 * @throws when Lighthouse cannot be installed or the page does not load
 */
export async function gradePage(url: string, port: number): Promise<Grades> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      '--output=json',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices',
      '--no-enable-error-reporting',
    ],
    {
      maxBuffer: REPORT_BYTES,
      env: { ...process.env, npm_config_ignore_scripts: 'true' },
      // On Windows `npx` is a script, which only a shell can start.
      shell: process.platform === 'win32',
    },
  );
  const { categories, audits } = JSON.parse(stdout) as Report;
  const valueOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    categories: Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]),
    ),
    shift: valueOf('cumulative-layout-shift'),
    paintMs: valueOf('largest-contentful-paint'),
    blockedMs: valueOf('total-blocking-time'),
    faults: ['accessibility', 'best-practices'].flatMap((name) =>
      (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = audits[id];
        return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [audit.title] : [];
      }),
    ),
  };
}
