import type { Language } from './account.ts';

/** What endpoints are told, with the scope by which a key may read it; null: sessions alone. */
export const EVENT_SCOPES = {
  'list.finished': 'read',
  'list.paused': 'read',
  'list.cancelled': 'read',
  'list.changed': 'read',
  'check.answered': 'check',
  'credits.low': 'read',
  'payment.failed': null,
} as const;
export type EventType = keyof typeof EVENT_SCOPES;
export const EVENT_TYPES = Object.keys(EVENT_SCOPES) as EventType[];

/** What each tells, on the page of webhooks and in the documentation. */
export const EVENT_LABELS: Readonly<Record<EventType, Readonly<Record<Language, string>>>> = {
  'list.finished': { en: 'A list is finished', fr: 'Une liste est terminée' },
  'list.paused': { en: 'A list is paused', fr: 'Une liste est en pause' },
  'list.cancelled': { en: 'A list is cancelled', fr: 'Une liste est annulée' },
  'list.changed': {
    en: 'Checking a watched list again has changed verdicts',
    fr: 'La revérification d’une liste surveillée a changé des verdicts',
  },
  'check.answered': {
    en: 'A check in the background has its answer',
    fr: 'Une vérification en arrière-plan a sa réponse',
  },
  'credits.low': { en: 'Few credits are left', fr: 'Il reste peu de crédits' },
  'payment.failed': { en: 'A payment has failed', fr: 'Un paiement a échoué' },
};

/** What an endpoint gets when its owner tries it. */
export const TEST_EVENT = 'webhook.test';

/** `off` by its owner, `failing` after three days in which no delivery was taken. */
export const ENDPOINT_STATUS = ['on', 'off', 'failing'] as const;

/** `waiting` for its next attempt, `delivered`, or `failed` for good. */
export const DELIVERY_STATUS = ['waiting', 'delivered', 'failed'] as const;

export const MAX_ENDPOINTS = 10;
export const MAX_ENDPOINT_URL_LENGTH = 2000;
