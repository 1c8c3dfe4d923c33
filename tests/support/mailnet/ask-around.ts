import { readAddress } from '../../../localstack/embedded/mailnet/address.ts';
import type { Mailnet } from '../../../localstack/embedded/mailnet/index.ts';
import { Dialogue } from './dialogue.ts';
import { query, queryOrSilence } from './resolver.ts';

const TRIES = 8;
const PROBE = 'q7zk2vx9';

/**
 * Asks the net about one address as RFC 5321 has it, over IPv6 where it can, and returns what was
 * seen last: a reply, the way a connection ended, or what DNS said. Judges nothing.
 */
export async function askAround(mailnet: Mailnet, email: string): Promise<string> {
  const { local, domain = '', utf8 = false } = readAddress(email) ?? {};
  const hosts = await hostsOf(mailnet.dnsPort, domain);
  if (typeof hosts === 'string') return hosts;
  let seen = 'no address';
  for (const host of hosts) {
    for (let tries = 0; tries < TRIES; tries++) {
      seen = await ask(mailnet, host, `${local}@${domain}`, utf8);
      if (!/^(?:421|45\d .*(?:greylist|come back|currently un|many recip))/iu.test(seen)) break;
    }
    if (/^\d|^no /u.test(seen)) return seen;
  }
  return seen;
}

async function hostsOf(port: number, domain: string): Promise<string[] | string> {
  let mx = await queryOrSilence(port, domain, 'MX', { payload: 1232 });
  if (mx === 'silence') return mx;
  if (mx.flag_tc) mx = await query(port, domain, 'MX', { transport: 'tcp' });
  if (mx.rcode !== 'NOERROR') return mx.rcode;
  const exchanges = (mx.answers ?? [])
    .flatMap((answer) => (answer.type === 'MX' ? [answer.data] : []))
    .sort((a, b) => (a.preference ?? 0) - (b.preference ?? 0))
    .map(({ exchange }) => exchange);
  if (exchanges.includes('.')) return 'null mx';
  const hosts: string[] = [];
  for (const name of exchanges.length > 0 ? exchanges : [domain])
    for (const type of ['AAAA', 'A'] as const) {
      const { answers = [] } = await query(port, name, type);
      hosts.push(...answers.flatMap((answer) => (answer.type === type ? [answer.data] : [])));
    }
  return hosts;
}

async function ask(
  { smtpPort }: Mailnet,
  host: string,
  email: string,
  utf8: boolean,
): Promise<string> {
  const dialogue = new Dialogue(host, smtpPort);
  try {
    const greeting = await dialogue.reply();
    if (!greeting.startsWith('220')) return greeting;
    let hello = await dialogue.ask('EHLO client.test');
    if (hello.startsWith('5')) hello = await dialogue.ask('HELO client.test');
    if (!hello.startsWith('250')) return hello;
    let mail = await dialogue.ask('MAIL FROM:<someone@client.test>');
    const rcpt = `RCPT TO:<${email}>`;
    let reply = mail.startsWith('250') && !utf8 ? await dialogue.ask(rcpt) : '';
    if (/TLS|encrypt/u.test(`${mail} ${reply}`) && hello.includes('STARTTLS')) {
      reply = '';
      await dialogue.ask('RSET');
      await dialogue.ask('STARTTLS');
      try {
        await dialogue.secure();
      } catch {
        return 'no TLS';
      }
      hello = await dialogue.ask('EHLO client.test');
      mail = await dialogue.ask('MAIL FROM:<someone@client.test>');
    }
    if (utf8 && !hello.includes('SMTPUTF8')) return 'no SMTPUTF8';
    if (!mail.startsWith('250')) return mail;
    if (utf8) {
      await dialogue.ask('RSET');
      await dialogue.ask('MAIL FROM:<someone@client.test> SMTPUTF8');
    }
    if (!reply) reply = await dialogue.ask(rcpt);
    if (!reply.startsWith('250')) return reply;
    const probe = await dialogue.ask(`RCPT TO:<${PROBE}${email.slice(email.lastIndexOf('@'))}>`);
    return `${reply}\nprobe ${probe}`;
  } finally {
    dialogue.close();
  }
}
