import { createConnection, type Connection } from './connection.ts';
import type { Direction, ConnectionEnd, LineListener } from './exchange.ts';
import { RSET, STARTTLS, ehlo, helo, mail, rcpt } from './commands.ts';
import { dial } from './dial.ts';
import type { Reply } from './reply-reader.ts';
import type { Limits } from '../model/limits.ts';
import type { Egress, Stage, VerifierConfig } from '../model/types.ts';

/** The EHLO extensions that we use, as offered by the server. */
interface Extensions {
  pipelining: boolean;
  starttls: boolean;
  smtputf8: boolean;
  limits: SessionLimits;
}

/** Limits that the server announces (RFC 9422 §6); Infinity for a limit that it does not. */
interface SessionLimits {
  /** Maximum RCPT commands in a transaction. */
  rcptmax: number;
  /** Maximum MAIL commands in a session. */
  mailmax: number;
  /** Maximum distinct domains of recipients in a session. */
  rcptdomainmax: number;
}

/** Why there is no session: the reply that refused it, or how the connection ended. */
export interface SessionOpenFailure {
  stage: Stage;
  reply?: Reply;
  end?: ConnectionEnd | { kind: 'unreachable' | 'egress'; detail: string };
  /** False if EHLO was refused, our side failed or the run was aborted. */
  tryNextHost: boolean;
}

/** The replies to a group of recipients, in the order in which they were sent. */
export interface GroupReplies {
  /** The reply that refused MAIL FROM. Nothing is then known about any recipient. */
  mailRefused?: Reply | undefined;
  /** Replies to the recipients, fewer than were sent if the session ended. */
  recipients: readonly Reply[];
  /** Why the session ended, if it did. Replies received before that are valid. */
  ended: ConnectionEnd | undefined;
  /** Whether the server replied to the first commands of a packet only, and then fell silent. */
  isCut?: boolean;
}

type OnReply = () => void;

/** An SMTP session with one mail host, after EHLO. It can carry many transactions. */
export interface Session {
  readonly host: string;
  readonly smtputf8: boolean;
  /** Whether RCPT commands are pipelined. Replies are then matched to recipients by order only. */
  readonly pipelining: boolean;
  readonly starttls: boolean;
  readonly secured: boolean;
  readonly ended: ConnectionEnd | undefined;
  readonly limits: SessionLimits;
  /** Number of MAIL commands so far. */
  readonly transactions: number;
  /** Opens a transaction and sends recipients, pipelined if the server offers it (RFC 2920). */
  ask(recipients: readonly string[], utf8: boolean, onReply?: OnReply): Promise<GroupReplies>;
  /** Sends more recipients in the transaction that `ask` opened last. */
  askMore(recipients: readonly string[], utf8: boolean, onReply?: OnReply): Promise<GroupReplies>;
  /** Starts TLS and sends EHLO again. Returns why this failed, or undefined on success. */
  startTls(): Promise<ConnectionEnd | SessionOpenFailure | undefined>;
  /** Closes the connection without QUIT. A pending `ask` resolves with the replies so far. */
  hangUp(): void;
  quit(): Promise<void>;
}

export interface SessionSettings extends Pick<VerifierConfig, 'smtp' | 'now'> {
  egress: Egress;
  limits: Limits;
  signal: AbortSignal;
  /** Whether each command waits for its reply, even if the server offers PIPELINING. */
  isUnpipelined?: boolean;
  /** Whether another run waits for this connection, which shortens the time limit of a reply. */
  isContested?: () => boolean;
  /** Called with every line in both directions, and with notes on how a connection ended. */
  traceLine?: ((host: string, direction: Direction | 'note', text: string) => void) | undefined;
}

/**
 * Connects, waits for the greeting and sends EHLO or HELO. If this fails, the connection is closed
 * before the promise resolves.
 *
 * @param address an address of `host` that passed the SSRF check
 */
