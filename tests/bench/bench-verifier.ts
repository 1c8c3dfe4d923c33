import {
  createMemoryFacts,
  createVerifier,
  type Verifier,
} from '../../functions/verifier/index.ts';

/** The engine against a simulated mail internet on loopback, with nothing remembered. */
export const createBenchVerifier = (settings: {
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly sessions: number;
  readonly timeScale: number;
}): Verifier =>
  createVerifier({
    dns: { servers: [{ host: '127.0.0.1', port: settings.dnsPort }] },
    smtp: { port: settings.smtpPort, helo: 'bench.tamis.test', mailFrom: 'probe@bench.tamis.test' },
    egress: { kind: 'direct' },
    allowPrivate: true,
    concurrency: settings.sessions,
    facts: createMemoryFacts(Date.now),
    now: Date.now,
    random: Math.random,
    timeScale: settings.timeScale,
    onError(source, error) {
      throw new Error(`the engine reports an error in ${source}`, { cause: error });
    },
  });
