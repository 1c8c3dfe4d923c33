import { textOfOctets } from '../smtp/octets.ts';
import type { TraceEvent } from '../types.ts';

/** One step of the engine as a line. Control characters of a server become U+FFFD. */
export function explain(event: TraceEvent): string {
  return line(event).replaceAll(/\p{Cc}/gu, '\uFFFD');
}

function line(event: TraceEvent): string {
  switch (event.kind) {
    case 'route':
      return `${event.domain}: ${event.text}`;
    case 'dialogue': {
      const arrow = { sent: '>', received: '<', note: '*' }[event.direction];
      const text = event.direction === 'received' ? textOfOctets(event.text) : event.text;
      return `[${event.session}] ${event.host} ${arrow} ${text}`;
    }
    case 'decision':
      return `${event.email}: ${event.status} ${event.reason}, decided by ${event.rule}`;
  }
}
