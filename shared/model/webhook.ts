import type { Language } from './account.ts';

/** Scope that an API key needs for each event; `null` if no key may subscribe to the event. */
export const EVENT_SCOPES = {
  'list.finished': 'read',
  'list.paused': 'read',
  'list.cancelled': 'read',
  'list.changed': 'read',
  'check.answered': 'check',
  'import.finished': 'connections',
  'apply.finished': 'connections',
  'credits.low': 'read',
  'payment.failed': null,
} as const;
export type EventType = keyof typeof EVENT_SCOPES;
export const EVENT_TYPES = Object.keys(EVENT_SCOPES) as EventType[];

/** Description of each event, shown on the webhooks page and in the documentation. */
export const EVENT_LABELS: Readonly<Record<EventType, Readonly<Record<Language, string>>>> = {
  'list.finished': { en: 'A list is finished', fr: 'Une liste est terminée' },
  'list.paused': { en: 'A list is paused', fr: 'Une liste est en pause' },
  'list.cancelled': { en: 'A list is canceled', fr: 'Une liste est annulée' },
  'list.changed': {
    en: 'A recheck of a watched list has changed verdicts',
    fr: 'La revérification d’une liste surveillée a changé des verdicts',
  },
  'check.answered': {
    en: 'A check in the background is finished',
    fr: 'Une vérification en arrière-plan a sa réponse',
  },
  'import.finished': {
    en: 'An import of contacts has ended',
    fr: 'Une importation de contacts a pris fin',
  },
  'apply.finished': {
    en: 'Verdicts were written back to a service, or this was undone',
    fr: 'Des verdicts ont été écrits dans un service, ou cela a été annulé',
  },
  'credits.low': { en: 'Few credits are left', fr: 'Il reste peu de crédits' },
  'payment.failed': { en: 'A payment has failed', fr: 'Un paiement a échoué' },
};

export const TEST_EVENT_TYPE = 'webhook.test';

/** `off`: turned off by its owner. `failing`: has accepted no delivery for three days. */
export const ENDPOINT_STATUS = ['on', 'off', 'failing'] as const;

/** A delivery is `waiting` for its next attempt until it is `delivered` or has `failed`. */
export const DELIVERY_STATUS = ['waiting', 'delivered', 'failed'] as const;

export const MAX_ENDPOINTS = 10;
export const MAX_ENDPOINT_URL_LENGTH = 2000;
