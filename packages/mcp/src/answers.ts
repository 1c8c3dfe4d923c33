import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TamisError } from '@tamis/client';
import type * as z from 'zod';
import { addressesIn } from './addresses.ts';

/** Fields of the API whose text is that of a mail server, its owner, or whoever named a file. */
const BY_STRANGERS: ReadonlySet<string> = new Set(['reply', 'mx', 'file_name', 'source_name']);

/** Fields that hold an address, or the cell of a file with one. */
const ADDRESSES: ReadonlySet<string> = new Set(['email', 'address', 'suggestion']);

/**
 * Control characters, and those that nobody sees, such as variation selectors (Unicode,
 * Default_Ignorable_Code_Point): both can hide what a text says to a model.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

/**
 * An answer of the API as a model may read it. Of a cell with an address, the address is told; other
 * texts of strangers are left out, or marked as `untrusted` where they are asked for.
 */
export function said(answer: object, replies = false): CallToolResult {
  const told = JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    const seen = typeof value === 'string' ? value.replaceAll(UNSEEN, '\uFFFD') : value;
    const cell = ADDRESSES.has(name) && typeof seen === 'string' && seen !== '';
    const [address] = cell ? addressesIn(seen) : [];
    if (address !== undefined || !(cell || BY_STRANGERS.has(name))) return address ?? seen;
    return replies ? { untrusted: seen } : undefined;
  }) as Record<string, unknown>;
  const text = JSON.stringify(told, null, 2);
  return { content: [{ type: 'text', text }], structuredContent: told };
}

/** What fails here, beside what the API refuses. */
export const failure = (code: 'bad_file' | 'daily_limit' | 'declined', message: string) =>
  new TamisError({ status: 0, code, messages: [message] });

/**
 * The answer of a call. A failure is told to the assistant, which can mend the call or explain it.
 * @param output what the tool describes of its answers, to which each is cut
 * @param given with `replies`, texts of strangers are told
 */
export async function answered(
  output: z.ZodType<Record<string, unknown>>,
  given: object,
  work: () => Promise<object>,
): Promise<CallToolResult> {
  const fitting = (result: CallToolResult): CallToolResult => ({
    ...result,
    structuredContent: output.parse(result.structuredContent),
  });
  try {
    return fitting(said(await work(), 'replies' in given && given.replies === true));
  } catch (error) {
    if (!(error instanceof TamisError)) throw error;
    const { code, messages, fields } = error;
    return { ...fitting(said({ code, messages, fields })), isError: true };
  }
}
