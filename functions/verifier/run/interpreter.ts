import { Buffer } from 'node:buffer';
import { classifyReply } from '../classify/classify-reply.ts';
import type { Reading } from '../classify/types.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Stage } from '../types.ts';

/** Reads replies, and remembers how it read them: servers say the same thing all day long. */
export interface Interpreter {
  /** @param recipient as it was sent, where the reply is to RCPT */
  read(stage: Stage, reply: Reply, provider?: string, recipient?: string): Reading;
}

/** Replies remembered. Beyond that all are forgotten at once, which costs a second reading each. */
const REMEMBERED = 2_000;
/** Stands for the recipient, so that replies that differ in nothing else are read once. */
const ANYONE = 'anyone@recipient.invalid';

export function createInterpreter(): Interpreter {
  const known = new Map<string, Reading>();
  return {
    read(stage, reply, provider, recipient) {
      const named = recipient !== undefined && reply.raw.includes(recipient);
      const raw = named ? reply.raw.replaceAll(recipient, ANYONE) : reply.raw;
      const key = `${stage} ${provider ?? ''} ${raw}`;
      let reading = known.get(key);
      if (!reading) {
        reading = classifyReply({
          stage,
          reply: textOf(raw),
          ...(provider !== undefined && { provider }),
        });
        if (known.size >= REMEMBERED) known.clear();
        known.set(key, reading);
      }
      if (!named) return reading;
      return { ...reading, text: reading.text.replaceAll(ANYONE, recipient) };
    },
  };
}

/** UTF-8 where it is (RFC 6531 §3.7.4.2), else the octets as Latin-1. */
function textOf(raw: string): string {
  let ascii = true;
  for (let i = 0; i < raw.length && ascii; i += 1) ascii = raw.charCodeAt(i) < 0x80;
  if (ascii) return raw;
  const decoded = Buffer.from(raw, 'latin1').toString('utf8');
  return decoded.includes('\uFFFD') ? raw : decoded;
}
