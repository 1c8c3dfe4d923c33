import { createReplyReader, type Reply } from './reply-reader.ts';
import { startTimeLimit } from '../flow/time-limit.ts';
import type { Limits } from '../model/limits.ts';

/** Why a connection can no longer be used. */
export type ConnectionEnd =
  | { kind: 'shutdown'; reply: Reply } // 421, which a server may send at any time
  | { kind: 'closed' | 'timeout' | 'overtime' | 'garbage' | 'aborted'; detail: string };

/** The replies to a group of commands: one for each unless the connection `ended`. */
export interface Exchange {
  replies: readonly Reply[];
  ended: ConnectionEnd | undefined;
}

export type Direction = 'sent' | 'received';

/** Called with every line in both directions, without its line end. */
export type LineListener = (direction: Direction, line: string) => void;

/** Matches a server's replies to the commands that await them, and enforces their time limit. */
export interface ReplyMatcher {
  /** @param onReply called at each reply with the number of replies so far */
  start(count: number, onReply?: (count: number) => void): Promise<Exchange>;
  /** @returns why the connection must end, or which awaited replies these octets completed */
  read(octets: string): ConnectionEnd | 'none' | 'some' | 'last';
  /** Restarts the time limit for the next reply. */
  wait(): void;
  /** Resolves the exchange, with fewer replies than commands if the connection has ended. */
  finish(ended: ConnectionEnd | undefined): void;
  /**
   * Prepares for a TLS handshake. Returns false if octets are still unread, because a third party
   * may have injected them before encryption.
   */
  restart(): boolean;
  stop(): void;
}

/**
 * @param isContested whether another run waits for the connection: a reply is then limited to
 *   `contestedReplyMs`
 * @param onSilence called if a reply did not arrive in time
 */
export function createReplyMatcher(
  limits: Limits,
  tap: LineListener | undefined,
  isContested: () => boolean,
  onSilence: () => void,
): ReplyMatcher {
  let reader = createReplyReader(limits);
  let replies: Reply[] = [];
  let expected = 0;
  let awaiting: ((exchange: Exchange) => void) | undefined;
  let notify: ((count: number) => void) | undefined;
  /** The reply timeout is counted in steps, so that contention is noticed before it expires. */
  const stepMs = Math.min(limits.replyMs, limits.contestedReplyMs);
  const steps = Math.ceil(limits.replyMs / stepMs);
  let silentSteps = 0;
  const limit = startTimeLimit(stepMs, onStep);

  function onStep(): void {
    if (!awaiting) return;
    silentSteps += 1;
    if (silentSteps < steps && !isContested()) limit.restart();
    else onSilence();
  }

  function wait(): void {
    silentSteps = 0;
    limit.restart();
  }

  /** Discards all replies, because a peer that broke the protocol cannot be trusted. */
  function garbage(detail: string): ConnectionEnd {
    replies = [];
    return { kind: 'garbage', detail };
  }

  return {
    start: (count, onReply) =>
      new Promise((done) => {
        awaiting = done;
        expected = count;
        notify = onReply;
        wait();
      }),
    read(octets) {
      reader.push(octets);
      let replied = false;
      for (;;) {
        const reply = reader.next();
        if (reply === undefined) break;
        if ('garbage' in reply) return garbage(reply.garbage);
        if (tap) for (const line of reply.raw.split('\n')) tap('received', line);
        if (reply.code === 421) return { kind: 'shutdown', reply };
        if (replies.length === expected) return garbage('reply to no command');
        replies.push(reply);
        notify?.(replies.length);
        replied = true;
      }
      // Decided after the entire chunk: a surplus reply makes every reply in it untrustworthy.
      if (replied && awaiting && replies.length === expected) return 'last';
      return replied ? 'some' : 'none';
    },
    wait,
    finish(ended) {
      const done = awaiting;
      const exchange = { replies, ended };
      awaiting = undefined;
      replies = [];
      expected = 0;
      done?.(exchange);
    },
    restart() {
      if (reader.pending) return false;
      reader = createReplyReader(limits);
      return true;
    },
    stop: limit.stop,
  };
}
