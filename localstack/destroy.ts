import { openHome } from '../lab/embedded/supervisor/home.ts';
import { runCdk } from './emulator/cdk.ts';
import { deleteDeployment, readDeployment } from './emulator/deployment.ts';
import { emulatorAt } from './emulator/emulator.ts';

/** `npm run localstack:destroy`: removes the core stack from the emulator it was deployed to. */
try {
  const home = openHome();
  const { endpoint } = readDeployment(home);
  await runCdk(emulatorAt(endpoint), ['destroy', '--force']);
  deleteDeployment(home);
  console.log(`The stack was removed from ${endpoint}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
