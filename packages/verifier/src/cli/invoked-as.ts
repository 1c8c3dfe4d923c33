/** How a person calls a command: by a script of this repository, or out of its package. */
export const invokedAs = (
  script: 'verify' | 'classify' | 'parse',
  command: string = script,
): string =>
  process.env['npm_lifecycle_event'] === script
    ? `npm run --silent ${script} --`
    : `npx @tamis/verifier ${command}`;
