import { SAMPLE_KEYS } from './sample-services/sample-services.ts';
import { SAMPLE_CLIENT } from './identity-provider/sample-company.ts';
import { StartError } from './services/start-error.ts';
import { openHome, removeLargeLogs } from './supervisor/home.ts';
import { RESTART_EXIT_CODE, parseStartOptions } from './supervisor/options.ts';
import { createStartProgress } from './supervisor/progress.ts';
import { DEMO_ACCOUNTS } from './supervisor/seed.ts';
import { startDeployedStack } from '../../localstack/emulator/deployed-stack.ts';
import { type EmbeddedStack, startEmbeddedStack } from './supervisor/stack.ts';

/** `npm start`. With `--watch`, this program is the child process of `npm run dev`. */

const print = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const options = parseStartOptions(process.argv.slice(2), process.env);
  const home = openHome();
  removeLargeLogs(home);
  // If interrupted, the stack finishes starting, so that all its parts can be stopped.
  const interrupted = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(undefined));
  });
  print('Tamis is starting.');
  const endpoint = process.env['AWS_ENDPOINT_URL'];
  const progress = createStartProgress(print);
  const stack = endpoint
    ? await startDeployedStack(endpoint, options, home, progress)
    : await startEmbeddedStack(options, home, progress);
  introduce(stack, home.folder, options.internet);

  const end = await Promise.race([
    interrupted,
    stack.broken.then((reason) => ({
      line: `Tamis is stopping: ${reason} (logs: ${home.folder}/log).`,
      code: 1,
    })),
    stack.outdated.then(() => ({
      line: 'A route, a grant or a setting has changed: Tamis is restarting.',
      code: RESTART_EXIT_CODE,
    })),
  ]);
  if (end !== undefined) print(end.line);
  await stack.stop();
  process.exitCode = end?.code ?? 0;
}

function introduce(stack: EmbeddedStack, folder: string, internet: boolean): void {
  print('');
  for (const { who, email, password } of DEMO_ACCOUNTS)
    print(`  ${who.padEnd(14)} ${email} / ${password}`);
  print(`  emails         ${stack.url}/inbox`);
  if (stack.issuer !== undefined)
    print(`  single sign-on ${stack.issuer}, client ${SAMPLE_CLIENT.id} / ${SAMPLE_CLIENT.secret}`);
  if (stack.issuer !== undefined)
    print(
      `  connections    ${Object.entries(SAMPLE_KEYS)
        .map((each) => each.join(' '))
        .join(', ')}`,
    );
  print(`  data and logs  ${folder} (npm run reset empties it)`);
  print(
    internet
      ? '  addresses are verified on the internet, through port 25 of this machine'
      : '  addresses are verified against a simulated mail internet; --internet uses the real one',
  );
  print('  Ctrl-C stops everything.');
  print('');
  print(`ready ${stack.url}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
