import type { Rule } from '../rule.ts';
import { eitherOrder } from './either-order.ts';
import { MAILBOX } from './mailbox-words.ts';

/** What makes it a sentence on the right to send, or on how a command was written. */
const ANOTHER_MATTER = [
  /\brelay\w*|\bdns\b|authenti\w*|\bformato?\b|\bsynta\w+|\bcomm?and[oei]?s?\b/,
  // What was removed is the message.
  /\b(message|nachricht(en)?|e-?mails?|mensaje|messaggio|mensagem|bericht|wiadomosc) (\S+ ){0,2}?(supprime|efface|geloscht|geloescht|entfernt|eliminad|borrad|eliminat|cancellat|rimoss|excluid|apagad|removid|verwijderd|usuniet|skasowan)|\b(supprime|efface|eliminado|borrado|eliminato|cancellato|rimosso|excluiu|apagou|removeu|usunal) (le|ce|votre|el|su|il|questo|a|esta|o|sua) (message|courriel|e-?mail|mensaje|messaggio|mensagem|wiadomosc)/,
];

/** One who is unknown, or has left: not the server, group or rights of such people. */
function person(of: string, who: string, between: string, says: string): RegExp {
  return new RegExp(
    `(?<!\\b(?:${of}) )\\b(?:${who})(?: <?@>?)?[:,]? (?:${between}){0,3}(?:${says})(?![\\w-])`,
  );
}

/** What else mail is sent to. */
const LIST =
  '(?:mail+ing-?list[aei]?n?|mailing ?lijst|verteiler(?:liste)?|liste de (?:diffusion|distribution)|lista (?:de (?:distribucion|distribuicao|correo|e-?mail)|di (?:distribuzione|posta)|mailingowa|dyskusyjna|dystrybucyjna)|distributielijst)';

/**
 * The same in other languages, written without accents: that is how replies are compared. Sentences
 * run from the thing (user, mailbox, address) to what is said of it, or the other way round.
 */
