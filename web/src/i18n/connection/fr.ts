import type { Texts } from '../texts.ts';

export const fr = {
  offline: 'Vous êtes hors ligne.',
  since: 'Dernière mise à jour : {{time}}.',
  busy: 'Le service est très sollicité.',
  busySeconds: 'Le service est très sollicité ; nouvel essai dans {{seconds, number}} s.',
  busyMinutes: 'Le service est très sollicité ; nouvel essai dans {{minutes, number}} min.',
} as const satisfies Texts['connection'];
