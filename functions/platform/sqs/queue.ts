import type { Sender } from './sender.ts';

/** A queue in SQS for messages of one kind. A delivery may come twice, late, or out of order. */
export interface Queue<Message> {
  /** @param delaySeconds from 0, which is meant where none is given, to MAX_DELAY_SECONDS */
  send(message: Message, delaySeconds?: number): Promise<void>;
}

export const createQueue = <Message>(sender: Sender, url: string): Queue<Message> => ({
  send: (message, delaySeconds) => sender.send(url, message, delaySeconds),
});

/** The same for messages of users: one who has many does not crowd out the others. */
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
