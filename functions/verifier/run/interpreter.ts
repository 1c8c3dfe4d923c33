import { classifyReply } from '../classify/classify-reply.ts';
import { MAX_TEXT } from '../classify/read-reply.ts';
import type { Classification } from '../classify/types.ts';
import { textOfOctets } from '../smtp/octets.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Stage } from '../types.ts';
import { RECIPIENT } from '../verdict.ts';
import { detached } from './detached.ts';

/** Reads replies, and remembers how it read them: servers say the same thing all day long. */
export interface Interpreter {
  /**
   * @param recipient as it was sent, where the reply is to RCPT
   * @returns `text` has RECIPIENT where the reply names the recipient
   */
  read(stage: Stage, reply: Reply, provider?: string, recipient?: string): Classification;
}

/** Replies remembered. Beyond that all are forgotten at once, which costs a second reading each. */
const REMEMBERED = 4_000;
/** Characters of a reply worth remembering; what is longer is a tale of its own. */
const MAX_REMEMBERED = 1_024;
/**
 * Stands for our reverse path while a reply is read. It holds the word by which the rules see that
 * a sender is spoken of, since an address in a reply could as well be the recipient's.
 */
const OURSELVES = 'our-sender-address';

/** @param mailFrom the reverse path we give */
export function createInterpreter(mailFrom: string): Interpreter {
  const known = new Map<string, Classification>();
  const us = new RegExp(mailFrom.replaceAll(/\W/g, String.raw`\$&`), 'gi');

  /** The recipient's name may be the end of ours. */
  function withoutNames(raw: string, recipient: string | undefined): string {
    if (recipient === undefined) return raw;
    const within = mailFrom.length > recipient.length && mailFrom.includes(recipient);
    return (within ? raw.replaceAll(us, OURSELVES) : raw).replaceAll(recipient, RECIPIENT);
  }

  return {
    read(stage, reply, provider, recipient) {
      const raw = withoutNames(reply.raw, recipient);
      const key = `${stage} ${provider ?? ''} ${raw}`;
      const before = known.get(key);
      if (before) return before;
      const text = textOfOctets(raw);
      const said = text.replaceAll(us, OURSELVES);
      const ours = text.match(us)?.[0] ?? mailFrom;
      const reading = classifyReply({
        stage,
        reply: said,
        ...(provider !== undefined && { provider }),
      });
      reading.text = uncut(detached(reading.text)).replaceAll(OURSELVES, () => ours);
      if (raw.length > MAX_REMEMBERED) return reading;
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, reading);
      return reading;
    },
  };
}

/** Without the part that a text cut for its length ends in, where that is of a name put in here. */
function uncut(text: string): string {
  if (text.length < MAX_TEXT) return text;
  for (const name of [RECIPIENT, OURSELVES]) {
    for (let length = name.length - 1; length > 0; length -= 1) {
      if (text.endsWith(name.slice(0, length))) return text.slice(0, -length);
    }
  }
  return text;
}
