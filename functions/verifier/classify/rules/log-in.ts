import type { Rule } from '../rule.ts';

/** Names, passwords and accounts of whoever logs in, which a mailbox here need not be. */
export const LOG_IN: readonly Rule[] = [
  {
    id: 'other-thing.log-in',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(please|must|first|to) log ?(in|on)\b|\b(angemeldet|anmelden|eingeloggt|sesion|connectee?|connecter|aangemeld|ingelogd|inloggen|zalogow\w*)\b|\bautenti[cf]|\bauthentifi|uwierzytel|\banmeldung|\blogowani[ae]\b|\bidentifie[rz]-vous|\bidentifi(?:quese|que-se)|failed log-?ins?\b|\byou log ?in\b|\b(please|must|first|to) (register|sign up)\b|\bregistration (is )?required|\byou are not (registered|known)|\byou('re| are) not (an? )?(\S+ )?(user|member|subscriber|customer)/,
      /\b(pass ?words?|credentials?|(?<!no such )log[- ]?in (name|failed|first|required|denied|incorrect|invalid)|logged in|not logged)\b|\b(mot de passe|passwort|kennwort|contrasen[ay]\w*|palavra-passe|senha|wachtwoord\w*|hasl[oae]|identifiants?(?! (?:inconnu|inexistant) (?:ici|de nos services|chez nous|sur (?:ce|notre) serveur)))\b|パスワード|ログイン|认证|認證|密码|密碼|(?<!未|没有|没|沒有)(登录|登錄|登入)|парол|비밀번호|로그인/,
      /\b(for|pour|fur|fuer|para|per|voor|dla) (this|ce|diesen|este|questo|deze|tej) (service|dienst|servicio|servizio|servico|uslugi)\b/,
    ],
    examples: [
      '535 5.7.8 Invalid user name or password',
      '550 Utilisateur ou mot de passe incorrect',
      '550 Benutzername oder Passwort falsch',
      '550 Usuario o contraseña incorrectos',
      '550 Utente o password errati',
      '550 Usuário ou senha inválidos',
      '550 Onbekende gebruiker of wachtwoord onjuist',
      '550 Nieprawidłowy użytkownik lub hasło',
      '550 用户名或密码错误',
      '550 ユーザー名またはパスワードが間違っています',
      '550 Usuario no válido para este servicio',
      '550 Autenticazione fallita: utente sconosciuto',
    ],
  },
  {
    id: 'other-thing.log-in-code',
    outcome: 'policy',
    codes: ['534', '535', '538'],
    examples: ['535 No such user'],
  },
  {
    // RFC 5248: whoever logged in is disabled, unless it is said that the recipient is.
    id: 'other-thing.log-in-disabled',
    outcome: 'policy',
    codes: ['5'],
    enhanced: ['5.7.13'],
    unless: [/\brecipient|destinat|empfanger|empfaenger|ontvanger|odbiorc|宛先|收件/],
    examples: ['525 5.7.13 User account disabled'],
  },
];
