/**
 * Returns the command line to show to users: `npm run` if this process was started by that script
 * of the repository, otherwise the command of the package.
 */
export const formatCommandLine = (
  script: 'verify' | 'classify' | 'parse',
  command: string = script,
): string =>
  process.env['npm_lifecycle_event'] === script
    ? `npm run --silent ${script} --`
    : `npx @tamis/verifier ${command}`;
