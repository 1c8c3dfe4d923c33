import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';

/** One who is unknown, or has left: not the server, group or rights of such people. */
function person(of: string, who: string, between: string, says: string): RegExp {
  return new RegExp(
    `(?<!\\b(?:${of}) )\\b(?:${who})(?: <?@>?)?[:,]? (?:${between}){0,3}(?:${says})(?![\\w-])`,
  );
}

/** What else mail is sent to. */
const LIST =
  '(?:mail+ing-?list[aei]?n?|mailing ?lijst|verteiler(?:liste)?|liste de (?:diffusion|distribution)|lista (?:de (?:distribucion|distribuicao|correo|e-?mail)|di (?:distribuzione|posta)|mailingowa|dyskusyjna|dystrybucyjna)|distributielijst)';

/** What is said of an address by itself. */
const BARE =
  "inconnue?|introuvable|inexistante?|n'existe (?:pas|plus)|non trouvee?|unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|desconocid[oa]|no (?:existe|(?:fue )?encontrad[oa])|sconosciut[oa]|inesistente|non (?:esiste|(?:e stat[oa] )?trovat[oa])|desconhecid[oa]|inexistente|nao (?:existe|(?:foi )?(?:encontrad|localizad)[oa])|onbekend|bestaat niet|niet (?:gevonden|bekend)|nieznan[ya]|nie (?:istnieje|znaleziono|znaleziony)|nieistniejacy";

/** Whom and what else mail is sent to, and what is said of them without a name for a mailbox. */
export const USER_UNKNOWN_OTHER: readonly Rule[] = [
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
      /\b(?:(?:nie ma|brak) takiego (?:pracownika|studenta|ucznia)|aucun (?:employe|etudiant|salarie|collaborateur|agent|eleve) (?:de ce nom|a ce nom)|kein (?:solcher )?(?:mitarbeiter|student)(?: (?:mit|unter) (?:\S+ )?namen?|\W*$)|no (?:hay|existe|tenemos) (?:ningun |ese |tal )?(?:empleado|alumno)|nessuno? (?:dipendente|studente) con|nenhum (?:funcionario|aluno) com|geen (?:medewerker|student) met)\b/,
      /(?:社員|職員|従業員|学生)(?:は|が)(?:既に|すでに)?(?:存在し(?:ま|な)|見つか(?:りま|ら)|退職|卒業し|おりませ|いませ)|(?:员工|員工|职员|職員|学生|學生|同事)(?:已经?|已經)?(?:不存在|离职|離職|毕业|畢業|退休)/,
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
      /\b(no such|unknown|invalid|non-?existent) (mailing|mail|distribution)?[- ]?list\b(?! (?!here\W*$)\w)|(^\W*|\b(mailing|distribution)[- ]?|\b(the|this) )list( <?@>?)? (is |was )?(unknown|not found|does ?n[o']t exist|(could|can) ?not be found|no longer exists)\b/,
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
      new RegExp(
        `^[^\\p{L}]*(?:${BARE}|不存在|未找到|找不到|(?:は|が)?(?:存在しません|見つかりません|不明です))[^\\p{L}]*$`,
        'u',
      ),
      // Said of the address where a clause begins with it.
      new RegExp(
        `(?:^\\W*|(?<!\\bfrom)[.:;,!?] \\W*)@>?["')]{0,2}:? (?:(?:est|ist|es|e|is|jest|fue|foi|a ete|wurde|werd) )?(?:${BARE})(?=\\W*$|[.,;:!)]| (?:ici|chez|sur|dans|hier|bei|auf|in|unter|aqui|en|qui|presso|su|nel|no|na|neste|op|tu|u|w)\\b)`,
      ),
      // Or what could not be found is the address.
      /\b(?:impossible de (?:trouver|localiser)|no se (?:pudo|puede|ha podido) (?:encontrar|localizar)|(?:impossibile|possibile) (?:trovare|individuare)|possivel (?:encontrar|localizar)|nie (?:znaleziono|odnaleziono|udalo sie znalezc)) (?:[al] |al |odbiorcy |adresu )?<?@/,
      // Or a name as people have it, which no host or file begins or ends like.
      /^\W*(?!mx|smtp|mail|srv|server|host|ns|relay|www|ftp|config|local|domain)[a-z]{2,20}\.(?!cfg|conf|map|txt|exe|dll|php|sock|log|dat|lock|mdb|sql)[a-z-]{2,30}:? (?:est |ist (?:uns |hier |bei uns )?(?:leider )?|es |e |is |jest )?(?:inconnue?|unbekannt|nicht bekannt|desconocid[oa]|sconosciut[oa]|desconhecid[oa]|onbekend|niet bekend|nieznan[ya])(?: ici| hier| aqui| qui| tu)?\W*$/,
    ],
    examples: [
      '550 max.muster ist uns leider nicht bekannt',
      '550 Inconnu',
      '550 No se pudo localizar a juan@example.es en el directorio',
      "550 Vérifiez l'orthographe : jean@example.fr est introuvable",
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
