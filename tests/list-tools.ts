import { findSkippedTests, listNeededTools } from './support/unchanged-tests.ts';

/**
 * Prints the tools that `.ci/run` must install: an install script and its arguments on each line.
 */

for (const tool of listNeededTools(findSkippedTests())) console.log(tool);
