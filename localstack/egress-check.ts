import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { checkStageEgress } from '../infra/stage/stage-environment.ts';
import { checkReversePath } from './check-reverse-path.ts';

/**
 * `npm run egress:check [-- HOST[:PORT]]`: reports whether mail servers can be reached from this
 * machine. Opens one connection, reads the greeting and sends only QUIT. If SMTP_MAIL_FROM is set,
 * it also checks the records and mailboxes of that reverse path. With `-- --stage NAME`, it instead
 * runs the hourly check of a deployed stage's egress addresses immediately.
 */

/** A machine that cannot reach a large provider probably cannot reach any server. */
const DEFAULT_TARGET = 'gmail-smtp-in.l.google.com:25';
const TIMEOUT_MS = 10_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { stage: { type: 'string' } },
});
if (values.stage !== undefined) process.exit(await checkStage(values.stage));
const target = URL.parse(`smtp://${positionals[0] ?? DEFAULT_TARGET}`);
const host = target?.hostname.replaceAll(/^\[|\]$/g, '') ?? '';
const port = Number(target?.port || '25');
if (host === '') {
  console.error(`"${positionals[0]}" is not HOST or HOST:PORT.`);
  process.exit(2);
}
try {
  const greeting = await readGreeting(host, port);
  console.log(`Port ${port} is open from here: ${host} responded with "${greeting}".`);
  console.log('Addresses can be verified directly: npm start -- --internet');
} catch (error) {
  console.log(`Port ${port} seems closed from here: ${explain(error)}.`);
  console.log(
    'Many networks and clouds block it. Ask the provider to open it, or set SMTP_EGRESS to a ' +
      'SOCKS5 proxy where it is open: socks5://user:password@host:1080.',
  );
  process.exitCode = 1;
}

const mailFrom = process.env['SMTP_MAIL_FROM'];
if (mailFrom !== undefined) {
  const problems = await checkReversePath(process.env);
  const summary = problems.length > 0 ? `to fix: ${problems.join(', ')}` : 'nothing to fix';
  console.log(`${mailFrom}: ${summary}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function checkStage(stageArg: string): Promise<number> {
  try {
    const found = await checkStageEgress(stageArg);
    if (found.length === 0) console.log('The egress of this stage is off.');
    const areHealthy = found.map((line) => {
      const [name, state, reason, ...problems] = line.split(' ');
      const fixes = problems.length > 0 ? `; to fix: ${problems.join(', ')}` : '';
      console.log(`${name}: the connection to mail servers is ${state} (${reason})${fixes}`);
      return state === 'open' && problems.length === 0;
    });
    return found.length > 0 && areHealthy.every(Boolean) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function readGreeting(name: string, portNumber: number): Promise<string> {
  const socket = connect({ host: name, port: portNumber });
  socket.setTimeout(TIMEOUT_MS, () =>
    socket.destroy(new Error(`${name} sent nothing within ${TIMEOUT_MS / 1000} seconds`)),
  );
  for await (const data of socket.iterator({ destroyOnReturn: false })) {
    // The server responded; how it ends the connection does not matter.
    socket.on('error', () => undefined).end('QUIT\r\n');
    return firstLine(data);
  }
  throw new Error(`${name} closed the connection without a greeting`);
}

/** Keeps only printable ASCII, so that a server cannot send control codes to the terminal. */
function firstLine(data: Buffer): string {
  const [line = ''] = data.toString('latin1').split(/\r?\n/);
  return line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name ${host} does not resolve (${code})`;
    case 'ECONNREFUSED':
      return `the connection to ${host} was refused`;
    case 'ETIMEDOUT':
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `${host} cannot be reached (${code})`;
    default:
      return message;
  }
}
