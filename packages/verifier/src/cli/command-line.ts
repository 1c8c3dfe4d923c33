/** Returns the command line for users: a script of this repository, or a command of the package. */
export const formatCommandLine = (
  script: 'verify' | 'classify' | 'parse',
  command: string = script,
): string =>
  process.env['npm_lifecycle_event'] === script
    ? `npm run --silent ${script} --`
    : `npx @tamis/verifier ${command}`;
