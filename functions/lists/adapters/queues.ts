import type { Env } from '../../platform/env.ts';
import type { Sender } from '../../platform/sqs/sender.ts';
import type { WatchMessage } from '../../../shared/messages/connections.ts';
import type { EngineTask } from '../../../shared/messages/engine-task.ts';
import type {
  FinalizeMessage,
  ListMessage,
  VerifyTaskMessage,
} from '../../../shared/messages/lists.ts';

type QueueUrls = Pick<
  Env,
  | 'LIST_QUEUE_URL'
  | 'VERIFY_QUEUE_URL'
  | 'ENGINE_EXPRESS_QUEUE_URL'
  | 'ENGINE_BULK_QUEUE_URL'
  | 'FINALIZE_QUEUE_URL'
  | 'CONNECTIONS_QUEUE_URL'
>;

/**
 * The SQS queues between the stages of the pipeline. A message may arrive twice, late, or out of
 * order. Delays are in seconds, at most MAX_DELAY_SECONDS.
 */
export interface PipelineQueues {
  /** Sends a message to the list worker: ingest or resume. */
  sendList(message: ListMessage, delaySeconds?: number): Promise<void>;
  sendFinalize(message: FinalizeMessage, delaySeconds?: number): Promise<void>;
  /** Sends a message about the check of imported contacts. */
  sendWatch(message: WatchMessage): Promise<void>;
  /** Sending a message twice is harmless. @throws {Error} if SQS rejected any message */
  sendVerify(
    messages: readonly { message: VerifyTaskMessage; delaySeconds: number }[],
  ): Promise<void>;
  /** Sends a task to the engine. */
  sendEngine(message: EngineTask, queue: 'express' | 'bulk'): Promise<void>;
}

export function createPipelineQueues(sender: Sender, urls: QueueUrls): PipelineQueues {
  const send = (url: string, message: unknown, group: string, delaySeconds = 0): Promise<void> =>
    sender.sendAll(url, [{ message, delaySeconds, group }]);
  return {
    sendList: (message, delaySeconds) =>
      send(urls.LIST_QUEUE_URL, message, message.userId, delaySeconds),
    sendFinalize: (message, delaySeconds) =>
      send(urls.FINALIZE_QUEUE_URL, message, message.userId, delaySeconds),
    sendWatch: (message) => send(urls.CONNECTIONS_QUEUE_URL, message, message.userId),
    sendVerify: (messages) =>
      sender.sendAll(
        urls.VERIFY_QUEUE_URL,
        messages.map((each) => ({ ...each, group: each.message.userId })),
      ),
    sendEngine: (message, queue) =>
      send(
        queue === 'express' ? urls.ENGINE_EXPRESS_QUEUE_URL : urls.ENGINE_BULK_QUEUE_URL,
        message,
        message.task.userId,
      ),
  };
}
