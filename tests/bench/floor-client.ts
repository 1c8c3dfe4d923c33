import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { RecordedDialogue } from './dialogues.ts';

/**
 * Settings of the floor: a bare loop that replays recorded dialogues over the same connections with
 * the same pipelining, and only counts the bytes received. No real client can be cheaper.
 */
export interface FloorSettings {
  file: string;
  smtpPort: number;
  sessions: number;
}

export interface FloorResult {
  cpuMs: number;
  /** Number of dialogues replayed to the end, judged by the number of bytes received. */
  finished: number;
}

const { file, smtpPort, sessions } = JSON.parse(process.argv[2] ?? '{}') as FloorSettings;
const dialogues = JSON.parse(readFileSync(file, 'utf8')) as RecordedDialogue[];

let finished = 0;
/** Whether any connection has received data since the last check. */
let active = false;
const open = new Set<Socket>();
const replay = ({ host, steps }: RecordedDialogue): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect({ host, port: smtpPort, noDelay: true });
    let at = 0;
    let due = steps[0]?.receive ?? 0;
    open.add(socket);
    socket.on('data', (chunk) => {
      active = true;
      due -= chunk.length;
      while (due <= 0) {
        const step = steps[(at += 1)];
        if (!step) {
          finished += 1;
          return void socket.end();
        }
        socket.write(step.send, 'latin1');
        due += step.receive;
        if (step.receive === 0) return;
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      resolve();
    });
  });

/**
 * Time without data after which all connections are closed. If a server sends less than recorded,
 * both sides would otherwise wait forever.
 */
const SILENCE_MS = 5_000;
setInterval(() => {
  if (!active) for (const socket of open) socket.destroy();
  active = false;
}, SILENCE_MS).unref();

const start = process.cpuUsage();
let next = 0;
const lane = async () => {
  for (let one = dialogues[next++]; one; one = dialogues[next++]) await replay(one);
};
await Promise.all(Array.from({ length: sessions }, lane));
const { user, system } = process.cpuUsage(start);
console.log(JSON.stringify({ cpuMs: (user + system) / 1000, finished } satisfies FloorResult));
