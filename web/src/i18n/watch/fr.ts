import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Surveiller cette liste',
  text: 'Nous revérifions ce qui a pu changer, et vous signalons les changements par e-mail.',
  rule: 'Ce qui est revérifié, et quand',
  ruleText:
    'Au bout de 30 jours : les adresses acceptées (90 chez les fournisseurs comme Gmail). Au bout de 90 : celles des domaines qui acceptent tout. Au bout de 180 : les invalides. À chaque fois : les inconnues.',
  every: 'Revérifier',
  costs:
    'Crédits la première année\u00a0: environ {{usual}} d’ordinaire, {{most, number}} au plus. Seuls les résultats clairs se paient.',
  most: 'Plafond de crédits par revérification',
  mostHint:
    'Une revérification en prend actuellement {{credits, number}} au plus. Si l’une d’elles peut dépasser ce plafond ou votre solde, la surveillance s’arrête et vous recevez un e-mail.',
  confirm: 'Surveiller',
  few: 'Crédits disponibles\u00a0: {{credits, number}}. La surveillance s’arrête si une revérification peut en prendre plus.',
} as const satisfies Translated<typeof en>;