export async function openSession(
  host: string,
  address: string,
  settings: SessionSettings,
): Promise<Session | SessionOpenFailure> {
  const { smtp, egress, limits, now, traceLine, signal, isContested, isUnpipelined } = settings;
  const socket = await dial(address, smtp.port, egress, limits.connectMs, signal);
  if ('detail' in socket) {
    const { detail, isOurs = false } = socket;
    const kind = isOurs ? 'egress' : 'unreachable';
    return { stage: 'connect', end: { kind, detail }, tryNextHost: !isOurs };
  }
  const tap: LineListener | undefined =
    traceLine && ((direction, line) => traceLine(host, direction, line));
  const connection = createConnection(socket, limits, now, signal, tap, isContested);
  const banner = await sendCommand('');
  if (banner?.code !== 220) return closeAfterFailure(failure('connect', banner, true));

  const extensions = await sendEhlo();
  if ('stage' in extensions) return closeAfterFailure(extensions);
  return createSession(connection, host, extensions, smtp.mailFrom, sendEhlo);

  /**
   * Returns the reply to a command, even if the connection ends with it; undefined without a reply.
   * An empty command waits for the greeting.
   */
  async function sendCommand(command: string): Promise<Reply | undefined> {
    const { replies, ended } = await connection.exchange(command, 1);
    return replies[0] ?? (ended?.kind === 'shutdown' ? ended.reply : undefined);
  }

  async function sendEhlo(): Promise<Extensions | SessionOpenFailure> {
    const reply = await sendCommand(ehlo(egress.helo));
    if (reply?.code === 250) return extensionsOf(reply, isUnpipelined);
    // A server that does not accept EHLO replies 500, 501, 502 or 504 (RFC 5321 §4.1.4, §4.3.2).
    // It may still accept HELO (§3.2).
    if (reply && reply.code >= 500 && reply.code <= 504) {
      const heloReply = await sendCommand(helo(egress.helo));
      if (heloReply?.code === 250) return NO_EXTENSIONS;
      return failure('ehlo', heloReply, heloReply === undefined);
    }
    return failure('ehlo', reply, reply === undefined);
  }

  async function closeAfterFailure(why: SessionOpenFailure): Promise<SessionOpenFailure> {
    await connection.quit();
    return why;
  }

  function failure(
    stage: Stage,
    reply: Reply | undefined,
    tryNextHost: boolean,
  ): SessionOpenFailure {
    const end = connection.ended;
    return {
      stage,
      ...(reply && { reply }),
      ...(end && !reply && { end }),
      tryNextHost: tryNextHost && end?.kind !== 'aborted',
    };
  }
}

const NO_LIMITS: SessionLimits = { rcptmax: Infinity, mailmax: Infinity, rcptdomainmax: Infinity };
const NO_EXTENSIONS: Extensions = {
  pipelining: false,
  starttls: false,
  smtputf8: false,
  limits: NO_LIMITS,
};

function extensionsOf(reply: Reply, isUnpipelined = false): Extensions {
  const extensions = { ...NO_EXTENSIONS };
  for (const line of reply.raw.split('\n')) {
    const [keyword, ...parameters] = line.slice(4).trimEnd().toLowerCase().split(' ');
    if (keyword === 'limits') extensions.limits = limitsOf(parameters);
    if (parameters.length > 0) continue;
    if (keyword === 'pipelining' || keyword === 'starttls' || keyword === 'smtputf8')
      extensions[keyword] = true;
  }
  if (isUnpipelined) extensions.pipelining = false;
  return extensions;
}

/** Parses a server's limits, ignoring unknown and malformed ones (RFC 9422 §3). */
function limitsOf(parameters: readonly string[]): SessionLimits {
  const limits = { ...NO_LIMITS };
  for (const parameter of parameters) {
    const [, name, value] =
      /^(rcptmax|mailmax|rcptdomainmax)=([1-9]\d{0,5})$/.exec(parameter) ?? [];
    if (name === 'rcptmax' || name === 'mailmax' || name === 'rcptdomainmax')
      limits[name] = Number(value);
  }
  return limits;
}

