import { runsAll } from './support/tier.ts';
import { findUnchangedTests, listNeededTools } from './support/unchanged-tests.ts';

/** Prints the tools that `.ci/run` must install: an install script and its words on each line. */

const unchanged = runsAll ? new Map<string, string[]>() : findUnchangedTests();
for (const tool of listNeededTools(unchanged)) console.log(tool);
