import { anyOf } from '../any-of.ts';
import type { Rule } from '../rule.ts';
import { LISTS } from './blocked.ts';

const NAMED =
  /gr[ae]y[- ]?list|postgrey|sqlgrey|\bgld\b|\btriplet\b|\bnot yet authori[sz]ed to deliver mail from\b|liste grise|graue liste|lista (gris|grigia|cinza)|grijze lijst|szar(a|ej) lis|グレーリスト|灰名单|灰名單/;

const LATER = [
  /\b(try|retry|come back|resend|send)( \S+){0,3}? (again|later|in (\d+|an?|one|two|five|ten|fifteen|twenty|thirty|some|several|a few)\b|back)|retry (later|timeout)|later please|(early|too soon|first (time|attempt|contact)|new (sender|relation))|temporarily deferred|deferred for/,
  /\b(re)?essay\w+.{0,30}(tard|ulterieurement|minutes?|secondes?|nouveau)|\b(re-?essay|renouvel|patient)(er|ez)\b|\breven(ez|ir)\b.{0,15}tard|temporairement differe|differe temporairement/,
  /\bspater (noch|erneut|wieder|versuch)|spaeter|(noch ?mals?|erneut|wieder)\w* (zu |zuzu)?(versuch|probier|send|zustell|einliefer|stell)\w*|versuchen sie es (erneut|noch|wieder|in)|(vorubergehend|voruebergehend|zeitweise) (zuruckgestellt|verzogert|aufgeschoben)|in (\d+|funf|fuenf|zehn|einigen|wenigen|ein paar|einer) (minuten?|sekunden|stunden?)\b/,
  /\b(mas|mais) tarde\b|\bre-?intent\w+|\bintent\w+ (de nuevo|nuevamente|otra vez)|vuelva a (intentar|enviar)|tent[ea]\w* (novamente|de novo|outra vez|mais)|\b(aplazad|diferid|adiad)[ao] temporal?\w*|temporal?\w* (aplazad|diferid|adiad)/,
  /\bpiu tardi\b|\briprov\w+|temporaneamente (differit|rinviat|rimandat)/,
  /\b(later|straks|over (\d+|vijf|tien|enkele|een paar|een) \w+) (opnieuw|nog|weer)|probeer.{0,20}(opnieuw|later|nog)|tijdelijk uitgesteld/,
  /\bpozniej\b|\b(sprobuj|ponow)\w*|(odroczon|opoznion)\w+/,
  /しばらく|後ほど|のちほど|後で|再送|再度|再試行|時間をおいて|稍后|稍後|重试|重試|重发|重發|重投|再试|再試|再发|再發|请等待|請等待|延迟|позже|повторите|나중에|잠시 후/,
];

/** That it is the first time, or that we are not known yet. */
const STRANGER =
  "\\b(?:(?:not|never|n't) (?:yet )?(?:seen|met|heard from|known|dealt with) (?:you|this|your)|(?:new|unknown|stranger) to us|first (?:time|contact|attempt|delivery|connection|visit)|new (?:sender|relation|server|host)|know you yet)\\b|premiere (?:fois|tentative|connexion|prise de contact|livraison)|premier (?:contact|envoi|message)|jamais (?:vu|rencontre)|(?:pas|ne vous) (?:\\S+ )?encore (?:\\S+ )?connu|(?:ne (?:vous )?connai\\w+|connai\\w+) (?:\\S+ ){0,3}?pas encore|nouvel expediteur|\\bnoch (?:un|nicht )(?:bekannt|gesehen)|\\bkennen (?:\\S+ ){1,4}?noch nicht|\\berst(?:er|en|e|mal\\w*) (?:kontakt|zustellversuch|zustellung|versuch|verbindung|mal|einlieferung)|\\berstkontakt|neuer absender|primera vez|primer (?:contacto|intento|envio|correo)|(?:nunca|aun no|todavia no) (?:\\S+ )?(?:hemos|habiamos|conoce)\\w*|remitente nuevo|\\bmai (?:visto|sentito)|prima volta|primo (?:contatto|tentativo|invio|messaggio)|non (?:\\S+ )?conosciamo ancora|nuovo mittente|primeira vez|primeir[ao] (?:contat?c?to|tentativa|envio|mensagem|conexao)|nunca vi(?:mos|sto)|ainda nao (?:\\S+ )?conhec|remetente novo|\\b(?:kennen|kende|bekend) (?:\\S+ ){0,4}?nog niet|nog (?:niet|nooit) (?:\\S+ )?(?:bekend|gezien)|eerste (?:keer|poging|contact|aflevering|verbinding|bezorgpoging)|nieuwe afzender|nie znamy jeszcze|jeszcze (?:\\S+ )?nie znamy|pierwsz(?:y|a|e|ej|ego) (?:\\S+ )?(?:raz|prob|kontakt|polaczen|dorecz|wiadomos)|nowy nadawca|初めて|初回|首次|第一次|初次|从未(?:见过|来信)|從未(?:見過|來信)";
const STRANGER_LATER = new RegExp(`^(?=.*(?:${STRANGER}))(?=.*(?:${anyOf(LATER).source}))`);

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
  {
    // What it is called in so many words: we are new to it, and to come again.
    id: 'greylisted.stranger',
    outcome: 'greylisted',
    codes: ['450', '451'],
    says: [STRANGER_LATER],
    unless: [LISTS],
    examples: [
      '451 4.7.1 We have not seen you before, come back in ten minutes',
      '451 4.7.1 Votre serveur se présente pour la première fois, réessayez dans 5 minutes',
      '451 4.7.1 Ihr Server ist uns noch unbekannt, bitte in fünf Minuten nochmals zustellen',
      '450 Es la primera vez que su servidor nos escribe, reintente en unos minutos',
      '451 Mittente mai visto prima, riprovare tra cinque minuti',
      '451 4.7.1 Primeiro contato do seu servidor, tente novamente em alguns minutos',
      '451 4.7.1 Wij kennen uw server nog niet, biedt het bericht over vijf minuten opnieuw aan',
      '451 Nie znamy jeszcze Twojego serwera, ponów próbę za pięć minut',
      '451 4.7.1 初めての送信元のため、数分後に再送してください',
      '451 4.7.1 首次来信需要验证，请过五分钟后重发',
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
