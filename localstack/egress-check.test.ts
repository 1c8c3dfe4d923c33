import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { UNKNOWN_USER, isProbe } from '../packages/verifier/tests/harness.ts';
import { startScriptedDns } from '../packages/verifier/tests/scripted-dns.ts';
import { startScriptedSmtp } from '../packages/verifier/tests/scripted-smtp.ts';

const COMMAND = fileURLToPath(new URL('egress-check.ts', import.meta.url));

async function checkServer(serve: (socket: Socket) => void, address = '127.0.0.1') {
  // A server that reads nothing would not notice that the command disconnects.
  const server = createServer((socket) => serve(socket.resume())).listen(0, address);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await runCheck(
    address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
  );
  server.close();
  return { ...answer, port };
}

async function runCheck(target: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [COMMAND, target], { env: { ...process.env, ...env } });
  const [stdout, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { output: stdout, error, code };
}

test('reports an open port after a greeting, and disconnects with QUIT', async () => {
  let received = '';
  const { output, code, port } = await checkServer((socket) => {
    socket.on('data', (data) => (received += String(data)));
    socket.write('220 mx.example.test \u001b[31mESMTP\r\n');
  });
  expect(output).toContain(
    `Port ${port} is open from here: 127.0.0.1 responded with "220 mx.example.test ?[31mESMTP".`,
  );
  expect(code).toBe(0);
  expect(received).toBe('QUIT\r\n');
});

test('reports an open port even if the server then resets the connection', async () => {
  const { error, code } = await checkServer((socket) => {
    socket.on('data', () => socket.resetAndDestroy());
    socket.write('220 here\r\n');
  });
  expect([error, code]).toEqual(['', 0]);
});

test('reports a port as closed if the connection is refused or silent, and explains what to do', async () => {
  const { port } = await checkServer((socket) => socket.end());
  const silent = await checkServer((socket) => socket.end());
  expect(silent.output).toContain('closed the connection without a greeting');
  const refused = await runCheck(`127.0.0.1:${port}`);
  expect(refused.output).toContain(
    `Port ${port} seems closed from here: the connection to 127.0.0.1`,
  );
  expect(refused.output).toContain('SMTP_EGRESS');
  expect([silent.code, refused.code]).toEqual([1, 1]);
});

test('accepts an IPv6 address in brackets', async () => {
  const { output, port } = await checkServer((socket) => socket.write('220 here\r\n'), '::1');
  expect(output).toContain(`Port ${port} is open from here: ::1 responded with "220 here".`);
});

test('reports the missing records and mailboxes of a reverse path', async () => {
  const rcpt = (address: string) => (address.startsWith('abuse') ? UNKNOWN_USER : '250 Ok');
  const smtp = await startScriptedSmtp({
    rcpt: (address) => (isProbe(address) ? UNKNOWN_USER : rcpt(address)),
  });
  const mx = { MX: [[10, 'mx.ours.test']] as const, A: ['127.0.0.1'] };
  const dns = await startScriptedDns({
    'ours.test': { ...mx, TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'bare.test': mx,
    'mx.ours.test': { A: ['127.0.0.1'] },
    '1.0.0.127.in-addr.arpa': { PTR: ['ours.test'] },
  });
  const checkDomain = (domain: string) =>
    runCheck(`127.0.0.1:${smtp.port}`, {
      SMTP_MAIL_FROM: `verify@${domain}`,
      SMTP_HELO: 'ours.test',
      SMTP_PORT: String(smtp.port),
      SMTP_ALLOW_PRIVATE: 'true',
      DNS_SERVERS: `127.0.0.1:${dns.port}`,
    });
  const [ours, withoutRecords] = await Promise.all([
    checkDomain('ours.test'),
    checkDomain('bare.test'),
  ]);
  await Promise.all([smtp.close(), dns.close()]);
  expect([ours.error, withoutRecords.error]).toEqual(['', '']);
  expect(ours.output).toContain('verify@ours.test: to fix: refused:abuse\n');
  expect(withoutRecords.output).toContain('verify@bare.test: to fix: no_spf, refused:abuse\n');
  expect([ours.code, withoutRecords.code]).toEqual([1, 1]);
});

test('rejects an argument that is not a host', async () => {
  const stdout = await runCheck('a b');
  expect(stdout).toEqual({ output: '', error: '"a b" is not HOST or HOST:PORT.\n', code: 2 });
});