function createSession(
  connection: Connection,
  host: string,
  initialExtensions: Extensions,
  mailFrom: string,
  sendEhlo: () => Promise<Extensions | SessionOpenFailure>,
): Session {
  let offers = initialExtensions;
  let secured = false;
  /** Whether a transaction is open. If so, the next one must begin with RSET. */
  let inTransaction = false;
  let transactions = 0;

  /** Sends recipients in one group, after the commands that open the transaction. */
  async function pipeline(
    opening: string,
    openingReplies: number,
    recipients: readonly string[],
    utf8: boolean,
    onReply: OnReply | undefined,
  ): Promise<GroupReplies> {
    const { replies, ended } = await connection.exchange(
      opening + rcpt(recipients),
      openingReplies + recipients.length,
      utf8,
      (count) => {
        if (count > openingReplies) onReply?.();
      },
    );
    const mailReply = openingReplies > 0 ? replies[openingReplies - 1] : undefined;
    const mailRefused = mailReply && mailReply.code !== 250 ? mailReply : undefined;
    if (mailRefused) inTransaction = false;
    const isCut = ended?.kind === 'timeout' && replies.length > 0;
    return { mailRefused, recipients: replies.slice(openingReplies), ended, isCut };
  }

  /** Opens a transaction without pipelining. Returns undefined on success. */
  async function openTransaction(utf8: boolean): Promise<GroupReplies | undefined> {
    if (inTransaction) {
      const { ended } = await connection.exchange(RSET, 1);
      if (ended) return { recipients: [], ended };
    }
    const { replies, ended } = await connection.exchange(mail(mailFrom, utf8), 1);
    inTransaction = replies[0]?.code === 250;
    if (inTransaction) return undefined;
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
    get limits() {
      return offers.limits;
    },
    get transactions() {
      return transactions;
    },
    async ask(recipients, utf8, onReply) {
      transactions += 1;
      if (!offers.pipelining)
        return (
          (await openTransaction(utf8)) ?? (await sendEach(connection, recipients, utf8, onReply))
        );
      const opening = `${inTransaction ? RSET : ''}${mail(mailFrom, utf8)}`;
      const openingReplies = inTransaction ? 2 : 1;
      inTransaction = true;
      return pipeline(opening, openingReplies, recipients, utf8, onReply);
    },
    askMore: (recipients, utf8, onReply) =>
      offers.pipelining
        ? pipeline('', 0, recipients, utf8, onReply)
        : sendEach(connection, recipients, utf8, onReply),
    async startTls() {
      // Some servers reject STARTTLS within a transaction, or count it as an error.
      if (inTransaction) {
        const { ended } = await connection.exchange(RSET, 1);
        if (ended) return ended;
        inTransaction = false;
      }
      const { replies, ended } = await connection.exchange(STARTTLS, 1);
      if (ended) return ended;
      const [reply] = replies;
      if (reply?.code !== 220)
        return { stage: 'ehlo', ...(reply && { reply }), tryNextHost: false };
      const tlsFailure = await connection.startTls(host);
      if (tlsFailure) return tlsFailure;
      secured = true;
      const extensionsAfterTls = await sendEhlo();
      if ('stage' in extensionsAfterTls) return extensionsAfterTls;
      offers = extensionsAfterTls;
      return undefined;
    },
    hangUp: connection.hangUp,
    quit: connection.quit,
  };
}

async function sendEach(
  connection: Connection,
  recipients: readonly string[],
  utf8: boolean,
  onReply: OnReply | undefined,
): Promise<GroupReplies> {
  const all: Reply[] = [];
  for (const recipient of recipients) {
    const { replies, ended } = await connection.exchange(rcpt([recipient]), 1, utf8, onReply);
    all.push(...replies);
    if (ended) return { recipients: all, ended };
  }
  return { recipients: all, ended: undefined };
}
