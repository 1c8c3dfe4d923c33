import { readFileSync } from 'node:fs';

/** Returns the commands of each step of the restore drill in docs/operators/recovery.md. */
export function readDrillSteps(): string[][] {
  const [, drill = ''] =
    /## Restore drill\n(.*?)\n## /s.exec(readFileSync('docs/operators/recovery.md', 'utf8')) ?? [];
  const steps = drill.match(/^\d\. .*$/gm) ?? [];
  return steps.map((step) =>
    Array.from(
      step.matchAll(/`((?:aws|npm run) [^`]+|"table": "NEW")`/g),
      ([, quoted = '']) => quoted,
    ),
  );
}

/** Replaces the placeholders of a documented command: the tables, and the stage `dev`. */
export const fillCommand = (
  command: string,
  {
    OLD,
    NEW,
    stageFile,
  }: { readonly OLD: string; readonly NEW: string; readonly stageFile: string },
): string =>
  command
    .replaceAll(/\bOLD\b/g, OLD)
    .replaceAll(/\bNEW\b/g, NEW)
    .replace(/ dev\b/, ` ${stageFile}`);
