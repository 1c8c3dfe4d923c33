import { Buffer } from 'node:buffer';
import { classifyReply } from '../classify/classify-reply.ts';
import { MAX_TEXT_LENGTH } from '../classify/parse-reply.ts';
import type { Classification } from '../classify/types.ts';
import { createTtlCache } from '../flow/ttl-cache.ts';
import { decodeReplyOctets } from '../smtp/octets.ts';
import type { Reply } from '../smtp/reply-reader.ts';
import type { Stage } from '../model/types.ts';

const MAX_CACHED_REPLIES = 8_000;
/** Maximum length of a cached reply, in characters. */
const MAX_CACHED_LENGTH = 1_024;
/** Replaces the recipient during classification, so that no rule matches words in an address. */
const RECIPIENT_PLACEHOLDER = 'anyone@recipient.invalid';
/**
 * Replaces our sender address during classification. Contains a word by which the rules recognize a
 * reply about the sender.
 */
const SENDER_PLACEHOLDER = 'our-sender-address';

/** Classifies replies, and caches the results because servers repeat the same few replies. */
export function createReplyClassifier(mailFrom: string) {
  const cache = createTtlCache<Classification>(MAX_CACHED_REPLIES, () => 0);
  const sender = new RegExp(mailFrom.replaceAll(/\W/g, String.raw`\$&`), 'gi');

  function maskRecipient(raw: string, recipient: string): string {
    // Our sender address may contain the recipient's, so ours is masked first.
    const isInside = mailFrom.length > recipient.length && mailFrom.includes(recipient);
    return (isInside ? raw.replaceAll(sender, SENDER_PLACEHOLDER) : raw).replaceAll(
      recipient,
      RECIPIENT_PLACEHOLDER,
    );
  }

  function classify(
    stage: Stage,
    raw: string,
    provider: string | undefined,
    mayLimitRecipients: boolean,
  ): Classification {
    const key = `${stage} ${provider ?? ''} ${mayLimitRecipients} ${raw}`;
    const known = cache.get(key);
    if (known) return known;
    const text = decodeReplyOctets(raw);
    const reply = text.replaceAll(sender, SENDER_PLACEHOLDER);
    const classification = classifyReply({
      stage,
      reply,
      mayLimitRecipients,
      ...(provider !== undefined && { provider }),
    });
    const ours = text.match(sender)?.[0] ?? mailFrom;
    // Copied, because V8 keeps an entire reply in memory for a substring of it.
    const copy = Buffer.from(withoutPartialPlaceholder(classification.text)).toString();
    classification.text = copy.replaceAll(SENDER_PLACEHOLDER, () => ours);
    if (raw.length <= MAX_CACHED_LENGTH) cache.set(key, classification, Infinity);
    return classification;
  }

  return {
    /**
     * @param recipient the address in RCPT, if the reply is to RCPT
     * @param mayLimitRecipients whether the reply can be about the number of recipients
     */
    classify(
      stage: Stage,
      { raw }: Reply,
      provider?: string,
      recipient?: string,
      mayLimitRecipients = true,
    ): Classification {
      if (recipient === undefined) return classify(stage, raw, provider, mayLimitRecipients);
      const masked = maskRecipient(raw, recipient);
      const classification = classify(stage, masked, provider, mayLimitRecipients);
      if (!classification.text.includes(RECIPIENT_PLACEHOLDER)) return classification;
      const text = classification.text
        .replaceAll(RECIPIENT_PLACEHOLDER, () => recipient)
        .slice(0, MAX_TEXT_LENGTH);
      return { ...classification, text };
    },
  };
}

/** Removes the remainder of a placeholder that was truncated at the end of the text. */
function withoutPartialPlaceholder(text: string): string {
  if (text.length < MAX_TEXT_LENGTH) return text;
  for (const placeholder of [RECIPIENT_PLACEHOLDER, SENDER_PLACEHOLDER])
    for (let length = placeholder.length - 1; length > 0; length -= 1)
      if (text.endsWith(placeholder.slice(0, length))) return text.slice(0, -length);
  return text;
}
