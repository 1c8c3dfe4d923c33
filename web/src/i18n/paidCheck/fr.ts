import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  recheck: {
    ask_one: 'Revérifier {{count, number}} inconnue',
    ask_many: 'Revérifier les {{count, number}} d’inconnues',
    ask_other: 'Revérifier les {{count, number}} inconnues',
    price_one: '{{count, number}} crédit au plus. De préférence après quelques jours.',
    price_many:
      '{{count, number}} de crédits au plus : seuls les résultats clairs se paient. De préférence après quelques jours.',
    price_other:
      '{{count, number}} crédits au plus : seuls les résultats clairs se paient. De préférence après quelques jours.',
    missing_one: 'Il vous manque {{count, number}} crédit.',
    missing_many: 'Il vous manque {{count, number}} de crédits.',
    missing_other: 'Il vous manque {{count, number}} crédits.',
    running_one: 'Revérification de {{count, number}} adresse : {{answered, number}} avec réponse',
    running_many:
      'Revérification de {{count, number}} d’adresses : {{answered, number}} avec réponse',
    running_other:
      'Revérification de {{count, number}} adresses : {{answered, number}} avec réponse',
    waits_one: 'Elle attend {{count, number}} crédit.',
    waits_many: 'Elle attend {{count, number}} de crédits.',
    waits_other: 'Elle attend {{count, number}} crédits.',
    ended_one:
      'Dernière revérification : {{answered, number}} réponse sur {{count, number}}. Crédits utilisés : {{credits, number}}.',
    ended_other:
      'Dernière revérification : {{answered, number}} réponses sur {{count, number}}. Crédits utilisés : {{credits, number}}.',
    canceled: 'La dernière revérification a été annulée. Elle n’a rien coûté.',
  },
  corrections: {
    ask_one: 'Vérifier {{count, number}} correction',
    ask_many: 'Vérifier {{count, number}} de corrections',
    ask_other: 'Vérifier {{count, number}} corrections',
    price_one: '{{count, number}} crédit au plus ; gratuit si le résultat est inconnu.',
    price_many: '{{count, number}} de crédits au plus ; gratuit si le résultat est inconnu.',
    price_other: '{{count, number}} crédits au plus ; gratuit si le résultat est inconnu.',
    running_one: 'Vérification de {{count, number}} correction : {{valid, number}} valide',
    running_many: 'Vérification de {{count, number}} de corrections : {{valid, number}} valides',
    running_other: 'Vérification de {{count, number}} corrections : {{valid, number}} valides',
    ended_one:
      '{{valid, number}} sur {{count, number}} correction est valide. Crédits utilisés : {{credits, number}}.',
    ended_many:
      '{{valid, number}} sur {{count, number}} de corrections sont valides. Crédits utilisés : {{credits, number}}.',
    ended_other:
      '{{valid, number}} sur {{count, number}} corrections sont valides. Crédits utilisés : {{credits, number}}.',
    canceled: 'La vérification des corrections a été annulée. Elle n’a rien coûté.',
  },
} as const satisfies Translated<typeof en>;
