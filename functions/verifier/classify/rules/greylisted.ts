import type { Rule } from '../rule.ts';

/** A server that answers strangers only when they come again. */
export const GREYLISTED: readonly Rule[] = [
  {
    id: 'greylisted.named',
    outcome: 'greylisted',
    codes: ['4', '5'],
    says: [
      /gr[ae]y[- ]?list|postgrey|sqlgrey|\bgld\b|liste grise|graue liste|lista (gris|grigia|cinza)|grijze lijst|szar(a|ej) lis|グレーリスト|灰名单|灰名單/,
    ],
    examples: [
      '450 4.2.0 <user@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.com.html',
      '451 4.7.1 Greylisting in action, please come back in 00:05:00',
      '550 5.7.1 Graylisted',
    ],
  },
  {
    id: 'greylisted.later',
    outcome: 'greylisted',
    codes: ['450', '451'],
    says: [
      /(try|retry|come back|resend|send)( \S+){0,3}? (again|later|in \d+|back)|retry (later|timeout)|later please|(early|too soon|first (time|attempt|contact)|new (sender|triplet|relation))|temporarily deferred|deferred for/,
      /(essayer|reessayer|revenir).{0,15}plus tard|spater (noch|erneut|wieder)|spaeter|mas tarde|piu tardi|mais tarde|later (opnieuw|nog)|pozniej|しばらく|後ほど|稍后|稍後/,
    ],
    examples: [
      '450 4.7.1 <user@example.com>: Recipient address rejected: Please try again later',
      '451 Resources temporarily restricted - please try again later',
      '451 4.7.1 Please retry in 300 seconds, new triplet',
      '450 Veuillez réessayer plus tard',
    ],
  },
];
