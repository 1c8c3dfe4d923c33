import type { Extension, KindRow, Replies, Server, SharedHosts } from './kind.ts';
import { MIXED, POSTFIX_REPLIES } from './software.ts';

export const COMMON: readonly Extension[] = [
  'PIPELINING',
  'SIZE 35882577',
  '8BITMIME',
  'ENHANCEDSTATUSCODES',
];

/** What a provider is known by. */
export interface Provider {
  hosts: SharedHosts['names'];
  replies: Partial<Replies>;
  ways?: Partial<Server>;
}

interface LookAlike extends Provider, Pick<KindRow, 'id' | 'slots' | 'summary' | 'crowd'> {}

export const lookAlike = ({ hosts, replies, ways, ...rest }: LookAlike): KindRow => ({
  ...rest,
  variants: [
    {
      zone: 'shared-mx',
      shared: { names: hosts },
      server: {
        extensions: COMMON,
        mailboxes: MIXED,
        replies: { ...POSTFIX_REPLIES, ...replies },
        ...ways,
      },
    },
  ],
});
