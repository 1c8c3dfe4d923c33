import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { TamisError } from '@tamis/client';
import type * as z from 'zod';
import { addressesIn } from './addresses.ts';

/** API fields with text from a mail server, its operator, or whoever named a file. */
const UNTRUSTED_FIELDS: ReadonlySet<string> = new Set(['reply', 'mx', 'file_name', 'source_name']);

/** Fields that contain an address, or a cell with one. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['email', 'address', 'suggestion']);

/**
 * Control and invisible characters, such as variation selectors (Unicode,
 * Default_Ignorable_Code_Point), can hide instructions to a model.
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

/**
 * Formats an API response for a model. Cells are reduced to their address; other untrusted text is
 * removed, or marked as `untrusted` if it was requested.
 */
export function toToolResult(answer: object, replies = false): CallToolResult {
  const sanitized = JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    const visibleText =
      typeof value === 'string' ? value.replaceAll(INVISIBLE_CHARACTERS, '\uFFFD') : value;
    const isCell =
      ADDRESS_FIELDS.has(name) && typeof visibleText === 'string' && visibleText !== '';
    const [address] = isCell ? addressesIn(visibleText) : [];
    if (address !== undefined || !(isCell || UNTRUSTED_FIELDS.has(name)))
      return address ?? visibleText;
    return replies ? { untrusted: visibleText } : undefined;
  }) as Record<string, unknown>;
  const text = JSON.stringify(sanitized, null, 2);
  return { content: [{ type: 'text', text }], structuredContent: sanitized };
}

/** Failures of this server, in addition to the errors of the API. */
export const failure = (code: 'bad_file' | 'daily_limit' | 'declined', message: string) =>
  new TamisError({ status: 0, code, messages: [message] });

/**
 * Runs a call. Failures are returned to the assistant, which can correct the call or explain it.
 * @param output output schema of the tool; extra members are removed
 * @param input with `replies`, untrusted text is included
 */
export async function runTool(
  output: z.ZodType<Record<string, unknown>>,
  input: object,
  call: () => Promise<object>,
): Promise<CallToolResult> {
  const withValidOutput = (result: CallToolResult): CallToolResult => ({
    ...result,
    structuredContent: output.parse(result.structuredContent),
  });
  try {
    return withValidOutput(
      toToolResult(await call(), 'replies' in input && input.replies === true),
    );
  } catch (error) {
    if (!(error instanceof TamisError)) throw error;
    const { code, messages, fields } = error;
    return { ...withValidOutput(toToolResult({ code, messages, fields })), isError: true };
  }
}
