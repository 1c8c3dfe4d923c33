import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { TamisError } from '@tamis/client';
import type * as z from 'zod';
import { extractAddressesFromText } from './addresses.ts';

/** API fields whose text comes from a mail server, its operator, or the person who named a file. */
const UNTRUSTED_FIELDS: ReadonlySet<string> = new Set([
  'reply',
  'cause',
  'mx',
  'file_name',
  'source_name',
]);

/** Fields that contain an address, or a cell with an address in it. */
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['email', 'address', 'suggestion']);

/** Characters that can hide instructions to a model (Unicode, Default_Ignorable_Code_Point). */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu;

/**
 * Formats an API response for a model. Reduces cells to their address and removes other untrusted
 * text, or marks it as `untrusted` if the call requested it.
 */
export function toToolResult(answer: object, replies = false): CallToolResult {
  const sanitized = JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    const visibleText =
      typeof value === 'string' ? value.replaceAll(INVISIBLE_CHARACTERS, '\uFFFD') : value;
    const isCell =
      ADDRESS_FIELDS.has(name) && typeof visibleText === 'string' && visibleText !== '';
    const [address] = isCell ? extractAddressesFromText(visibleText) : [];
    if (address !== undefined || !(isCell || UNTRUSTED_FIELDS.has(name)))
      return address ?? visibleText;
    return replies ? { untrusted: visibleText } : undefined;
  }) as Record<string, unknown>;
  const text = JSON.stringify(sanitized, null, 2);
  return { content: [{ type: 'text', text }], structuredContent: sanitized };
}

/** An error of this MCP server itself, as opposed to an error of the API. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: 'bad_file' | 'daily_limit' | 'declined';

  constructor(code: ToolError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The hosted server contains the source of the client, whose class differs from the package's. */
const isTamisError = (error: unknown): error is TamisError =>
  error instanceof Error && error.name === 'TamisError';

function describeError(error: unknown): object | undefined {
  if (error instanceof ToolError)
    return { code: error.code, messages: [error.message], fields: {} };
  if (!isTamisError(error)) return undefined;
  const { code, messages, fields } = error;
  return { code, messages, fields };
}

/**
 * Runs a call and formats its result. Failures are returned to the assistant, which can correct the
 * call or explain the failure.
 * @param output output schema of the tool; members of an unexpected type are removed
 * @param input untrusted text is included if `replies` is set
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
    const described = describeError(error);
    if (!described) throw error;
    return { ...withValidOutput(toToolResult(described)), isError: true };
  }
}