export const USER_UNKNOWN: readonly Rule[] = [
  {
    id: 'user-unknown.fr',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.fr,
        says: "inconnue?s?\\b|in-?existante?s?|n[' ]?(?:a )?(?:pas |plus |jamais )?exist\\w+|(?:pas|plus|non|jamais) (?:\\S+ ){0,2}?(?:valid|valable|connu|reconnu|repertori|enregistr|utilis|attribu|trouv|exist|reference|present|declare|correct|inscrit|heberge)|ne (?:\\S+ )?(?:connai|trouv|reconnai|correspond|exist)\\S* (?:pas|plus)|invalides?|non[- ]valides?|introuvables?|erronee?s?|incorrecte?s?|supprimee?s?\\b|inacheminable|mal (?:orthographi|saisi|form)\\w+|(?:a|ont) quitte|ne (?:travaille|fait) plus|n'est plus (?:en poste|employ|salari|(?:parmi|chez) nous|dans (?:\\S+ )?\\S{0,3}(?:entreprise|societe|etablissement|effectif|ecole|universite))|impossible de (?:trouver|localiser|identifier)",
        none: 'aucune?|pas de|pas d|nulle?',
      }),
      /\b(utilisateur|destinataire|usager|personne)( <?@>?)? ne (possede|dispose) (pas|plus) d'une? (compte|bo.{1,3}te|bal)\b/,
      /\bpersonne (de|a|avec|sous|portant) (ce|cet|cette) (nom|adresse)|(?<!serveur (d')?)\be-?mail (inconnu|inexistant|introuvable)|\bcourriel (inconnu|inexistant|introuvable)|\bofr\w*_41[68]\b|\blpn\w*_?41[68]\b/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 5.1.1 Utilisateur inconnu !',
      '550 5.1.1 Adresse d au moins un destinataire invalide. OFR_416 [416]',
      "550 L'adresse du destinataire n'existe pas",
      '550 Boîte aux lettres inexistante',
      '550 Compte introuvable',
      '550 5.5.0 OFR_418',
      '550 Aucun destinataire',
      "550 Ce destinataire n'existe plus",
      '550 Ce compte a été supprimé',
      '550 Nous ne connaissons pas cet utilisateur',
      '550 Personne de ce nom ici',
      "550 Pas d'utilisateur à ce nom",
      "550 Il n'y a pas de boîte à cette adresse",
    ],
  },
  {
    id: 'user-unknown.de',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.de,
        says: 'unbekannt|exis\\w+ (?:\\S+ ){0,2}?nicht|nicht (?:\\S+ ){0,3}?(?:bekannt|vergeben|gefunden|finden|vorhanden|gultig|gueltig|exist|eingerichtet|registriert|angelegt|auffindbar|ermittel|zugeordnet|zuordenbar|zustellbar|aktiv|korrekt|zu finden|mehr (?:im|bei|in))|un(?:gu|gue)ltig|(?:gibt|kennen|kennt|finden) (?:\\S+ ){0,3}?nicht|geloscht|geloescht|entfernt|falsch|fehlerhaft|in-?existent|inkorrekt|verlassen|ausgeschieden|nicht mehr (?:beschaftigt|tatig|angestellt)|arbeitet (?:\\S+ ){0,2}?nicht mehr',
        none: 'kein(?:e|en|er|em|es)?',
      }),
      /\b(konto|postfach|mailbox|account|\S*adresse|benutzer|nutzer)\b (\S+ ){0,3}?(wurde|wird|ist) (?:(?!nachricht|mail\b|e-mail\b)\S+ ){0,7}?(geloscht|geloescht|entfernt)\b/,
      /\bniemand(en)? (mit|unter|namens) (\S+ )?(name|adresse)|\bniemand (bekannt|gefunden)/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Benutzer nicht bekannt',
      '550 Empfaenger unbekannt',
      '550 5.1.1 Diese Adresse existiert nicht',
      '550 Unbekannter Empfänger',
      '550 Kein Postfach dieses Namens, kein solches Postfach',
      '550 Mailbox existiert nicht',
      '550 Kein Mailkonto',
      '550 Der Empfänger konnte nicht gefunden werden',
      '550 E-Mail-Adresse wurde gelöscht',
      '550 Diesen Empfänger gibt es hier nicht',
      '550 Niemand mit diesem Namen',
    ],
  },
  {
    id: 'user-unknown.es',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.es,
        says: 'desconocid|in-?existente|no (?:\\S+ ){0,4}?(?:exist|valid|encontr|encuentr|reconoc|registr|localiz|conoc|hall|correspond|pertenec|ubic|correct)|invalid[oaie]|erroneo|erronea|incorrect[oa]|equivocad|eliminad|borrad|de baja|mal escrit|ya no (?:existe|trabaja|esta|forma parte|pertenece)|dejo (?:de trabajar|la (?:empresa|compania|organizacion|institucion|universidad))|imposible (?:encontrar|localizar)',
        none: 'no hay|ningun|ninguna|no tenemos|no existe',
      }),
      /\b(usuario|destinatario|persona)( <?@>?)? (?:ya )?no (tiene|posee|dispone de|cuenta con) (una? |ningun |ninguna )?(cuenta|buzon|casilla)( de (correo|e-?mail))?(?= (aqui|en|con est?e|con ese)\b|\W*$|[.,;:!(])/,
      /\bnadie (con|por|de) (\S+ )?nombre|(?<!(servidor|formato|dominio) de )\b(e-?mail|correo) (no existe|inexistente)/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Usuario desconocido',
      '550 5.1.1 No existe dicha persona',
      '550 El buzón no existe',
      '550 Usuario inexistente',
      '550 Dirección de destino errónea',
      '550 No existe ese usuario',
      '550 La cuenta ha sido eliminada',
      '550 No hay nadie con ese nombre',
      '550 El usuario no tiene una cuenta en este servidor',
      '550 No se ha podido encontrar al destinatario',
      '550 La dirección de correo no se encuentra registrada',
    ],
  },
  {
    id: 'user-unknown.it',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.it,
        says: 'sconosciut|in-?esistent|non (?:\\S+ ){0,4}?(?:esist|valid|trovat|trova\\b|present|riconosci|attiv|registrat|corrett|conosc|corrispond|appart|censit|reperibil|risulta\\b)|errat|invalid[oaie]|scorrett|sbagliat|eliminat|cancellat|rimoss|cessat|dismess|impossibile (?:trovare|localizzare|identificare)|non (?:lavora|fa) piu|ha lasciato (?:l\\b|la |il )',
        none: "nessun[ao]?|nessun altro|non (?:c'e|ci sono|abbiamo)",
      }),
      /\b(utente|destinatario|persona)( <?@>?)? non (ha|possiede|dispone di)( piu)? (una? |alcuna? )?(account|casella|mailbox)( di posta| postale| e-?mail)?( elettronica)?(?= (qui|su|in|nel|presso|con)\b|\W*$|[.,;:!(])/,
      /\bnessuno (con|di|a) (\S+ )?nome|(?<!server (di )?)\be-?mail inesistente/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Utente sconosciuto',
      '550 <user@example.it>, destin. sconosciuto',
      '550 Indirizzo inesistente',
      '550 5.1.1 Siamo spiacenti, non esiste nessun utente con questo nome',
      '550 Destinatario errato',
      '550 La casella non esiste',
      "550 L'indirizzo non risulta registrato",
      '550 Nessuno con questo nome',
      "550 L'utente non ha un account su questo server",
      '550 La casella di posta è stata cancellata',
    ],
  },
  {
    id: 'user-unknown.pt',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.pt,
        says: 'desconhecid|in-?existente|n(?:a|.{1,2})o (?:\\S+ ){0,4}?(?:exist|encontr|valid|localiz|cadastrad|regist|reconhec|conhec|correspond|pertenc|corret)|invalid[oaie]|incorret|incorrect[oa]|errad|excluid|removid|apagad|eliminad|descadastrad|impossivel (?:encontrar|localizar)|nao (?:trabalha|faz) mais|ja nao (?:trabalha|faz parte|pertence)|deixou (?:de trabalhar|a (?:empresa|companhia|organizacao|instituicao|universidade))',
        none: 'nenhuma?|nao ha|nao temos|sem',
      }),
      /\b(usuario|utilizador|destinatario|pessoa)( <?@>?)? (?:ja )?nao (tem|possui|dispoe de)( mais)? (uma? |nenhuma? )?(conta|caixa)( postal| de (correio|e-?mail))?( eletronico)?(?= (aqui|em|neste|nesta|no|na|com)\b|\W*$|[.,;:!(])/,
      /\bninguem (com|por|de) (\S+ )?nome|(?<!(servidor|formato|dominio) de )\be-?mail (nao existe|inexistente|nao encontrado)/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Usuário desconhecido',
      '550 5.1.1 Caixa postal inexistente',
      '550 Endereço não existe',
      '550 Destinatário não encontrado',
      '550 Não existe esse usuário',
      '550 Não foi possível localizar o destinatário',
      '550 Esta conta foi excluída',
      '550 Não há ninguém com esse nome',
      '550 O usuário não tem conta neste servidor',
    ],
  },
  {
    id: 'user-unknown.nl',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.nl,
        says: 'onbekend|besta(?:at|an) (?:\\w+ ){0,2}?niet|niet (?:\\S+ ){0,3}?(?:gevonden|vinden|bekend|best|geldig|herkend|geregistreerd|aanwezig|correct|juist|in gebruik|teruggevonden)|ongeldig|verwijderd|onjuist|foutie[fv]|verkeerd|komt niet voor|incorrect|kennen (?:\\S+ ){0,3}?niet|niet-bestaand|vertrokken|werkt (?:\\S+ )?niet meer|niet (?:\\S+ )?meer (?:in dienst|werkzaam)|uit dienst',
        none: 'geen',
      }),
      /\bniemand (met|onder) (\S+ )?naam/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Gebruiker onbekend',
      '550 5.1.1 Deze mailbox bestaat niet',
      '550 Onbekende ontvanger',
      '550 E-mailadres niet gevonden',
      '550 Ontvanger kan niet worden gevonden',
      '550 Geen gebruiker met deze naam',
      '550 Niemand met die naam hier',
    ],
  },
  {
    id: 'user-unknown.pl',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder({
        things: MAILBOX.pl,
        says: 'nieznan|nie (?:\\S+ ){0,3}?(?:istni|znal|odnal|pracuje|rozpozna|zarejestr|znan|figuruj|wystepuj)|nieistniej|nieprawidlow|niepoprawn|bledn|usuniet|skasowan|niewlasciw|zlikwidowan|nieaktualn|nie (?:jest|ma) juz (?:\\S+ )?(?:zatrudnion|pracowni)|odsz(?:edl|la)',
        none: 'nie ma|brak|nie mamy|zaden|zadnego',
      }),
      /\bnikogo (o|z) (\S+ )?(imieni|nazw)/,
      /\b(uzytkownik|odbiorca|adresat|osoba)( <?@>?)? nie posiada (juz )?(konta|skrzynki)( pocztowe(go|j)| e-?mail)?(?= (tu|tutaj|na|w|o)\b|\W*$|[.,;:!(])/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Nieznany użytkownik',
      '550 5.1.1 Konto nie istnieje',
      '550 Nie ma takiego konta',
      '550 Brak takiego użytkownika',
      '550 Skrzynka odbiorcy nie istnieje',
      '550 Podany adres e-mail nie został odnaleziony',
      '550 Konto zostało usunięte',
      '550 Nieistniejący adresat',
      '550 Użytkownik nie posiada konta na tym serwerze',
    ],
  },
  {
    id: 'user-unknown.ja',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      new RegExp(
        `${MAILBOX.ja}.{0,20}(?:存在し(?:ま|な|て(?:い|お))|存在せず|見つか(?:りま|ら)|不明|(?:登録|使用|利用|使わ)(?:されて|れて|して)?(?:い|お|は)?(?:ませ|りま|な)|登録が(?:ありま|な)|いませ|おりませ|ございませ|ありませ|無効|誤り|誤って|間違|不正|未登録|実在し|正しくあり|正しくな|退職|離職)|${MAILBOX.ja}(?:は|が)(?:(?!メール|メッセージ)[^。、]){0,8}削除(?:さ|済)|(?:存在しない|見つからない|不明な|無効な|未知の|該当する|未登録の|(?:登録|使用|利用)されていない).{0,8}${MAILBOX.ja}(?!.{0,10}(?:多|超|制限))`,
      ),
      /(?<!お客様の|送信)(?:メールボックス|アカウント|ユーザー?)[がは](?:無い|無く|無し|ない|なく)(?!か|など|等|場合|可能)/,
      /宛先不明|あて先不明|退会(され|済み)|該当(者|ユーザー?|アドレス)なし|@\W?は?(存在し(ま|な)|見つか(りま|ら))/,
    ],
    unless: [...ANOTHER_MATTER, /許可|権限|認証|受信拒否|形式|書式|送信側/],
    examples: [
      '550 宛先のユーザーは存在しません',
      '550 5.1.1 ユーザーは登録されていません',
      '550 宛先のメールアドレスが見つかりませんでした',
      '550 そのようなユーザーはおりません',
      '550 存在しないメールアドレスです',
      '550 このメールアドレスは現在使われておりません',
      '550 不明な受信者です',
      '550 アカウントがないため配信できません',
    ],
  },
  {
    id: 'user-unknown.zh',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      new RegExp(
        `${MAILBOX.zh}(?!服务)[^。，；;]{0,12}(?:不存在|未找到|无法找到|無法找到|未發現|无效|找不到|無效|未注册|未註冊|未开通|不正确|不正確|没有找到|沒有找到|错误|錯誤|不詳|有误|有誤|已删除|已刪除|(?:未知|不明)(?!来源|來源|主机|主機|域名|网域|客户端)|已注销|不合法|非法|离职|離職|已毕业|已畢業)|(?:不存在|无此|無此|没有此|沒有此|没有这个|沒有這個|没有该|没有|沒有|查无此|查無此|找不到|未找到|无效|無效|未知|错误|錯誤|非法)(?:的|该|此|該|这个|這個|这样的|找到)?${MAILBOX.zh}|(?:无法|無法|未能)找到(?:该|此|該)?(?:收件|用户|用戶)|查无此人|查無此人|不是有效的?(?:用户|使用者|收件人)|@\\W?(?:不存在|未找到|找不到)`,
      ),
      /(?:用户|用戶|收件人|收件者|邮箱|郵箱|账号|帐号|帳號)(?:尚|还)?(?:未[在于於](?:本|此|该|該|我们的?)(?:服务器?|服務|系统|系統|站|伺服器)(?:上|中|内)?(?:注册|註冊|登记|登記|开通|開通)|不[在属屬]于?(?:本|此|该|該)(?:服务器?|系统|系統|伺服器))/,
    ],
    unless: [...ANOTHER_MATTER, /认证|認證|权限|權限|登录|登入|发送方|發送方|发件方|發件方|寄件方/],
    examples: [
      '550 该用户不存在',
      '550 收件人不存在',
      '550 无此用户',
      '550 使用者不存在',
      '550 您所发送的收件人邮箱不存在',
      '550 查無此人',
      '550 收件人地址有误',
      '550 没有这个用户',
      '550 收件人未在本服务注册: user@example.cn',
    ],
  },
  {
    id: 'user-unknown.ko',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      new RegExp(`${MAILBOX.ko}.{0,15}(?:없|존재하지|찾을 수|잘못|유효하지)`),
      new RegExp(`(?:존재하지 않는|없는|잘못된|알 수 없는) ${MAILBOX.ko}`),
    ],
    unless: ANOTHER_MATTER,
    examples: ['550 존재하지 않는 사용자입니다', '550 사용자를 찾을 수 없습니다'],
  },
  {
    id: 'user-unknown.ru',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      new RegExp(
        `${MAILBOX.ru}.{0,30}(?:не на[ий]ден|не существует|неизвест|не зарегистрирован|отсутствует|удален)|(?:неизвестн|неверн|несуществующ)\\S* ${MAILBOX.ru}|(?:нет|не существует|не на[ий]ден\\S*) (?:такого |такой )?${MAILBOX.ru}|такого пользователя нет`,
      ),
    ],
    unless: ANOTHER_MATTER,
    examples: [
      '550 Такого пользователя нет',
      '550 Пользователь не найден',
      '550 Неизвестный адресат',
    ],
  },
  {
    // Whose mailbox it was: such words stand for other things as well, so hardly anything may come between.
    id: 'user-unknown.person',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      person(
        'de|des|du|pour|acces|accueil',
        'employee?|salariee?|collaborat(?:eur|rice)|etudiante?|eleve|agent|correspondante?',
        "est |a |ont |n'",
        'inconnue?|introuvable|inexistante?|est plus (?:en poste|employee?|salariee?|(?:parmi|chez) nous|dans (?:\\S+ )?(?:l.)?(?:entreprise|societe|etablissement|effectif|ecole|universite))|existe (?:pas|plus)|quitte (?:\\S+ )?(?:l.)?(?:entreprise|societe|etablissement|organisation|ecole|universite|service)|ne travaille plus',
      ),
      person(
        'fur|fuer|eines|des|von|externer?',
        'mitarbeiter(?:in)?|kollege|kollegin|angestellte[rn]?|beschaftigte[rn]?|student(?:in)?|studierende[rn]?|schuler(?:in)?',
        'ist |hat |uns |bei uns |hier |aus dem unternehmen |das unternehmen |die firma |die (?:universitat|hochschule|schule) ',
        'unbekannt|nicht (?:bekannt|gefunden|vorhanden)|existiert nicht|ausgeschieden|verlassen|nicht mehr (?:\\S+ ){0,3}?(?:beschaftigt|tatig|angestellt|im (?:unternehmen|haus))|arbeitet (?:\\S+ ){0,2}?nicht mehr',
      ),
      person(
        'de|del|para|acceso',
        'emplead[oa]|trabajador|colaborador(?:a)?|alumn[oa]|estudiante|funcionari[oa]',
        'ya |es |ha |fue |se ',
        'desconocid[oa]|inexistente|no (?:existe|encontrad[oa]|(?:forma parte|pertenece|trabaja|esta en (?:la|esta|nuestra) (?:empresa|universidad)))|dejo (?:de trabajar|la (?:empresa|compania|organizacion|institucion|universidad))|jubilo',
      ),
      person(
        'di|dei|del|degli|per|accesso',
        'dipendente|collaborat(?:ore|rice)|studente(?:ssa)?|allievo|collega',
        'e |ha ',
        'sconosciut[oa]|inesistente|non (?:esiste|trovat[oa]|lavora piu|fa piu parte|e piu (?:in servizio|con noi))|lasciato (?:l.|la |il )?(?:azienda|societa|ditta|ente|organizzazione|universita|ateneo)',
      ),
      person(
        'de|do|da|dos|para|acesso',
        'funcionari[oa]|colaborador(?:a)?|alun[oa]|estudante',
        'ja |e |foi ',
        'desconhecid[oa]|inexistente|nao (?:existe|encontrad[oa]|cadastrad[oa]|trabalha|faz (?:mais )?parte|pertence)|deixou (?:de trabalhar|a (?:empresa|companhia|organizacao|instituicao|universidade))|saiu da (?:empresa|companhia|organizacao)',
      ),
      person(
        'van|voor|toegang',
        'medewerk(?:er|ster)|werknemer|collega|student(?:e)?|leerling',
        'is |heeft |werkt |bij ons |hier ',
        'onbekend|niet (?:bekend|gevonden)|bestaat niet|niet meer (?:in dienst|werkzaam|bij ons)|(?:hier |bij ons )?niet meer|uit dienst|vertrokken',
      ),
      person(
        'dla|od|przez',
        'pracowni(?:k|ca|czka)|student(?:ka)?|uczen|uczennica',
        'jest |juz |tu ',
        'nieznan[ya]|nie (?:istnieje|znaleziony|pracuje|jest juz (?:zatrudnion|pracownik))|odsz(?:edl|la)',
      ),
      /\b(?:(?:nie ma|brak) takiego (?:pracownika|studenta|ucznia)|aucun (?:employe|etudiant|salarie) (?:de ce nom|a ce nom)|kein (?:solcher )?(?:mitarbeiter|student)(?: (?:mit|unter) (?:\S+ )?namen?|\W*$)|no (?:hay|existe) (?:ningun |ese |tal )?(?:empleado|alumno)|nessuno? (?:dipendente|studente) con|nenhum (?:funcionario|aluno) com|geen (?:medewerker|student) met)\b/,
      /(?:社員|職員|従業員|学生)(?:は|が)(?:既に|すでに)?(?:存在し(?:ま|な)|見つか(?:りま|ら)|退職|卒業し|おりませ|いませ)|該当する(?:社員|職員|従業員|学生)|(?:员工|員工|职员|職員|学生|學生|同事)(?:已经?|已經)?(?:不存在|离职|離職|毕业|畢業|退休)|(?:查无|查無|没有|沒有)(?:此|该|該|这个|這個)?(?:员工|員工|职员|職員|学生|學生)/,
    ],
    unless: ANOTHER_MATTER,
    examples: [
      "550 Cet employé n'est plus en poste dans notre société",
      '550 Etudiant inconnu',
      '550 Die Angestellte ist nicht mehr bei uns tätig',
      '550 Der Student ist uns nicht bekannt',
      '550 El empleado ya no pertenece a la compañía',
      '550 Alumno inexistente',
      "550 Il collaboratore ha lasciato l'azienda",
      '550 Studente non trovato',
      '550 O funcionário não trabalha mais aqui',
      '550 Aluno não encontrado',
      '550 De werknemer is uit dienst',
      '550 Student onbekend',
      '550 Pracownik odszedł z firmy',
      '550 Nie ma takiego studenta',
      '550 この社員は退職しました',
      '550 该员工已离职',
    ],
  },
  {
    // A mailing list is a recipient, too.
    id: 'user-unknown.list',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      /\b(no such|unknown|invalid|non-?existent) (mailing|mail|distribution)?[- ]?list\b(?! \w)|(^\W*|\b(mailing|distribution)[- ]?|\b(the|this) )list( <?@>?)? (is |was )?(unknown|not found|does ?n[o']t exist|(could|can) ?not be found|no longer exists)\b/,
      new RegExp(
        `\\b${LIST}(?: <?@>?| \\S{1,30}@)?(?: (?:est|ist|es|e|is|jest|wurde|(?:n'|no |non |nao |nie |nicht )?\\S{1,2}))? ?(?:inconnue?|introuvable|inexistante?|n'existe (?:pas|plus)|unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|desconocida|inexistente|no existe|sconosciuta|inesistente|non (?:esiste|trovata)|desconhecida|nao (?:existe|encontrada)|onbekend|bestaat niet|niet gevonden|nieznana|nie istnieje)(?![\\w-])`,
      ),
      new RegExp(
        `\\b(?:aucune|keine?|ninguna|nessuna|nenhuma|geen|no existe (?:la|esa|esta|tal)|brak takiej|nie ma takiej) ${LIST}\\b(?: (?:oder|ou|o|of|lub|of) \\S+)?(?: (?:ne correspond|a ce nom|(?:mit|unter|namens) (?:\\S+ ){0,2}name\\S*|con (?:ese|este) nombre|con questo nome|com esse nome|met (?:die|deze) naam|o (?:tej|takiej|podanej) nazwie|gefunden|vorhanden|bekannt)|\\W*$)`,
      ),
      /(メーリングリスト|メール配信リスト)(は|が)(存在しません|見つかりません|ありません)|(邮件列表|邮件组|郵件群組|群组邮箱)(不存在|未找到|找不到)/,
    ],
    unless: [/\b(subscri\w+|abonn\w+|members?|post|posting|owner|to)\b/, ...ANOTHER_MATTER],
    examples: [
      '550 Keine Maillingliste oder Rubrik mit diesem Namen bekannt.',
      '550 No such list',
      '550 Mailing list does not exist',
      '550 Liste de diffusion inconnue',
      '550 Mailingliste existiert nicht',
      '550 La lista de distribución no existe',
      '550 Lista di distribuzione inesistente',
      '550 Lista de distribuição não encontrada',
      '550 Mailinglijst bestaat niet',
      '550 Lista mailingowa nie istnieje',
      '550 メーリングリストが存在しません',
      '550 邮件列表不存在',
    ],
  },
  {
    // The rest of the sentence is the address that was asked for.
    id: 'user-unknown.bare-other',
    outcome: 'no_such_mailbox_by_code',
    codes: ['55', '51'],
    says: [
      /^[^\p{L}]*(?:inconnue?|introuvable|inexistante?|n'existe (?:pas|plus)|non trouvee?|unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|desconocid[oa]|no (?:existe|encontrad[oa])|sconosciut[oa]|inesistente|non (?:esiste|trovat[oa])|desconhecid[oa]|inexistente|nao (?:existe|encontrad[oa])|onbekend|bestaat niet|niet (?:gevonden|bekend)|nieznan[ya]|nie (?:istnieje|znaleziono|znaleziony)|nieistniejacy|不存在|未找到|找不到|(?:は|が)?(?:存在しません|見つかりません|不明です))[^\p{L}]*$/u,
    ],
    examples: [
      '550 Inconnu',
      '550 <user@example.de>: unbekannt',
      '550 no existe',
      '550 non trovato',
      '550 não existe',
      '550 onbekend',
      '550 nie istnieje',
      '550 不存在',
      '550 存在しません',
    ],
  },
];
