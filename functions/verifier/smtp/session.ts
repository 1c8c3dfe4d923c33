import { createConnection } from './connection.ts';
import type { Connection, Direction, End, LineTap } from './connection.ts';
import { RSET, STARTTLS, ehlo, helo, mail, rcpt } from './commands.ts';
import { dial } from './dial.ts';
import type { Leash } from './leash.ts';
import type { Reply } from './reply-reader.ts';
import type { Limits } from '../limits.ts';
import type { Egress, Stage, VerifierConfig } from '../types.ts';

/** What the server offered in its answer to EHLO, as far as it is of use here. */
interface Extensions {
  pipelining: boolean;
  starttls: boolean;
  smtputf8: boolean;
}

/** Why there is no session: the reply that refused it, or what happened to the connection. */
export interface OpenFailure {
  stage: Stage;
  reply?: Reply;
  end?: End | { kind: 'unreachable'; detail: string };
  /** The connection never came to be, or broke before a word on it: another host may do better. */
  tryNextHost: boolean;
}

/** The answers of one transaction, in the order in which recipients were asked. */
export interface Answers {
  /** A refusal of MAIL FROM: nothing was learnt of any recipient. */
  mailRefused: Reply | undefined;
  /** Fewer than were asked where the session is over. */
  recipients: readonly Reply[];
  /** The session is over. Answers that had come before stand. */
  ended: End | undefined;
}

/** A greeted connection to one mail host, good for many transactions. */
export interface Session {
  readonly host: string;
  readonly smtputf8: boolean;
  readonly starttls: boolean;
  /** Recipients are asked for all at once, and their answers told apart by nothing but their order. */
  readonly pipelining: boolean;
  readonly secured: boolean;
  readonly ended: End | undefined;
  /**
   * Asks for recipients in one transaction: pipelined where the server offers it (RFC 2920).
   *
   * @param onAnswer called at the answer to each recipient
   */
  ask(recipients: readonly string[], utf8: boolean, onAnswer?: () => void): Promise<Answers>;
  /** Asks for more recipients in the transaction that the last `ask` opened. */
  askAlso(recipients: readonly string[], utf8: boolean, onAnswer?: () => void): Promise<Answers>;
  /** Moves the session into TLS. */
  secure(): Promise<End | OpenFailure | undefined>;
  /** Resolves when the connection is closed, which need not be waited for. */
  quit(): Promise<void>;
}

export interface SessionSettings {
  smtp: VerifierConfig['smtp'];
  egress: Exclude<Egress, { kind: 'off' }>;
  limits: Limits;
  now: () => number;
  /** Breaks off whatever is under way. */
  leash: Leash;
  /** Sees every line in both directions, and notes on what became of a connection. */
  tell?: ((host: string, direction: Direction | 'note', text: string) => void) | undefined;
}

/**
 * Connects, waits for the greeting and introduces us. A connection that came to nothing is closed
 * when this resolves.
 *
 * @param address the checked address of `host`
 */
export async function openSession(
  host: string,
  address: string,
  settings: SessionSettings,
): Promise<Session | OpenFailure> {
  const { smtp, egress, limits, now, tell, leash } = settings;
  const socket = await dial(address, smtp.port, egress, limits.connectMs, leash);
  if ('detail' in socket) {
    const { detail } = socket;
    return { stage: 'connect', end: { kind: 'unreachable', detail }, tryNextHost: true };
  }
  const tap: LineTap | undefined = tell && ((direction, line) => tell(host, direction, line));
  const connection = createConnection(socket, limits, now, leash, tap);
  const greeting = await connection.exchange('', 1);
  const banner = greeting.replies[0] ?? refusalOf(greeting.ended);
  if (banner?.code !== 220) return refused(failure('connect', banner, true));

  const introduced = await introduce();
  if ('stage' in introduced) return refused(introduced);
  return createSession(connection, host, introduced, smtp.mailFrom, introduce);

  async function introduce(): Promise<Extensions | OpenFailure> {
    const extended = await connection.exchange(ehlo(smtp.helo), 1);
    const reply = extended.replies[0] ?? refusalOf(extended.ended);
    if (reply?.code === 250) return extensionsOf(reply);
    // RFC 5321 §4.1.1.1: a server that does not know EHLO says 500 or 502; some say 501 or 504.
    if (reply && reply.code >= 500 && reply.code <= 504) {
      const plain = await connection.exchange(helo(smtp.helo), 1);
      const answer = plain.replies[0] ?? refusalOf(plain.ended);
      if (answer?.code === 250) return { pipelining: false, starttls: false, smtputf8: false };
      return failure('ehlo', answer, answer === undefined);
    }
    return failure('ehlo', reply, reply === undefined);
  }

  async function refused(why: OpenFailure): Promise<OpenFailure> {
    await connection.quit();
    return why;
  }

  function failure(stage: Stage, reply: Reply | undefined, tryNextHost: boolean): OpenFailure {
    const end = connection.ended;
    return {
      stage,
      ...(reply && { reply }),
      ...(end && !reply && { end }),
      tryNextHost: tryNextHost && end?.kind !== 'aborted',
    };
  }
}

