import { defineRules } from './rule.ts';

const EXPLICIT_PHRASES = [
  'gr(a|e)y-list*',
  'triplet',
  'first-time (sender|client|host|contact)',
  'not yet authori(s|z)ed to deliver mail from',
  'intentional policy rejection',
  'liste grise',
  'graue liste',
  'lista (gris|grigia|cinza)',
  'grijze lijst',
  'szar* lis*',
  'グレーリスト',
  '灰名(单|單)',
];

const RETRY_LATER_PHRASES = [
  '(try|retry|come back|resend|send)( _)?( _)?( _)? (again|later)',
  '(try|retry|come back)( again)? (in|after) (%time|_) *(seconds|minutes|min)?',
  '(too soon|first (time|attempt|contact)|new sender)',
  'temporarily deferred',
  'reessay* ... (tard|ulterieurement|minutes?|secondes?)',
  '(patienter|reessaye(r|z)|revenez)',
  'temporairement differe',
  '(spater|spaeter|erneut|nochmals) (nochmals?|erneut|wieder|versuch*|senden|zustellen)',
  'versuchen sie es',
  'in (_) (minuten|sekunden|stunden)',
  '(mas|mais) tarde',
  're-intent*',
  'tent(e|a)* novamente',
  'piu tardi',
  'riprov*',
  'probeer ... (opnieuw|later)',
  'pozniej',
  '(sprobuj|ponow)*',
  '(しばらく|後ほど|後で|再送|再度|再試行)',
  '(稍后|稍後|重试|重試|重发|重發|再试|再試)',
];

/** A reply that mentions greylisting asks for a retry, whatever else it contains. */
export const GREYLISTED_BY_NAME_RULES = defineRules('greylisted', {
  'greylisted.named': {
    phrases: EXPLICIT_PHRASES,
    links: ['postgrey', 'sqlgrey'],
    unless: ['{bad_list}'],
  },
  // Postfix's postscreen ends the connection after its deep tests, and admits a host that passed
  // them when it reconnects (https://www.postfix.org/POSTSCREEN_README.html#after_220).
  'greylisted.postscreen': {
    stages: ['rcpt'],
    codes: ['450'],
    enhanced: ['4.3.2'],
    phrases: ['^service currently unavailable'],
  },
  // haraka-plugin-greylist sends the default text of haraka-dsn.
  'greylisted.haraka': {
    codes: ['45'],
    enhanced: ['4.7.1'],
    phrases: ['^delivery not authorized, message refused$'],
  },
});

/** Greylisting recognized by phrases that servers also use for other reasons. */
export const GREYLISTED_RULES = defineRules('greylisted', {
  'greylisted.later': { codes: ['450', '451'], phrases: RETRY_LATER_PHRASES },
  'greylisted.later-by-code': {
    codes: ['4'],
    enhanced: ['4.7.1', '4.2.0'],
    phrases: RETRY_LATER_PHRASES,
  },
});
