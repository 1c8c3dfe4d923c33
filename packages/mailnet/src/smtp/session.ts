import { COMMANDS, endTransaction, refuse, say, status } from './commands.ts';
import type { Dialogue, Reply } from './commands.ts';
import { type Caller, type Context, createRecipients } from './recipients.ts';

/** The server's side of one SMTP dialogue (RFC 5321), without any transport. */
export interface Session {
  greeting(): Reply;
  /** Octets that are sent before the greeting is due. */
  banner(): string;
  /** The handshake is done: all that was said before is forgotten (RFC 3207 §4.2). */
  secured(): void;
  /** Answers one line, its line end removed. Lines of a message get no answer. */
  line(line: string): Reply | undefined;
}

export function createSession(context: Context, caller: Caller): Session {
  const { server } = caller;
  const { replies, refusal, tarpit } = server;
  const dialogue: Dialogue = {
    server,
    recipients: createRecipients(context, caller),
    values: {
      host: caller.hostName,
      client: caller.client,
      // Ids have the length of real ones and mix letters and digits like them.
      id: `${(caller.serial + 0x5f3759df).toString(36)}-20020a17${caller.serial.toString(16)}`,
      sender: '',
      rcpt: '',
    },
    greeted: 'not',
    isSecure: false,
    sender: undefined,
    utf8: false,
    accepted: 0,
    errors: 0,
    inData: false,
  };
  let refusals = 0;

  function delayed(reply: Reply): Reply {
    if (tarpit === undefined || !/^[45]/u.test(reply.text)) return reply;
    return { ...reply, delay: tarpit * 2 ** refusals++ };
  }

  return {
    greeting: () =>
      refusal?.stage === 'greeting'
        ? say(dialogue, refusal.reply, 'close')
        : say(dialogue, replies.greeting),
    banner: () => (server.banner === undefined ? '' : say(dialogue, server.banner).text),
    secured() {
      Object.assign(dialogue, { isSecure: true, greeted: 'not' });
      endTransaction(dialogue);
    },
    line(line) {
      if (dialogue.inData) {
        if (line !== '.') return undefined;
        dialogue.inData = false;
        endTransaction(dialogue);
        return status(dialogue, '554', '5.7.1', 'This server takes no messages');
      }
      const space = line.indexOf(' ');
      const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
      const command = COMMANDS.get(verb);
      context.stats.command(command ? verb : 'OTHER');
      const reply = command
        ? command(dialogue, space < 0 ? '' : line.slice(space + 1).trim())
        : refuse(dialogue, '500', '5.5.2', 'Error: command not recognized');
      return delayed(reply);
    },
  };
}