function refusalOf(end: End | undefined): Reply | undefined {
  return end?.kind === 'shutdown' ? end.reply : undefined;
}

function extensionsOf(reply: Reply): Extensions {
  const extensions: Extensions = { pipelining: false, starttls: false, smtputf8: false };
  for (const line of reply.raw.split('\n')) {
    const keyword = line.slice(4).trimEnd().toLowerCase();
    if (keyword === 'pipelining' || keyword === 'starttls' || keyword === 'smtputf8') {
      extensions[keyword] = true;
    }
  }
  return extensions;
}

function createSession(
  connection: Connection,
  host: string,
  introduced: Extensions,
  mailFrom: string,
  introduce: () => Promise<Extensions | OpenFailure>,
): Session {
  let offers = introduced;
  let secured = false;
  /** A transaction is open on the server, so the next one begins with RSET. */
  let dirty = false;

  async function pipelined(
    opening: string,
    before: number,
    recipients: readonly string[],
    utf8: boolean,
    onAnswer?: () => void,
  ): Promise<Answers> {
    const commands = `${opening}${rcpt(recipients)}`;
    const { replies, ended } = await connection.exchange(
      commands,
      before + recipients.length,
      utf8,
      (count) => {
        if (count > before) onAnswer?.();
      },
    );
    const mailReply = before > 0 ? replies[before - 1] : undefined;
    return {
      mailRefused: mailReply && mailReply.code !== 250 ? mailReply : undefined,
      recipients: replies.slice(before),
      ended,
    };
  }

  async function stepwise(
    recipients: readonly string[],
    utf8: boolean,
    onAnswer?: () => void,
  ): Promise<Answers> {
    const replies: Reply[] = [];
    const answers = (ended: End | undefined): Answers => ({
      mailRefused: undefined,
      recipients: replies,
      ended,
    });
    for (const recipient of recipients) {
      const step = await connection.exchange(rcpt([recipient]), 1, utf8);
      const reply = step.replies[0];
      if (reply) {
        replies.push(reply);
        onAnswer?.();
      }
      if (step.ended) return answers(step.ended);
    }
    return answers(undefined);
  }

  /** RSET and MAIL, one by one; undefined when the transaction is open. */
  async function open(utf8: boolean): Promise<Answers | undefined> {
    if (dirty) {
      const { ended } = await connection.exchange(RSET, 1);
      if (ended) return { mailRefused: undefined, recipients: [], ended };
    }
    dirty = true;
    const { replies, ended } = await connection.exchange(mail(mailFrom, utf8), 1);
    if (replies[0]?.code === 250) return undefined;
    return { mailRefused: replies[0], recipients: [], ended };
  }

  return {
    host,
    get smtputf8() {
      return offers.smtputf8;
    },
    get pipelining() {
      return offers.pipelining;
    },
    get starttls() {
      return offers.starttls;
    },
    get secured() {
      return secured;
    },
    get ended() {
      return connection.ended;
    },
    async ask(recipients, utf8, onAnswer) {
      if (!offers.pipelining)
        return (await open(utf8)) ?? (await stepwise(recipients, utf8, onAnswer));
      const opening = `${dirty ? RSET : ''}${mail(mailFrom, utf8)}`;
      const before = dirty ? 2 : 1;
      dirty = true;
      return pipelined(opening, before, recipients, utf8, onAnswer);
    },
    askAlso: (recipients, utf8, onAnswer) =>
      offers.pipelining
        ? pipelined('', 0, recipients, utf8, onAnswer)
        : stepwise(recipients, utf8, onAnswer),
    async secure() {
      const { replies, ended } = await connection.exchange(STARTTLS, 1);
      if (ended) return ended;
      const reply = replies[0];
      if (reply?.code !== 220)
        return { stage: 'ehlo', ...(reply && { reply }), tryNextHost: false };
      const broken = await connection.startTls(host);
      if (broken) return broken;
      secured = true;
      dirty = false;
      const again = await introduce();
      if ('stage' in again) return again;
      offers = again;
      return undefined;
    },
    quit: () => connection.quit(),
  };
}
