import { expect, it } from 'vitest';
import { readLabeledReplies } from '../../tests/labeled-replies.ts';
import { classifyReply, withControlRecipient } from './classify-reply.ts';

/** Joins the lines of a reply, as Postfix does. */
const joined = (reply: string): string => reply.split(/[\r\n]+/).join(' ');

/** The code that the relaying server sends in place of the quoted one. */
const codeOf = (reply: string): string => (reply.startsWith('5') ? '550' : '450');

/** How relaying servers quote a reply of the server behind them. */
const WRAPPED = {
  Postfix(reply: string) {
    const code = codeOf(reply);
    const what = code === '550' ? 'undeliverable' : 'unverified';
    return `${code} ${code[0]}.1.1 <anyone@recipient.invalid>: Recipient address rejected: ${what} address: host mx.behind.example[192.0.2.9] said: ${joined(reply)} (in reply to RCPT TO command)`;
  },
  Exim(reply: string) {
    const lines = ['Callout verification failed:', ...reply.split(/[\r\n]+/)];
    const code = codeOf(reply);
    return lines.map((line, at) => code + (at + 1 < lines.length ? '-' : ' ') + line).join('\r\n');
  },
  sendmail: (reply: string) => `${codeOf(reply)} <<< ${joined(reply)}`,
  Exchange: (reply: string) => `${codeOf(reply)} Remote Server returned '${joined(reply)}'`,
  qmail: (reply: string) => `${codeOf(reply)} Remote host said: ${joined(reply)}`,
};

const verdictOf = (reply: string): string => {
  const { status, reason } = withControlRecipient(classifyReply({ stage: 'rcpt', reply }));
  return `${status} ${reason}`;
};

/** A reply that itself quotes another reply: only the innermost text and codes count. */
const QUOTES = /\bsaid: 554 5\.7\.1 recipient verify from ldap failed/;

const replies = [
  ...new Set(
    readLabeledReplies('collected')
      .filter(
        ({ stage, reply }) =>
          stage === 'rcpt' && /^[45]\d\d[ -]\S/.test(reply) && !QUOTES.test(reply),
      )
      .map(({ reply }) => reply),
  ),
];

/**
 * Replaces the code with the relaying server's, because a relayed 421, for example, does not end
 * our connection. Keeps a 5xx relayed by Postfix or Exim, because `parseReply` uses the quoted
 * code.
 */
const relayed = (reply: string, server: keyof typeof WRAPPED): string =>
  (server === 'Postfix' || server === 'Exim') && reply.startsWith('5')
    ? reply
    : reply.replaceAll(/^[45]\d\d/gm, codeOf(reply));

it.each(['Postfix', 'Exim', 'sendmail', 'Exchange', 'qmail'] as const)(
  'classifies a reply quoted by %s like the original',
  (server) => {
    const differing = replies
      .map(
        (reply) =>
          [reply, verdictOf(relayed(reply, server)), verdictOf(WRAPPED[server](reply))] as const,
      )
      .filter(([, alone, quoted]) => alone !== quoted)
      .map(([reply, alone, quoted]) => `${alone} → ${quoted}: ${reply}`);
    expect(replies.length).toBeGreaterThan(1000);
    expect(differing).toEqual([]);
  },
);
