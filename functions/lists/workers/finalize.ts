import { finalizeMessage } from '../../../shared/messages/lists.ts';
import { accounts } from '../../access/context.ts';
import { ledger } from '../../credits/context.ts';
import { mailQueue } from '../../mail/context.ts';
import { blobs, clock, log } from '../../platform/context.ts';
import { serveQueue } from '../../platform/queue/serve-queue.ts';
import { lists, tasks } from '../context.ts';
import { finalizeList } from '../finalize-list.ts';

const needs = { accounts, blobs, clock, ledger, lists, log, mailQueue, tasks };

export const handler = serveQueue('finalize', finalizeMessage, needs, (message, parts) =>
  finalizeList(parts, message.userId, message.listId),
);
