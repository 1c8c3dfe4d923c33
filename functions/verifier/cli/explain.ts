import type { TraceEvent } from '../types.ts';

/** One line for people out of one step of the engine. Controls of strangers are made visible. */
export function explain(event: TraceEvent): string {
  return line(event).replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function line(event: TraceEvent): string {
  switch (event.kind) {
    case 'route':
      return `${event.domain}: ${event.text}`;
    case 'dialogue': {
      const arrow = { sent: '>', received: '<', note: '*' }[event.direction];
      return `[${event.session}] ${event.host} ${arrow} ${event.text}`;
    }
    case 'decision':
      return `${event.email}: decided by ${event.rule}`;
  }
}
