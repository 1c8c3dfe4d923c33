import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_PL: Rule = {
  id: 'user-unknown.pl',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.pl,
      says: 'nieznan|nie (?:\\S+ ){0,3}?(?:istni|znal|odnal|pracuje|rozpozna|zarejestr|znan|figuruj|wystepuj)|nieistniej|nieprawidlow|niepoprawn|bledn|usuniet|skasowan|niewlasciw|zlikwidowan|nieaktualn|nie (?:jest|ma) juz (?:\\S+ )?(?:zatrudnion|pracowni)|odsz(?:edl|la)',
      none: 'nie ma(?: tu| tutaj| u nas)?|brak|nie mamy(?: tu| u nas)?|zaden|zadnego|zadna',
    }),
    subjectIs(
      MAILBOX.pl,
      'nie(?:zarejestrowan|utworzon|zalozon)|nie (?:\\S+ ){0,3}?(?:prawidlow|utworzon[aey]?\\b|zalozon|przypisan\\w+ do (?:nikogo|zadn)|powiazan\\w+ z zadn|skonfigurowan\\w+ na|zdefiniowan[aey]?\\b(?! regul)|obslugiwan\\w+ (?:na|przez|tu)|tu obslugiwan)|nie (?:znajduje sie|ma go|ma jej) (?:w naszym|w naszej|na tym|na naszym)|nie nalezy do (?:nikogo|zadn)',
    ),
    new RegExp(
      `\\b(?:takie(?:j|go)|te(?:j|go)) ${MAILBOX.pl} nie (?:prowadzimy|obslugujemy|znamy|mamy)\\b|(?:\\bnie (?:obslugujemy|prowadzimy|hostujemy|znamy)|\\b(?:serwer|system) nie zna) (?:takie(?:j|go)|te(?:j|go)) ${MAILBOX.pl}(?! (?:ip|serwera|hosta|domeny))|\\bnie udalo sie (?:ustalic|znalezc|odnalezc) (?:takie(?:j|go) |te(?:j|go) )?${MAILBOX.pl}(?! (?:ip|serwera|hosta|domeny))|\\bnie (?:odpowiada|wskazuje|pasuje)(?: do| na)? zadn\\w+ (?:\\S+ )?${MAILBOX.pl}|\\bto nie jest nasz(?:ym|a)? ${MAILBOX.pl}|\\bnikt o (?:tym|takim) (?:nazwisku|imieniu)`,
    ),
    /(?:^\W*|[.:;,!(-] ?)(?:(?:takie(?:j|go)|te(?:j|go)|podane(?:j|go)) (?:skrzynki|konta|adresu|aliasu)(?: pocztowe\w+| e-?mail)?|takie(?:j|go) (?:uzytkownika|odbiorcy|adresata|osoby))(?: (?:u nas|tu|tutaj))? nie ma(?=\W*$|[.,;:!(])/,
    /(?:^\W*|[.:;,!(-] ?)(?:takie(?:j|go) |te(?:j|go) |podane(?:j|go) )?(?:uzytkownika|odbiorcy|adresata|skrzynki|konta|adresu|osoby|aliasu)(?: (?!ip\b|serwer|host|domen|nadaw|%)\S+)? nie ma (?:u nas|na (?:tym |naszym )?serwerze|w (?:naszym |tym )?(?:systemie|katalogu)|w (?:naszej )?(?:bazie|ksiazce adresowej))(?=\W*$|[.,;:!(])/,
    /\bnikogo (o|z) (\S+ )?(imieni|nazw)|\bpod (tym|takim) adresem (\S+ )?nie ma (\S+ )?nikogo\b|\bnie ma (\S+ )?nikogo pod (tym|takim) adresem\b/,
    /\b(uzytkownik|odbiorca|adresat|osoba)( <?@>?)? nie posiada (juz )?(konta|skrzynki)( pocztowe(go|j)| e-?mail)?(?= (tu|tutaj|na|w|o)\b|\W*$|[.,;:!(])/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Nieznany użytkownik',
    '550 Pod tym adresem nie ma nikogo',
    '550 Żadna skrzynka nie należy do jan@example.pl',
    '550 5.1.1 Konto nie istnieje',
    '550 Nie ma takiego konta',
    '550 Brak takiego użytkownika',
    '550 Skrzynka odbiorcy nie istnieje',
    '550 Podany adres e-mail nie został odnaleziony',
    '550 Konto zostało usunięte',
    '550 Nieistniejący adresat',
    '550 Użytkownik nie posiada konta na tym serwerze',
    '550 Konto nigdy nie zostało założone',
    '550 Użytkownik niezarejestrowany',
    '550 Nazwa nie odpowiada żadnemu naszemu użytkownikowi',
    '550 Nie znamy takiego odbiorcy',
    '550 Tego użytkownika nie ma w systemie',
    '550 Ten adres nie jest obsługiwany przez nasz serwer',
    '550 Nie obsługujemy tej skrzynki',
    '550 Nikt tutaj nie ma takiego adresu',
  ],
};
