/** Where something is, or whose: no subject of what follows. */
const PLACE =
  "(?<!\\b(?:on|in|at|to|by|for|of|from|with|sur|dans|au|(?<=[a-z] )de|du|par|pour|chez|auf|im|bei|von|vom|fur|fuer|zu|en|del|por|para|su|sul|nel|dal|di|da|em|no|na|do|pelo|op|van|voor|door|bij|bei|presso|w|we|z|dla|przez|przy) (?:(?:the|this|that|our|le|la|ce|cet|cette|notre|dem|der|den|diese[mrn]|unsere[mrn]|el|este|esta|nuestr[oa]|il|lo|quest[oa]|nostr[oa]|o|a|noss[oa]|de|het|deze|dit|onze|ons|tym|naszym|tej) |l')?%?)";

/** Machines, messages and what is kept of them: no mailbox, though one may be named with them. */
export const MATTER =
  "(?:(?:nom|name|nombre|nome|naam|nazwa) (?:(?:du|des|del?|do|van|of)(?: (?:de|het|the|this|your))? )?(?:serv(?:eur|ers?|idor)|serwera|hote|hosts?|dom(?:aine?|ains?|inio|eny|ein))|(?:mail|ziel)?(?:server|rechner|domain)s?|(?:host|domain)[ -]?(?:names?|naam|namen)|hosts?|serveur|(?:nom d')?hote|(?:nombre de |nome (?:do )?|nazwa )?hosta?|servidor|serwer|domaine|dominio|domein|domena|clients?|cliente|klient|messages?|messaggio|mensaje|mensagem|nachricht|bericht|wiadomosc|attachments?|piece jointe|anhang|adjunto|allegato|anexo|bijlage|zalacznik|commands?|commande|comando|befehl|opdracht|polecenie|orden|files?|fichier|datei|archivo|arquivo|bestand|plik|page|seite|pagina|strona|rules?|regle|regel|regla|regola|regra|regula|keys?|cle|schlussel|clave|chiave|chave|sleutel|klucz|filt(?:er|re|r|ro)|rout[ea]|ruta|rot(?:t)?a|contenu|contenuto|contenido|conteudo|inhalt|inhoud|tresc|header|en-?tete|kopfzeile|cabecera|cabecalho|formato?|number|anzahl|aantal(?: ontvangers)?|liczba|numero|nombre de (?:destinataires|messages)|status|etat|zustand|estado|stato|stan|parametr\\w*|parameters?|parametro|options?|opcion|opzione|opcao|optie|opcja|arguments?|argumento|characters?|caractere|caracter|carattere|zeichen|teken|znak|result|tld|folders?|network|(?:support )?contracts?|contrato?|contratto|vertrag|umowa|tenant|organi[sz]ation|company|antwort|reponse|respuesta|risposta|resposta|antwoord|odpowiedz|response)";

/** What is no mailbox, and may be in no directory, belong to nobody or never have been made. */
const THING = `(?:${MATTER}|policy|session|quota|limite?|mac|queue|file d'attente|warteschlange|cola|coda|fila|wachtrij|kolejka|trans?porte?o?|trasporto|services?|dienst|servicio|servizio|servico|maildienst|usluga|zustellung|delivery|remise|entrega|consegna|bezorging|doreczanie|berechtigung|zugang|zugriff|freigabe|profil\\w*|weiterleitung|autorisation|droits?|acces|redirection|permiso|acceso|autorizacion|reenvio|permesso|accesso|inoltro|permissao|acesso|toegang|machtiging|dostep|uprawnieni\\w+|err(?:or|eur|ore|o)|fehler|fout|blad|motivo|grund|raison|cause|reden|powod|(?:the |your |l'adresse |direccion |indirizzo |endereco |adres |adresse )ip|ip[- ](?:adres\\w*|address))`;

