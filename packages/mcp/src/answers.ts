import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TamisError } from '@tamis/client';
import type * as z from 'zod';
import { addressesIn } from './addresses.ts';

/** API fields with text from a mail server, its operator, or whoever named a file. */
const BY_STRANGERS: ReadonlySet<string> = new Set(['reply', 'mx', 'file_name', 'source_name']);

/** Fields that contain an address, or a cell with one. */
const ADDRESSES: ReadonlySet<string> = new Set(['email', 'address', 'suggestion']);

/**
 * Control and invisible characters, such as variation selectors (Unicode,
 * Default_Ignorable_Code_Point), can hide instructions to a model.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

/**
 * Formats an API response for a model. Cells are reduced to their address; other untrusted text is
 * removed, or marked as `untrusted` if it was requested.
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

/** Failures of this server, in addition to the errors of the API. */
export const failure = (code: 'bad_file' | 'daily_limit' | 'declined', message: string) =>
  new TamisError({ status: 0, code, messages: [message] });

/**
 * Runs a call. Failures are returned to the assistant, which can correct the call or explain it.
 * @param output output schema of the tool; extra members are removed
 * @param given with `replies`, untrusted text is included
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
