import { defineRules } from './rule.ts';

/** Words about the server's own disk, or about a sending quota. */
const SERVER_DISK = ['(servidor|serveur|server|disco|diari(a|o)|磁盘|磁碟|服务器)'];

export const MAILBOX_FULL_RULES = defineRules('mailbox_full', {
  'mailbox-full.code': { enhanced: ['X.2.2'] },
  // A limit without a word for a mailbox is a rate limit, except under 552, which is the code for
  // storage.
  'throttled.bare': {
    meaning: 'throttled',
    codes: ['4', '550', '554'],
    phrases: [
      '^(error: |sorry,? )?too much (e-)?mail((,|.)? (please )?(try again|retry)( later)?)?$',
      '^(error: |sorry,? )?(message |mail |e-mail )?limits? (was |has been |is |are )?(exceeded|reached)((,|.)? (please )?(try again|retry)( later)?)?$',
    ],
  },
  'mailbox-full.en': {
    phrases: [
      '(over|exceed*|out of|beyond|above|reached|full|remaining|overdrawn) ... quota',
      'over-?quot(a|e)',
      '^over (the |its )?limit$',
      'quota (usage |limit |has been |is )?(exceed*|excedeed|full|reached|violation|over)',
      'quota ... (exceed*|reached)',
      '^(disk |disc |storage |mail )?quota$',
      '{full_box} ... (is |are )?(over)?full',
      'full (mailbox|inbox|account)',
      '*mailbox full',
      'folder full',
      '{full_box} ... (exceed*|reached|over|hit) ... (limit|size|capacity|maximum|ceiling|allocation)',
      '(exceed*|exhausted|used up|overdrawn) ... (storage|space|allocation|mailbox size|mailbox)',
      '(storage|space|disk|mailbox) ... (limit|allocation|space) (exceed*|exeeded|reached)',
      '(allocation|limit) exceeded',
      '(out of|not enough|not have enough|no|insufficient|no more) ... (storage|space|room|diskspace) ... {full_box}',
      '{full_box} ... (out of|not enough|no|insufficient) ... (storage|space|room)',
      '(out of|not enough) (storage|disk-?space|space|disk)',
      'space not enough',
      '(space|storage) (has been |has )?used up',
      'does not have enough (space|storage)',
      'too (much|many) (e-mails?|mails?|messages|data|mail data)( @)?( (on|in) (the |this )?(server|mail-box))?',
      'too much mail data',
      'over-?flow',
      'would (be over|exceed)',
      '(over|exceeds) (the )?(maximum )?(allowed) (size|number of messages|mailbox|message count|limit|quota)',
      'exceeding receiving limits?',
      '(mailbox|inbox) (storage |size )?(exceeded|exhausted)',
      '(mailbox|inbox) is at (its limit|capacity)',
      'insufficient mailbox space',
      'space available',
      'not able to receive more mail',
      '(storage|account) (storage )?limit',
    ],
    unless: [
      '(system|spool) (storage|full)',
      '(server|system|spool|queue|gateway|database|license) ... (quota|exceed*|over|out of)',
    ],
  },
  'mailbox-full.fr': {
    phrases: [
      '{fr_mailbox} ... (plein|pleine|saturee?|remplie?|encombree?)',
      '(quota|capacite|espace|allocation|stockage) ... (depass*|attein*|exced*|epuis*|satur*)',
      'depass* ... (quota|capacite|espace|stockage)',
      "(plus|pas) (d'espace|de place|assez d'espace)",
      '{fr_mailbox} ... atteint ... (limite|plafond)',
      'espace de stockage insuffisant',
    ],
    links: ['ofr_417', 'ofr004_417'],
    unless: SERVER_DISK,
  },
  'mailbox-full.de': {
    phrases: [
      '{de_mailbox} ... (voll|uberfullt|ausgelastet)',
      '*(speicher|quota|quote|kontingent|kapazitat|postfachgrosse|speicherplatz|speichervolumen|speicherkontingent) ... (uberschritten|ueberschritten|erschopft|ausgeschopft|aufgebraucht|erreicht)',
      '(kein|keinen|nicht genug|nicht genugend|zu wenig) ... *(speicher|platz|speicherplatz)',
      'zu ?viele (mails|nachrichten)',
      '*(postfach|posteingang|mailbox) ... (obergrenze|grenze|limit) (erreicht|uberschritten)',
      '(posteingang|postfachspeicher) (ist )?voll',
      '*(speicherlimit|speichergrenze) ... (erreicht|uberschritten)',
    ],
  },
  'mailbox-full.es': {
    phrases: [
      '({es_mailbox}|correo) ... (llen(o|a)|excedid(o|a)|saturad(o|a)|sin espacio)',
      '(cuota|quota|capacidad|espacio|almacenamiento) ... (excedid*|superad*|sobrepas*|agotad*|alcanzad*|insuficiente)',
      '(exced*|super*|sobrepas*|agot*) ... (cuota|quota|capacidad|espacio|almacenamiento)',
      '(no tiene|no hay|no queda|sin) (mas )?(espacio|sitio)',
      '{es_mailbox} ... (alcanzado|llegado|sobre) ... (limite|cuota|tope)',
      'bandeja de entrada esta llena',
    ],
    unless: SERVER_DISK,
  },
  'mailbox-full.it': {
    phrases: [
      '{it_mailbox} ... (pien(a|o)|satur(a|o)|esaurit(a|o))',
      '(quota|spazio|capienza|capacita|archiviazione) ... (superat*|esaurit*|insufficient*|raggiunt*)',
      '(superat*|esaurit*|ecced*) ... (quota|spazio|capienza|archiviazione)',
      "non (c'e|ha|resta) (piu )?(spazio|posto)",
      '(casella|utente) ... (raggiunto|oltre) ... (limite|quota|spazio)',
    ],
    unless: SERVER_DISK,
  },
  'mailbox-full.pt': {
    phrases: [
      '{pt_mailbox} ... (chei(a|o)|lotad(a|o)|excedid(a|o)|sem espaco)',
      '(quota|cota|espaco|capacidade|armazenamento) ... (excedid*|esgotad*|ultrapassad*|insuficiente|atingid*)',
      '(excede*|ultrapass*|esgot*) ... (quota|cota|espaco|capacidade|armazenamento)',
      '(nao ha|sem|nao tem) (mais )?(espaco|lugar)',
      '(caixa|usuario) ... (atingiu|acima) ... (limite|cota|armazenamento)',
    ],
    unless: SERVER_DISK,
  },
  'mailbox-full.pl': {
    phrases: [
      '(skrzynk*|konto|odbiorc*) ... (peln(a|e|y)|przepelnion*|zapelnion*)',
      '(limit|pojemnosc|quota|miejsce|przestrzen) ... (przekrocz*|wyczerp*)',
      '(przekrocz*|wyczerp*) ... (limit|pojemnosc*|quota|miejsca|przestrzen|ilosci przechowywanych danych)',
      'brak miejsca',
      'zabraklo miejsca',
      '(skrzynka|odbiorca) ... (osiagnela|wykorzystal) ... (limit|pulap|przestrzen)',
      '(pelna|przepelniona) skrzynka',
    ],
    unless: ['(wysylan*|wiadomosci|polaczen*)'],
  },
  'mailbox-full.other': {
    phrases: [
      // Dutch
      '{nl_mailbox} ... vol',
      '*(quotum|quota|opslaglimiet|mailboxlimiet|opslagruimte|limiet) ... (overschr*|bereikt|opgebruikt|vol)',
      '(inbox|postvak) ... vol',
      '(onvoldoende|geen) (ruimte|opslagruimte)',
      // Japanese
      '(メールボックス|受信箱|受信トレイ|容量|クォータ|割り当て量|ディスク)...(一杯|いっぱい|満杯|超過|オーバー|不足|超え)',
      '空き(容量)?が(ありま|な|不足)',
      '(メールボックス|容量)...(上限に達|フル|使い切)',
      // Chinese
      '(邮箱|信箱|收件人|收件箱|空间|容量|配额|郵箱|空間)...(满|滿|不足|超出|超过|超過|超限|不够|已用完|已达上限|没有空间)',
      '(超出|超过|超過)...(容量|空间|配额|配額)',
      // Korean, Russian
      '(메일함|편지함|용량)...(가득|초과|부족)',
      '(ящик|квот)...(переполнен|полон|заполнен|превышен)',
    ],
    unless: SERVER_DISK,
  },
});
