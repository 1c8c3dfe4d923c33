/*
 * DNS servers with faults. Arguments: their PORT; the address of the server whose responses they
 * forward; and the addresses of a lame server, one that drops and one that rejects queries with
 * EDNS.
 */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [port, zone, lame, dropsEdns, rejectsEdns] = process.argv.slice(2);
const FORMERR = 1;

/** A response without records, neither authoritative nor from a resolver (AA = RA = 0). */
function empty(query, rcode) {
  const reply = Buffer.from(query);
  reply[2] = 0x80 | (query[2] & 0x79);
  reply[3] = rcode;
  reply.fill(0, 6, 12);
  // The query has one question, which ends where its EDNS record of 11 bytes begins.
  return query.readUInt16BE(10) > 0 ? reply.subarray(0, -11) : reply;
}

function serve(address, respond) {
  const server = createSocket('udp4');
  server.on('message', (query, { address: to, port: at }) => {
    const hasEdns = query.readUInt16BE(10) > 0;
    respond(query, hasEdns, (reply) => server.send(reply, at, to));
  });
  server.bind(Number(port), address);
  return once(server, 'listening');
}

function forward(query, send) {
  const client = createSocket('udp4');
  client.on('message', (reply) => {
    send(reply);
    client.close();
  });
  client.send(query, Number(port), zone);
}

await serve(lame, (query, hasEdns, send) => send(empty(query, 0)));
await serve(dropsEdns, (query, hasEdns, send) => {
  if (!hasEdns) forward(query, send);
});
await serve(rejectsEdns, (query, hasEdns, send) => {
  if (hasEdns) send(empty(query, FORMERR));
  else forward(query, send);
});
console.log('ready');
