import type { Rule } from '../rule.ts';
import { LISTS } from './blocked.ts';

const NAMED =
  /gr[ae]y[- ]?list|postgrey|sqlgrey|\bgld\b|\btriplet\b|\bnot yet authori[sz]ed to deliver mail from\b|liste grise|graue liste|lista (gris|grigia|cinza)|grijze lijst|szar(a|ej) lis|グレーリスト|灰名单|灰名單/;

const LATER = [
  /\b(try|retry|come back|resend|send)( \S+){0,3}? (again|later|in \d+|back)|retry (later|timeout)|later please|(early|too soon|first (time|attempt|contact)|new (sender|relation))|temporarily deferred|deferred for/,
  /\b(re)?essay\w+.{0,30}(tard|ulterieurement|minutes?|secondes?|nouveau)|\b(re-?essay|renouvel|patient)(er|ez)\b|\breven(ez|ir)\b.{0,15}tard|temporairement differe|differe temporairement/,
  /\bspater (noch|erneut|wieder|versuch)|spaeter|(noch ?mal|erneut|wieder)\w* (zu )?(versuch|probier|send)\w*|versuchen sie es (erneut|noch|wieder|in)|(vorubergehend|voruebergehend|zeitweise) (zuruckgestellt|verzogert|aufgeschoben)|in \d+ (minuten|sekunden)/,
  /\b(mas|mais) tarde\b|\bre-?intent\w+|\bintent\w+ (de nuevo|nuevamente|otra vez)|vuelva a (intentar|enviar)|tent[ea]\w* (novamente|de novo|outra vez|mais)|\b(aplazad|diferid|adiad)[ao] temporal?\w*|temporal?\w* (aplazad|diferid|adiad)/,
  /\bpiu tardi\b|\briprov\w+|temporaneamente (differit|rinviat|rimandat)/,
  /\b(later|straks|over \d+ \w+) (opnieuw|nog|weer)|probeer.{0,20}(opnieuw|later|nog)|tijdelijk uitgesteld/,
  /\bpozniej\b|\b(sprobuj|ponow)\w*|(odroczon|opoznion)\w+/,
  /しばらく|後ほど|のちほど|後で|再送|再度|再試行|時間をおいて|稍后|稍後|重试|重試|再试|再試|请等待|請等待|延迟|позже|повторите|나중에|잠시 후/,
];

/**
 * A server that answers strangers only when they come again, and says so: whatever else it tells then
 * of our host or sender, to come again is what it asks for.
 */
export const GREYLISTED_BY_NAME: readonly Rule[] = [
  {
    id: 'greylisted.named',
    outcome: 'greylisted',
    codes: ['4'],
    says: [NAMED],
    unless: [LISTS],
    examples: [
      '450 4.2.0 <user@example.com>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help/example.com.html',
      '451 4.7.1 Greylisting in action, please come back in 00:05:00',
      '450 4.7.1 <mx.example.org[192.0.2.1]>: Client host rejected: Greylisted for 5 minutes',
      '450-You dont seem to have a reverse dns entry. Come back later.\r\n450 You are greylisted for 20 minutes.',
      '454 Falha temporária, política SoftFail (greylisting). (#5.7.1)',
      '451 192.0.2.5 is not yet authorized to deliver mail from <news@example.net> to <user@example.com>. Please try later.',
      '421 4.2.1 Sorry, you are unknown to us. Triplet recorded, please retry in 5 minutes',
      { stage: 'connect', reply: '421 Your address has been graylisted. Try again later.' },
    ],
  },
];

/** The same by the words such servers use, which others use too. */
export const GREYLISTED: readonly Rule[] = [
  {
    id: 'greylisted.named-for-good',
    outcome: 'greylisted',
    codes: ['5'],
    says: [NAMED],
    examples: ['550 5.7.1 Graylisted'],
  },
  {
    id: 'greylisted.later',
    outcome: 'greylisted',
    codes: ['450', '451'],
    says: LATER,
    examples: [
      '450 4.7.1 <user@example.com>: Recipient address rejected: Please try again later',
      '451 Resources temporarily restricted - please try again later',
      '451 4.7.1 Please retry in 300 seconds',
      '450 Veuillez réessayer plus tard',
      '450 Réessayez plus tard',
      '451 4.7.1 Veuillez réessayer ultérieurement',
      '451 Veuillez patienter 300 secondes',
      '450 Message temporairement différé',
      '450 Reintente en 5 minutos',
      '451 Bitte versuchen Sie es in 5 Minuten erneut',
      '451 Riprovare tra 5 minuti',
      '450 Tente novamente mais tarde',
      '450 Probeer het later opnieuw',
      '450 Spróbuj ponownie później',
      '450 しばらくしてから再送してください',
      '451 请稍后重试',
    ],
  },
  {
    id: 'greylisted.later-by-code',
    outcome: 'greylisted',
    codes: ['4'],
    enhanced: ['4.7.1', '4.2.0'],
    says: LATER,
    examples: ['452 4.7.1 Please try again later', '452 4.2.0 try again later'],
  },
];
