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
  contacts:
    'Chaque revérification relit d’abord les contacts chez {{service}}. Les nouveaux sont vérifiés, pour un crédit chacun, et ajoutés à la liste\u00a0; ceux qui sont partis ne sont pas revérifiés. Le plafond couvre le tout.',
  apply: 'Après chaque revérification, modifier aussi les contacts chez {{service}}',
  applyEnds:
    'Les contacts ne seront plus modifiés après chaque revérification\u00a0: seul un administrateur peut l’accepter.',
  changes: '{{verdict}}\u00a0: {{what}}',
  action: {
    mark: 'marquer',
    field: 'remplir le champ',
    unsubscribe: 'marquer comme désabonné',
  },
  confirm: 'Surveiller',
  few: 'Crédits disponibles\u00a0: {{credits, number}}. La surveillance s’arrête si une revérification peut en prendre plus.',
} as const satisfies Translated<typeof en>;
