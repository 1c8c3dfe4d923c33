import type { Sender } from './sender.ts';

/** An SQS queue for one kind of message. Messages may arrive twice, late, or out of order. */
export interface Queue<Message> {
  /** @param delaySeconds from 0 (default) to MAX_DELAY_SECONDS */
  send(message: Message, delaySeconds?: number): Promise<void>;
}

export const createQueue = <Message>(sender: Sender, url: string): Queue<Message> => ({
  send: (message, delaySeconds) => sender.send(url, message, delaySeconds),
});

/** Creates a queue of users' messages. With fair queuing, a busy user does not delay others. */
export const createUserQueue = <Message extends { readonly userId: string }>(
  sender: Sender,
  url: string,
) => ({
  send: (messages: readonly Message[], delaySeconds = 0): Promise<void> =>
    sender.sendAll(
      url,
      messages.map((message) => ({ message, delaySeconds, group: message.userId })),
    ),
});
