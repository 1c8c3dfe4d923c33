import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Client } from '@tamis/client';
import * as z from 'zod';
import { readAddressFile, saveResultFile } from './address-file.ts';
import { defineTools, selectionInput } from './define-tools.ts';
import { outputSchemas } from './outputs.ts';
import type { RunPaidCall } from './paid-calls.ts';
import { UNCONFIRMED_CREDITS_PER_DAY } from './spending.ts';
import { CONFIRM_HINT, SERVER, WRITE_HINTS } from './tool-definition.ts';
import { createToolRegistrars } from './tools.ts';

const PAID_NOTE = `Repeating the call on the same day costs nothing. Above ${UNCONFIRMED_CREDITS_PER_DAY} credits per day, the person must confirm. ${CONFIRM_HINT}`;

/**
 * Creates the server with its tools.
 * @param projectFolder folder in which tools may read and write files, unless the client has roots;
 *   without it, they have no file access
 */
export function createServer(
  client: Client,
  runPaidCall: RunPaidCall,
  projectFolder?: string,
): McpServer {
  const mcp = new McpServer(SERVER);
  const { server } = mcp;
  const registrars = createToolRegistrars(mcp, runPaidCall);

  /**
   * Folders that tools may use: the client's roots if it supports roots (MCP 2025-11-25, "Roots"),
   * otherwise `projectFolder`.
   */
  async function allowedFolders(): Promise<string[]> {
    if (!server.getClientCapabilities()?.roots) return projectFolder ? [projectFolder] : [];
    const { roots } = await server.listRoots();
    return roots.flatMap(({ uri }) => (uri.startsWith('file:') ? [fileURLToPath(uri)] : []));
  }

  const readFile = async (path: string) => readAddressFile(path, await allowedFolders());
  defineTools(registrars, client, {
    paidNote: PAID_NOTE,
    readFile: projectFolder ? readFile : undefined,
  });

  if (projectFolder)
    registrars.free('download_list', {
      title: 'Save the result of a list',
      description:
        'Saves the rows of a finished list as a new .csv or .xlsx file in the project, without ' +
        'returning any. Costs nothing.',
      input: {
        ...selectionInput,
        file: z.string().describe('path of the file, which must not exist yet'),
      },
      output: outputSchemas.saved,
      hints: WRITE_HINTS,
      work: async ({ id: list, file: path, type, include }) => {
        const format = path.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv';
        const result = () => client.lists.download(list, { type, format, include });
        return saveResultFile(path, await allowedFolders(), result);
      },
    });

  return mcp;
}
