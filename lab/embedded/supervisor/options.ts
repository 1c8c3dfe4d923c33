import { parseArgs } from 'node:util';
import { StartError } from '../services/start-error.ts';

export interface StartOptions {
  /** 0 for a free port. */
  readonly port: number;
  /** Whether to rebuild functions when called, and to restart when the template changes. */
  readonly watch: boolean;
  /** Whether to use the real internet instead of the simulated one. */
  readonly internet: boolean;
  /** Divides greylisting delays and retry delays, so that minutes become seconds. */
  readonly timeScale: number;
}

/** Exit code with which a stack in watch mode requests a restart. */
export const RESTART_EXIT_CODE = 75;

const DEFAULT_PORT = 3000;
const DEFAULT_TIME_SCALE = 300;

/** Parses the arguments and environment of `npm start`. @throws {StartError} */
export function parseStartOptions(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): StartOptions {
  const { watch, internet } = flags(args);
  const port = Number(environment['PORT'] || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError('PORT must be a number from 0 to 65535.');
  // Real mail servers do not shorten their delays.
  const timeScale = internet ? 1 : Number(environment['TIME_SCALE'] || DEFAULT_TIME_SCALE);
  if (!(timeScale >= 1 && timeScale <= 1000))
    throw new StartError('TIME_SCALE must be a number from 1 to 1000.');
  return { port, watch, internet, timeScale };
}

function flags(args: readonly string[]): { watch: boolean; internet: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        watch: { type: 'boolean', default: false },
        internet: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message : String(error)} The only option is --internet.`,
    );
  }
}
