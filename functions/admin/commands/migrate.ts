import { parseArgs } from 'node:util';
import { db, scanPages } from '../../platform/context.ts';
import { depsOf } from '../../platform/container.ts';
import { migrate } from '../../platform/dynamo/migrate.ts';
import { checkMigrations } from '../../checks/context.ts';

/**
 * `npm run migrate -- NAME [--apply]`: gives stored items the layout of this release. Without
 * `--apply` it counts what it would change. Ends with 1 when items are left: run it again.
 */
const deps = depsOf({ checkMigrations, db, scanPages });
/** Those of every feature that has any. */
const MIGRATIONS = deps.checkMigrations;

const USAGE = `Usage: npm run migrate -- NAME [--apply] [--segments N]
NAME is one of: ${MIGRATIONS.map(({ name }) => name).join(', ')}`;

async function main(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      apply: { type: 'boolean', default: false },
      segments: { type: 'string', default: '8' },
    },
    allowPositionals: true,
  });
  const migration = MIGRATIONS.find(({ name }) => name === positionals[0]);
  const segments = Number(values.segments);
  if (!migration || positionals.length > 1 || !(segments >= 1 && segments <= 1000)) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { found, changed, left } = await migrate(deps, migration, {
    apply: values.apply,
    segments: Math.floor(segments),
    onPage: (soFar) => void process.stderr.write(`${soFar.found} found\r`),
  });
  const said = values.apply
    ? `${changed} changed, ${left} left`
    : 'nothing changed without --apply';
  process.stdout.write(`${migration.name}: ${found} items of an earlier layout; ${said}.\n`);
  return left > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
