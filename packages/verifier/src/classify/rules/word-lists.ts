import { splitList } from './rule.ts';

/**
 * Word lists that phrases reference as `{name}`, so that a new word benefits all phrases. Entries
 * are separated by commas and have the syntax of phrases. `fr_mailbox` contains French words for a
 * mailbox, `fr_unknown` for a missing mailbox; lists without a language are English.
 */
const LISTS = {
  mailbox: `
    (local |mail |e-mail |virtual |gmail )?(users?|user-name|user-id),
    (destination |recipient |recipients |e-mail |mail |user |local )?(mail-box|mbox|inbox|account|acount)(es|s)?,
    (e-mail |mail |envelope |final |valid )?(recipients?|rec(e|i)p(i)?ent|rec(ei|ie)ver|rcpt( ?to)?)( (name|user))?,
    (recipient )?(destination )?(e-mail |mail )?(address(es)?|adress|addressee|adressee),
    e-mail('s)?( name)?, (mail |e-mail )?(id|drop|alias), local-part, customer, person,
    employee, usr, subscriber, student, (mailing|distribution)-list`,
  unknown: `
    (not |un)-?(known|kown|recogni(s|z)ed|registered|found), unknow, un-routable, unrouteable,
    not? (exist(s|ing|ant|ent)?|found|valid), in-?(valid|existent|existant), non-exist*,
    undeliverable, unallocated, unresolvable, in-existente?,
    mis-spelled, gone, purged, undefined, incorrect,
    non-deliverable, not present, (wrong|not present) or no longer valid,
    no longer (valid|exists?|in use|available|here|on (the )?(server|system))`,
  // A short list of mailbox words, for the rules about replies unrelated to the recipient.
  box: `
    (mail-box|account|user|recipient|address|alias)(es|s)?, e-mail`,
  // Phrases that follow a word for a mailbox, as in "user does not exist".
  not_there: `
    (do|does|did|dose|dos)(n't| not| no|'nt) (exist|exists|exsist|exits|appear to exist),
    (is |was |were |has been |are |seems? )?{unknown},
    (could|can|was|were)(n't| ?not) be (found|resolved|located), never existed,
    (is )?(marked as invalid|not ok|(not|never) (local|identified|configured to receive|handled|assigned|in use|ours|here|on file|provisioned)),
    (has been |was |is )?(closed and )?(deleted|removed)( by (user|the administrator))?$,
    (has )?(moved|been replaced|left),
    no longer (accepts?|receives?|receiving) (any )?(e-)?mails?, does not accept replies,
    must exist$`,
  // More phrases that follow a word for a mailbox.
  gone: `
    (has|have) been (cancelled|removed|deleted)( from (our|this) (server|service|system))?,
    (has|was) never (been )?(used|created|set up|provisioned|a user of ours),
    has not been (set up|provisioned),
    (does not|doesn't) (match|correspond to|belong to) (any|an existing) (mailbox|user|account|customer),
    (does not|doesn't) (belong to anybody|work here), matches no (mailbox|user),
    (could not|couldn't) be matched, has departed, (is |was )?no longer (used|with (our|the) company),
    (is )?not (a )?(member of|in) (the|this|our) (domain|organi(s|z)ation|system),
    (has no|does not have|doesn't have) e-mail service, has no account on this server,
    isn't (here|hosted on|registered with|assigned to any|one of our|in our|on our|on this),
    (is |was )?not (here|(hosted )?on (this|our) (server|service|system|cluster)),
    not (used|created|set up|provisioned|used here|used any-more),
    not (any more|anymore) in (our|this) system, no (more|longer) exists, no more exists,
    not found at the destination domain, not listed, unassigned`,
  // Phrases that precede a word for a mailbox, as in "no such user".
  no_such: `
    (no|so|no s(h)?uch) (such|matching|existing|corresponding)( own-host| local| e-mail| mail| virtual)?,
    no shuch,
    (unknow|unknown|unkown|un-recogni(s|z)ed|unregistered|undefined|non-exist*|unused)( or illegal| or invalid)?( virtual)?,
    (invalid|illegal|bad|wrong|incorrect|malformed)( or unknown| or invalid)?( virtual)?,
    un-routable, unrouteable, undeliverable, un-resolvable, non-deliverable,
    unknown(/| or )invalid`,
  by_that_name: `
    (here )?by (that|this) name, here, at, with, for, found, registered, available for, called,
    named, of that name, in, matches, is hosted, under, exists`,
  directory: `
    (the |our |my |this |a )?(_ )?(directory|address book|post office|database|ldap server),
    (the |our |my |this |a )?(_ )?((recipient|local|validrcptto|route) list|(recipient|alias|user) table),
    (the |our |my )?list of allowed recipients`,
  fr_mailbox: `
    courriel, e-mail, employe, collaborateur, personne, utilisat(eur|rice), usager, destinataire, boites?, boite aux lettres, correspondant, abonne,
    (compte|adresses?)( (mail|e-mail|de messagerie|du destinataire|d'au moins un destinataire))?,
    messagerie, alias, mailbox, bal`,
  fr_unknown: `
    inconnue?s?, inexistante?s?, introuvables?, invalides?, erronee?, incorrecte?, supprimee?,
    a ete supprimee?, (non|pas|plus) (reconnue?|repertoriee?|creee?|enregistree?),
    absente? de (l|notre) ?annuaire, incorrect,
    n'(a|est) (jamais|pas|plus) (ete )?(creee?|ouverte?|trouvee?|existe|utilisee?|connue?|en poste|dans),
    ne (fait|figure) (pas|plus) (partie|dans), (n'est attribuee?|ne correspond) a aucune?,
    (a expire|a ete fermee?) et (a ete supprimee?|n'existe plus), (non|pas|plus) (valide|valable|connue?|trouvee?), n'existe (pas|plus),
    n'a pas ete trouvee?`,
  de_mailbox: `
    *(nutzer|empfanger|empfaenger|adresse|postfach|konto|kunde|teilnehmer|mailbox|briefkasten)(s|es|n|in|name)?,
    account, alias, adressat, user, person, (e-)?mail-?(konto|adresse), adressteil`,
  de_unknown: `
    unbekannt*, ungultig*, ungueltig*, existiert nicht,
    nicht (mehr )?(bekannt|gefunden|vorhanden|gultig|gueltig|existent|registriert|eingerichtet|vergeben),
    gibt es (hier |bei uns |in unserem hause )?nicht, (nicht|nie) (angelegt|eingerichtet|hinterlegt),
    (wurde )?(entfernt|geloscht), gehort niemandem, steht nicht in, nicht existiert, geloscht, geloescht, aufgelost, fehlerhaft,
    nicht (zustellbar|gelistet|verzeichnet), konnte nicht (gefunden|zugestellt) werden`,
  es_mailbox: `
    usuarios?, destinatarios?, buzon(es)?, cuenta( de correo)?( electronico)?,
    direccion(es)?( de correo| de e ?mail)?( electronico)?, casilla( de correo)?, persona,
    (correo( electronico)?|e-mail), alumno`,
  es_unknown: `
    desconocid(a|o|as|os), inexistentes?, invalid(a|o), no existen?, no valid(a|o),
    no (fue |ha sido |se ha )?encontrad(a|o), no se encuentra( en el directorio)?, erroneo?a?,
    (ha sido |fue )?(eliminad|borrad)(a|o), no (pertenece|corresponde) a, (no )?dad(o|a) de (baja|alta),
    ya no (trabaja|tiene), (nunca )(se creo|ha sido cread(a|o)), no (figura|aparece) en,
    no (es|son) valid(a|o)s?, no (tiene|dispone de) buzon, no (esta )?registrad(a|o), incorrect(a|o)`,
  it_mailbox: `
    utent(e|i), destinatari(o|i), destin,
    casell(a|e)( di posta| postale)?( elettronica)?( (del )?destinatario)?,
    indirizz(o|i)( e ?mail)?, account( e ?mail)?, mailbox, e-mail, persona, studente`,
  it_unknown: `
    sconosciut(o|a|i), inesistent(e|i), errat(o|a),
    (non|nessun) (esiste|valid(o|a)|trovat(o|a)|record utente trovato),
    non e (stat(o|a) )?(trovat|valid)(o|a),
    non (esistente|riconosciut(o|a)|registrat(o|a)|presente), non e piu (valid(o|a)|presente),
    cancellat(o|a), non (lavora piu|figura|risulta|compare), (e stat(o|a) |e stata )?(eliminat|rimoss)(o|a),
    (non e |non )?(mai )(stat(o|a) )?(creat|attivat)(o|a), non (e |risulta )?(registrat|presente|censit)(o|a)?,
    non (ha|possiede) (un|una|la sua) (account|casella), non e nel nostro elenco`,
  pt_mailbox: `
    usuari(o|a)s?, utilizador(es)?, destinatari(o|a)s?,
    caixas?( postal| de correio)?( de destino)?( eletronico)?, contas?( de e ?mail)?,
    enderecos?( de (e ?mail|destino))?, aluno, funcionario, pessoa`,
  pt_unknown: `
    desconhecid(o|a), inexistente, invalid(o|a), nao existe,
    nao (foi |esta )?(encontrad|localizad|cadastrad)(o|a), nao (e )?valid(o|a),
    nao (esta )?registad(o|a), nao registrad(o|a), incorret(o|a), excluid(o|a), (foi )?removid(o|a),
    (foi )?nunca (foi )?criad(o|a), nao (consta|figura|aparece|trabalha mais), nao esta cadastrad(o|a),
    nao (tem|possui) (uma )?(conta|caixa)`,
  nl_mailbox: `
    (e-)?*(gebruiker|ontvanger|mailbox|postvak|postbus|adres|klant), account, geadresseerde, persoon,
    medewerker, student`,
  nl_unknown: `
    onbekend*, ongeldige?, bestaat niet( meer)?,
    niet (gevonden|bekend|geldig|geregistreerd|meer in gebruik), kon niet worden gevonden,
    onjuist, (vervallen en )?verwijderd, (bij ons )?(nooit|niet) (aangemaakt|bekend), komt niet voor,
    werkt hier niet meer, staat niet in, niet bestaat, is niet meer in dienst,
    (op deze server |hier )onbekend`,
  pl_mailbox: `
    uzytkownik, odbiorca, adresat, skrzynka( pocztowa| odbiorcy)?, konto,
    adres( e ?mail| odbiorcy)?, adresat(a|u)?, pracownik`,
  pl_unknown: `
    nieznan(y|a|e), nie istnieje, (nie zostal(a|o)? |nie )(odnalezion|znalezion)(y|a|e),
    niepoprawny, nieprawidlow(y|a|e), usuniet(a|e|y), zostal(a|o) usuniet(a|e|y),
    (jest )?nieprawidlow(y|a|e), nieaktualny, nie figuruje, (nigdy )?nie (istnialo|zostal(a|o)? (u nas )?(zalozon|utworzon)(a|e|y)),
    nie (ma|posiada) (u nas )?(konta|skrzynki), (jest )?niewlasciwy, zostal(a|o)? usuniet(y|a|e),
    nie zostala zalozona,
    nie jest zarejestrowan(y|e), niezarejestrowany, nie jest zarejestrowany`,
  ja_mailbox: `
    宛先(アドレス)?(の方)?, 宛て先, 送信先, ユーザー?(ID|名)?, アカウント, メールボックス, アドレス, 受信者(アドレス)?, 職員, 社員`,
  ja_unknown: `
    存在しま, 存在しな, 存在せず, 見つかりま, 見つから, 見当たり, 不明, 登録されていま, 登録がありま, 使われており, 使用されていま, 登録されておりま, ありません,
    おりません, 無効, ございません, 該当する方がいらっしゃいません, 在籍して, 退職, 見当たりません, 未登録, 誤りが, 正しくあり, 作成されていま, 削除されま`,
  zh_mailbox: `
    用户名?, 用戶, 收(件|信)人(地址)?, 收件者, 收件地址, 邮箱(地址|账号)?, 郵箱, 信箱, 地址, 帐号, 账号, 帳號, 账户, 帐户, 使用者, 员工`,
  zh_unknown: `
    不存在, 无效, 無效, 未知, 找不到, 未找到, 没有找到, 未在本服务注册, 未注册, 未开通, 有误, 尚未注册, 未创建, 已注销, 已删除, 从未存在, 错误, 从未创建, 从来没有创建过, 已离职, 不在本系统中, 不在我们(系统|的数据库)中, 不在用户列表中, 未於本服務註冊, 未在本系统开通, 不是有效用户, 不属于任何`,
  ko_mailbox: `
    사용자, 수신자, 메일함, 편지함, 계정, 주소`,
  ru_mailbox: `
    пользовател, адресат, ящик, получател, адрес, аккаунт`,
  stoppable: `
    mail-box, mbox, (user-)?account, acount, users?, recipient, recipient mailbox, address,
    mail-address, inbox, alias, distribution list`,
  stopped: `
    disabled, inactive, in-activated, de-activated, suspended, locked, isblocked, closed, terminated,
    discontinued, expired, frozen, on hold, archived, retired, hangup, not active`,
  full_box: `
    mail-box(es)?, inbox, account(s)?, mail-(folder|dir|drop|file), recipients?('s)?, receiptor,
    users?('s)?, storage`,
  bad_list: `
    (black|block|deny|reject|bad|spam)-list*, dnsbls?, rbls?, sbl, uribl, surbl, xbl, liste noire,
    lista (negra|nera), zwarte lijst, schwarzen? liste, czarn* lis*, ブラックリスト, 黑名单, 黑名單,
    ч(е|ё)рн* списк*`,
  sent: `
    connect*, sessions?, messages?, mails?, e-mails?, errors?, commands?, invalid, unknown,
    non-exist*, bad, wrong, failed, failures?, requests?, attempts?, concurrent, hops?,
    unknown rcpt, connex*, conex*, conness*, verbindung*, tentatives?, err(eu|o)r*, fehler*,
    anfragen, nachrichten, versuche, mensajes, correos, intentos, messaggi, errori, mensagens,
    erros, tentativas, berichten, pogingen, polaczen`,
  rate: `
    rate-?limit*, sender rate,
    (rate|sending|send|hourly|daily|outgoing|outbound|relay|connection|frequency)( _)?( _)? (rate|quota|limits?|limited|limiting),
    (max|maximum)? ?(number of )?(e-?mails|messages|failures) per (hour|day|session|minute),
    throttl*, slow(er| down), too (fast|frequent|quickly|often),
    (quota|limit) ... per (hour|day|minute), (frequency|rate) limit*,
    exceed* ... per (hour|day|minute|connection|session)`,
  too_fast: `
    receiv(es|ing) (mail|e-mails?) (too|at a rate),
    recipient has exceeded ... (rate limit|number of messages),
    received too (much|many) (mail|e-mails?|messages) in a short,
    (recoit|recevoir) ... a un rythme,
    (erhalt|empfangt) ... (zu schnell|in einer geschwindigkeit),
    (recibe|recibiendo) ... (demasiado rapido|que impide|gran cantidad),
    (riceve|ricevendo) ... (troppo rapidamente|in quantita),
    (recebe|recebendo) ... (muito rapid*|rapido demais), ontvangt te snel,
    otrzymuje ... zbyt szybko, (ペース|速度|頻度)でメールを受信, 接收(电子)?邮件(的频率过高|过于频繁), 接收速率超过`,
  // Words that follow a message or a connection that is refused, as in "message rejected".
  stopped_mail: `
    refused, rejected, blocked, denied, not (accepted|allowed|permitted|available|authori(s|z)ed),
    unavailable, filtered, quarantined, refuse, rejete, forbidden, restricted`,
  // Words for what is refused, in a refusal without a reason.
  whom: `
    user, recipient, address, rcpt, mailbox, mail, recipient address, destinataire, destinatario,
    empfanger, ontvanger, odbiorca`,
  refused_word: `
    rejected, refused, denied, not accepted, unacceptable, refusee?, rejetee?, abgelehnt, abgewiesen,
    verweigert, rechazad(o|a), denegado, rifiutat(o|a), recusad(o|a), rejeitad(o|a), geweigerd,
    odrzucon(y|a)`,
  refused: `
    ({whom} )?(ha sido |wurde |ist |est |is |was )?{refused_word}, requested (mail )?action (not taken|aborted), mailbox name not allowed, sorry, error, failed,
    failure, no, (收件人|地址|宛先|受信者)?(は|が)?(被|已)?(拒绝|拒絕|拒收|拒否されました|拒否)`,
  // Things related to a mailbox that may be unknown although the mailbox exists.
  thing: `
    mail-?servers?, servers?, serveur, servidor, serwer, hosts?, mx, domain*,
    dom(ane|aine|inio|ein|ena|inium), tab(les?|ella|elle|la|ela|el), maps?, data-?base, datenbank,
    base( de datos| de dados)?, backend, store, index, *director(y|io), *verzeichnis, katalog,
    maildir, map, folder, file, fichier, certifi*, zertifikat, keys?, cle, signatur(e|a), firma,
    assinatura, tokens?, session, class, agent, contents?, formats?, types?, tipo, status, state, stato,
    estado, rules?, regle, regel, regla, regola, numbers?, numero, anzahl, number, count, license,
    licence, contract, device, shell, company, empresa, azienda, bedrijf, entreprise, behaviour,
    manager, login, input, preferences, settings, tenant, home, location, driver, plan, replica,
    script, shard, recht, zugang, berechtigung, warteschlange, weiterleitung, filter, filtre, queue,
    file d attente, acces, service, toegang, wachtrij, redirecionamento, redirect, registo, rekord,
    certyfikat, domena, correo, serwer, name-?server, provider, records?, transport, rule, cookie, tag, delegate,
    connector, organi(s|z)ation, secretary, disk, signature, character set, time stamp, schlussel,
    vertrag, kundennummer, weiterleitungsziel, klantnummer, handtekening, clave, fichero,
    cartella, numero cliente, diretorio, champ, map(pe)?`,
  maintenance: `maintenance, mantenimiento, manutenzione, manutencao, wartung*, onderhoud`,
};

export const WORD_LISTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(LISTS).map(([name, words]) => [name, splitList(words)]),
);
