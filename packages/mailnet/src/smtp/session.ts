import {
  COMMANDS,
  endTransaction,
  rejectCommand,
  templateReply,
  standardReply,
} from './commands.ts';
import type { DialogueState, Reply } from './commands.ts';
import { type ConnectionInfo, type MailnetContext, createRecipientPolicy } from './recipients.ts';

/** The server's side of one SMTP dialogue (RFC 5321), without any transport. */
export interface Session {
  greeting(): Reply;
  /** Octets that are sent immediately, before the greeting. */
  banner(): string;
  /** Called after the TLS handshake: discards all earlier state (RFC 3207 §4.2). */
  onTlsStarted(): void;
  /** Replies to one line, given without its line break. Lines of a message get no reply. */
  handleLine(line: string): Reply | undefined;
  /** Whether the server greeted and rejected nothing, but the client sent neither MAIL nor RCPT. */
  isIdle(): boolean;
}

export function createSession(context: MailnetContext, connection: ConnectionInfo): Session {
  const { server } = connection;
  const { replies, refusal, tarpit } = server;
  const dialogue: DialogueState = {
    server,
    recipients: createRecipientPolicy(context, connection),
    values: {
      host: connection.hostName,
      client: connection.client,
      // Resembles real ids in length and in its mix of letters and digits.
      id: `${(connection.serial + 0x5f3759df).toString(36)}-20020a17${connection.serial.toString(16)}`,
      sender: '',
      rcpt: '',
    },
    greeted: 'not',
    isSecure: false,
    sender: undefined,
    utf8: false,
    accepted: 0,
    mails: 0,
    errors: 0,
    inData: false,
  };
  let refusals = 0;
  let isIdle = false;
  let hasAsked = false;

  function applyTarpit(reply: Reply): Reply {
    if (tarpit === undefined || !/^[45]/u.test(reply.text)) return reply;
    return { ...reply, delay: tarpit * 2 ** refusals++ };
  }

  return {
    greeting() {
      if (refusal?.stage === 'greeting') return templateReply(dialogue, refusal.reply, 'close');
      isIdle = true;
      return templateReply(dialogue, replies.greeting);
    },
    banner: () => (server.banner === undefined ? '' : templateReply(dialogue, server.banner).text),
    onTlsStarted() {
      Object.assign(dialogue, { isSecure: true, greeted: 'not' });
      endTransaction(dialogue);
    },
    handleLine(line) {
      if (dialogue.inData) {
        if (line !== '.') return undefined;
        dialogue.inData = false;
        endTransaction(dialogue);
        return standardReply(dialogue, '554', '5.7.1', 'This server takes no messages');
      }
      const space = line.indexOf(' ');
      const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
      const command = COMMANDS.get(verb);
      context.stats.command(command ? verb : 'OTHER');
      const reply = command
        ? command(dialogue, space < 0 ? '' : line.slice(space + 1).trim())
        : rejectCommand(dialogue, '500', '5.5.2', 'Error: command not recognized');
      hasAsked ||= verb === 'MAIL' || verb === 'RCPT';
      const isRejection = /^[45]/u.test(reply.text) || server.starttls === 'broken';
      if (verb !== 'QUIT') isIdle = !hasAsked && !isRejection;
      return applyTarpit(reply);
    },
    isIdle: () => isIdle,
  };
}
