import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { listTemplateFiles, writeAllTemplates } from '../infra/written-templates.ts';
import { EXCEPTIONS } from './checkov/exceptions.ts';

const run = promisify(execFile);
const folder = writeAllTemplates();

const checkovReport = z.object({
  results: z.object({
    failed_checks: z.array(
      z.object({ check_id: z.string(), resource: z.string(), file_path: z.string() }),
    ),
    parsing_errors: z.array(z.string()),
  }),
});

it(
  'checkov finds only accepted findings in the templates',
  async () => {
    const options = ['--framework=cloudformation', '--output=json', '--soft-fail', '--compact'];
    // `--skip-download` keeps checkov from fetching descriptions of checks from its vendor.
    const given = [
      ...options,
      '--skip-download',
      ...listTemplateFiles(folder).map((file) => `--file=${file}`),
    ];
    const { stdout } = await run('.tamis/checkov/bin/checkov', given, { maxBuffer: 1e9 });
    const { results } = checkovReport.parse(JSON.parse(stdout));
    expect(results.parsing_errors).toEqual([]);
    const used = new Set<unknown>();
    const unexplained = results.failed_checks.filter(({ check_id, resource, file_path }) => {
      const id = resource.slice(resource.lastIndexOf('.') + 1);
      const reason = EXCEPTIONS.find(
        ({ check, of, in: stack = '' }) =>
          check === check_id && of?.test(id) !== false && basename(file_path).startsWith(stack),
      );
      used.add(reason);
      return reason === undefined;
    });
    expect(unexplained).toEqual([]);
    expect(EXCEPTIONS.filter((exception) => !used.has(exception))).toEqual([]);
  },
  30 * 60_000,
);