/** Whose server or quota it may be. */
const OF =
  "(?: (?:de|du|des|del|della|dell|do|da|dos|di|van|of|for|to|pour|a|zu|zum|para|per|voor|tot|fur|fuer|dla)(?: (?:le|la|l'|les|ce|cet|cette|el|este|esta|il|lo|quest[oa]|o|a|os|esse|de|het|deze|dit|die|den|das|diese[ns]?|the|this|that|tego|tej|dem|der|diesem|dieser))? \\S+(?: ele[ct]+roni\\w+)?| (?:des|der|dieses|dieser) \\S+| (?:te(?:go|j) )?(?:odbiorcy|adresata|uzytkownika|adresu|konta|skrzynki)(?: e-?mail)?| (?:do (?:te(?:go|j) )?(?:skrzynki|konta|adresu|odbiorcy|uzytkownika)|pocztowy|hosta|de messagerie|de correo|de e-?mail|di posta)| \\S+'s)";

const W = '(?:[^\\s:;,.!?]+ )';

/** What is said of a mailbox that was never made, and of other things as well. */
const SAID = [
  // English
  `(?:is|was|are|were)(?: not|n't| never| no longer) (?:been )?(?:found|known|listed|associated|linked|assigned|mapped|defined|configured|created|set up|hosted|(?:on|in|one of) ours?)`,
  `(?:has|have)(?: not|n't| never) (?:been (?:created|set up|assigned|defined)|existed)`,
  `belongs? to (?:nobody|no)`,
  `do(?:es)?(?: not|n't) (?:belong|match|appear (?!to)|correspond)`,
  // French
  `n'(?:est|a) (?:(?:pas|plus|jamais) )?(?:ete )?(?:cree|defini|configur|gere|heberg|rattach|associ|attribu|affect|(?:dans|sur) (?:notre|nos|ce|l'))`,
  `n'existe (?:pas|plus)|n'appartient|ne (?:correspond|figure|fait (?:pas|plus) partie|apparai)`,
  // German
  `existiert nicht|geho?e?rt (?:zu )?(?:keine|niemand|nicht)|steht nicht (?:in|auf)`,
  `(?:ist|wurde|wird|haben|fuhren) ${W}{0,3}?(?:keinem|niemandem|(?:nicht|nie|niemals) ${W}?(?:konfiguriert|definiert|gehostet|gefuhrt|gefuehrt|erfasst|aufgefuhrt|aufgefuehrt|eingerichtet|angelegt|erstellt|hinterlegt|gelistet|verzeichnet|in unsere))`,
  // Spanish, Italian, Portuguese
  `no existe|no (?:pertenece|corresponde|figura|aparece|(?:nos )?consta|es gestionad|(?:ha sido|fue|esta) ${W}?(?:cread|definid|configurad|asociad|asignad|alojad|dad[oa] de|presente|en nuestr|gestionad))|nunca (?:ha sido|fue) cread`,
  `non esiste|non (?:(?:indica|designa|individua|identifica) alcun|appartiene|corrisponde|figura|compare|(?:ci )?risulta|e (?:(?:mai )?stat[oa] )?(?:creat|definit|configurat|associat|assegnat|ospitat|gestit|ne[il]|not[oa]))|e ignot[oa]`,
  `nao existe|(?:nao|nunca) (?:pertence|corresponde|consta|figura|aparece|(?:foi|esta|e) ${W}?(?:criad|definid|configurad|associad|atribuid|hospedad|alojad|presente|n[oa]s? noss|gerid))`,
  // Dutch
  `bestaat niet|(?:be)?hoort (?:niet|bij geen)|staat niet|komt ${W}{0,3}?niet voor|is van niemand|(?:is|wordt|werd) ${W}{0,4}?(?:niet|nooit|niemand|geen enkele?) ${W}{0,3}?(?:gekoppeld|toegewezen|toegekend|aangemaakt|gedefinieerd|ingesteld|gehost|beheerd|geconfigureerd)`,
  // Polish
  `nie istnieje|nie (?:nalezy|figuruje|znajduje sie|(?:odpowiada|wskazuje|pasuje)(?: do| na)? zadn|jest ${W}?(?:powiazan|przypisan|obslugiwan|skonfigurowan|zdefiniowan)|zostala?o? (?:utworzon|zalozon|zdefiniowan))`,
].join('|');

