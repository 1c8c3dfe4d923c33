import { StartError } from '../lab/embedded/services/start-error.ts';
import { openHome } from '../lab/embedded/supervisor/home.ts';
import { parseStartOptions } from '../lab/embedded/supervisor/options.ts';
import { deploy } from './emulator/deploy.ts';
import { DEFAULT_ENDPOINT, emulatorAt, readMailnetPorts } from './emulator/emulator.ts';

/** `npm run localstack:deploy`: deploys to AWS_ENDPOINT_URL, or http://localhost:4566. */
try {
  const { apiUrl } = await deploy({
    emulator: emulatorAt(process.env['AWS_ENDPOINT_URL'] || DEFAULT_ENDPOINT),
    home: openHome(),
    origin: process.env['PUBLIC_ORIGIN'] || 'http://localhost:3000',
    timeScale: parseStartOptions([], process.env).timeScale,
    mailnet: readMailnetPorts(),
  });
  console.log(`Deployed. The API is at ${apiUrl}/api/health`);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
