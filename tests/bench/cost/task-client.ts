import { json } from 'node:stream/consumers';
import { createBenchVerifier } from '../bench-verifier.ts';

/** The engine as a verify worker runs it: task after task in one process. */

export interface TaskSettings {
  readonly dnsPort: number;
  readonly smtpPort: number;
  readonly sessions: number;
  /** Milliseconds that a task may take. */
  readonly deadlineMs: number;
}

export interface TaskFigures {
  /** Milliseconds of each task. */
  readonly tasks: readonly number[];
}

const settings = JSON.parse(process.argv[2] ?? '{}') as TaskSettings;
const tasks = (await json(process.stdin)) as readonly (readonly string[])[];
const verifier = createBenchVerifier({ ...settings, timeScale: 1 });

const taken: number[] = [];
for (const addresses of tasks) {
  const started = performance.now();
  const deadline = Date.now() + settings.deadlineMs;
  let answered = 0;
  for await (const answers of verifier.verify(addresses, { deadline, attempt: 0 }))
    answered += answers.length;
  if (answered !== addresses.length) throw new Error(`only ${answered} answers`);
  taken.push(performance.now() - started);
}
await verifier.close();
console.log(JSON.stringify({ tasks: taken } satisfies TaskFigures));
