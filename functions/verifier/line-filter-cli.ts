import { filterLines } from './line-filter.ts';
import { standardInput } from './standard-input.ts';

/** Runs a program that answers each line of standard input by one line on standard output. */
export async function runLineFilter(program: {
  help: string;
  toLine: (line: string, number: number) => string;
}): Promise<void> {
  const options = process.argv.slice(2);
  if (options.length > 0) {
    const strange = options.find((option) => option !== '--help' && option !== '-h');
    if (strange === undefined) process.stdout.write(program.help);
    else {
      process.stderr.write(`${strange}: input comes on standard input only; see --help\n`);
      process.exitCode = 2;
    }
    return;
  }
  try {
    await filterLines(standardInput(), process.stdout, program.toLine);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
