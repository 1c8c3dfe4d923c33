import type { Plugin } from 'esbuild';

const EVENT_STREAMS = /@smithy[/\\]core[/\\].*[/\\]event-streams[/\\]index\.js$/;

const throwing = (name: string): string =>
  `export function ${name}() { throw new Error('${name} is not bundled: infra/stub-event-streams.ts'); }`;

/**
 * Replaces the AWS SDK's event streams, which every client contains and none of our calls uses. The
 * clients of S3 and Lambda only resolve their configuration; anything else throws an error with its
 * name.
 */
export const stubEventStreamsEsbuildPlugin: Plugin = {
  name: 'stub-event-streams',
  setup: ({ onLoad }) =>
    onLoad({ filter: EVENT_STREAMS }, () => ({
      contents: [
        'export const resolveEventStreamSerdeConfig = (config) => config;',
        ...['EventStreamSerde', 'eventStreamSerdeProvider'].map(throwing),
      ].join('\n'),
    })),
};
