import { connect } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * `npm run egress:check [-- HOST[:PORT]]`: says in words whether mail servers can be reached from
 * this machine. Connects once, reads the greeting and leaves; nothing is sent but QUIT.
 */

/** A large provider's mail server: if this one cannot be reached, none can. */
const DEFAULT_TARGET = 'gmail-smtp-in.l.google.com:25';
const PATIENCE_MS = 10_000;

const { positionals } = parseArgs({ allowPositionals: true });
const [host = '', port = '25'] = (positionals[0] ?? DEFAULT_TARGET).split(':');
try {
  const greeting = await readGreeting(host, Number(port));
  console.log(`Port ${port} is open from here: ${host} answered "${greeting}".`);
  console.log('Addresses can be verified directly: npm start -- --internet');
} catch (error) {
  console.log(`Port ${port} seems closed from here: ${explain(error)}.`);
  console.log(
    'Many networks and clouds block it. Ask the provider to open it, or set SMTP_EGRESS to a ' +
      'SOCKS5 proxy where it is open: socks5://user:password@host:1080.',
  );
  process.exitCode = 1;
}

function readGreeting(name: string, portNumber: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: name, port: portNumber });
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`nothing came from ${name} within ${PATIENCE_MS / 1000} seconds`)),
    );
    socket.once('data', (data) => {
      resolve(firstLine(data));
      socket.end('QUIT\r\n');
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`${name} closed the connection without a word`)));
  });
}

/** Printable ASCII of the first line: what a stranger sends must not reach the terminal as it is. */
function firstLine(data: Buffer): string {
  const [line = ''] = data.toString('latin1').split(/\r?\n/);
  return line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200);
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${host} is not resolved (${code})`;
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