/** What a reply may say of anything it has no use for. */
export const UNFIT =
  "(?:in-?valid\\w*|un(?:gu|gue)ltig\\w*|ongeldig\\w*|nieprawidlow\\w*|niepoprawn\\w*|bledn\\w+|incorr\\w+|fehlerhaft\\w*|unknown|inconnue?|unbekannt\\w*|descon\\w+|sconosciut\\w+|onbekend\\w*|nieznan\\w+|introuvable|inexist\\w+|inesist\\w+|n'existe|does ?n[o']t exist|existiert nicht|bestaat niet|(?:no|non|nao|not|nicht|niet|nie|pas) (?:(?:e|es|foi|ha sido|ete|worden|be) )?(?:finden|valid\\w*|gultig|geldig|esist\\w*|existe|encontrad\\w*|trovat\\w*|found|gefunden|gevonden|istnieje|znalezion\\w+|trouvee?|known|bekannt|connue?|conocid\\w|conosciut\\w|conhecid\\w|bekend|znan\\w))";

/**
 * A sentence that says of a server, a message or a file what others say of a mailbox, and may go on
 * with the mailboxes it has none of: "le domaine n'est rattaché à aucun compte"; or that somebody's
 * server or key is unknown, who need not be.
 */
export const ANOTHER_SUBJECT = new RegExp(
  `\\b(?=${THING}\\b)${PLACE}${THING}(?:${OF}{0,2} (?:${SAID}))`,
);

/** What is not known, or not kept, is the server or the domain. */
export const ANOTHER_OBJECT =
  /\b(?:know|host|connaiss\w+|heberge\w*|kennen|hosten|conocemos|alojamos|conosciamo|ospitiamo|conhecemos|hospedamos|znamy|obslugujemy) (?:pas |not |nicht |niet )?(?:(?:the|this|that|any|le|la|ce|de|den|die|das|diese[ns]?|el|es[ea]|este|il|lo|quest[oa]|o|ess[ea]|este|het|deze|dit|te(?:go|j)) |[ld]')?(?:domain|domaine|dominio|domein|domene|domeny|server|serveur|servidor|serwera|host|hote|hosta|rechner)\b/;

/** In a group, a role or a plan one may be missing and have a mailbox. */
export const IN_NO_GROUP =
  /\b(?:assigned|added|attribue\w*|affecte\w*|asignad\w+|assegnat\w+|atribuid\w+|toegewezen|przypisan\w+)(?: \S+){0,3} (?:group|role|plan|licen[cs]e|groupe|grupo|gruppo|groep|grupy|roli)\b|\b(?:der|einer|keiner|ihrer|dieser) \S{0,20}(?:gruppe|rolle) (?:\S+ )?(?:zugeordnet|zugewiesen)/;

/** The same as the first, run together. */
export const ANOTHER_SUBJECT_ASIA =
  /(?:ホスト名|ファイル|ドメイン|サーバー?|メッセージ|証明書|ルール|ルート|経路|権限|設定|キュー|鍵|サービス|会社|一覧|(?<!メーリング)リスト|レコード)[はがを](?:[^。、]{0,12}(?:割り当て|取り扱|作成され|定義され|登録され|確認でき|特定でき))|(?:経路|ルート)[はが](?:見つか|存在)|ドメインの(?:受信者|宛先|メール|アドレス)[をはが][^。、]{0,8}扱って|(?:域名|主机名?|证书|證書|文件|服务器|伺服器|规则)(?:[^。，；;]{0,3})(?:不属于|未分配|从未创建|尚未创建|未定义|未配置|未关联|不由|没有对应|不在)/;
