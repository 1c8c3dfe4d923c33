/**
 * A socketmap server for sendmail that defers recipients, depending on the daemon: in their first
 * transaction (`greylist`), or above a number of recipients per transaction (`rate`, `crowd`).
 * Requests are netstrings of `policy DAEMON TRANSACTION<RECIPIENT>`.
 */

import { createServer } from 'node:net';

/** The first transaction of each recipient. */
const firstIn = new Map();
/** Number of recipients in each transaction. */
const counts = new Map();

function decide(daemon, transaction, recipient) {
  const key = `${daemon} ${transaction}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  if (!firstIn.has(recipient)) firstIn.set(recipient, transaction);
  if (daemon === 'greylist' && firstIn.get(recipient) === transaction) return 'OK LATER';
  if (daemon === 'rate' && count > 8) return 'OK RATE';
  if (daemon === 'crowd' && count > 6) return 'OK CROWD';
  return 'NOTFOUND ';
}

createServer((socket) => {
  socket.on('data', (request) => {
    const asked = /^\d+:policy (\w+) (\w+)(<.*>),$/.exec(request.toString());
    const answer = asked ? decide(...asked.slice(1)) : 'NOTFOUND ';
    socket.write(`${answer.length}:${answer},`);
  });
  socket.on('error', () => socket.destroy());
}).listen(Number(process.argv[2]), '127.0.0.1');
