/** Addresses of one domain that stand together at most, about. */
const TOGETHER = 500;
/** Domains counted at once, and how often one must have been seen not to be forgotten then. */
const COUNTED = 32_768;
const OFTEN = 128;

/** Gives addresses their places in an order in which those of a domain stand together. */
export interface DomainKeys {
  /** To be told of every address before the first key is asked for. */
  count(email: string): void;
  /**
   * From 0 to 2^32 - 1, evenly spread over domains. Equal for all addresses of a domain, but where
   * there are thousands: they come in several places, so that a large provider keeps nobody else
   * waiting. Spellings that differ in case have the same key.
   */
  keyOf(email: string): number;
}

export function createDomainKeys(): DomainKeys {
  const counts = new Map<string, number>();
  return {
    count(email) {
      const domain = domainOf(email);
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
      if (counts.size > COUNTED) forgetRare(counts);
    },
    keyOf(email) {
      const domain = domainOf(email);
      const count = counts.get(domain) ?? 0;
      const key = hash(domain);
      if (count <= TOGETHER) return key;
      // The places of many halve the distances between those of few.
      const step = 32 - Math.ceil(Math.log2(count / TOGETHER));
      const place = hash(email.slice(0, -domain.length).toLowerCase()) >>> step;
      return (key + place * 2 ** step) % 2 ** 32;
    },
  };
}

/** What is frequent in the input comes again soon; the others may begin anew. */
function forgetRare(counts: Map<string, number>): void {
  for (const [domain, count] of counts) if (count < OFTEN) counts.delete(domain);
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** FNV-1a with the finish of MurmurHash3, which spreads short texts over all bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
