import { defineRules } from './rule.ts';

/**
 * Refusals whose text does not say that the mailbox is missing. Two of the rules conclude this from
 * text and code together; the other two are about something else, regardless of the code.
 */
export const REFUSED_RULES = defineRules('no_such_mailbox_by_code', {
  'relay-denied': {
    meaning: 'relay_denied',
    phrases: [
      "(do|does)(n't| not) (accept|handle|host|serve|receive) (mail|e-mail|messages) for",
      'domain (is )?not (hosted|local|served|handled|configured)',
      'must authenticate',
      'relay*',
      'rcpthosts',
      'authenti* (is )?(required|needed|failed)',
      'not authenticated',
      '(relais|relayage)',
      'weiterleit* ... (nicht|abgelehnt|verweigert)',
      '(retransmi*|reenvio|reencaminh*|inoltr*|doorstur*)',
      '(中继|中繼|转发|轉發|リレー|中継)',
    ],
  },
  'access-denied.microsoft': {
    codes: ['550'],
    enhanced: ['5.4.1'],
    phrases: [
      'recipient address rejected ?: access denied',
      'all recipient addresses rejected ?: access denied',
      'adresse d(u|e|es) destinataires? (rejetee|refusee)s? ?: acces refuse',
      '(empfangeradresse|adresse des empfangers) (wurde )?(abgelehnt|zuruckgewiesen|verweigert) ?: zugriff verweigert',
      '受信者のアドレスが拒否されました ?: アクセスが拒否',
      '收件人地址被拒绝 ?: 访问被拒绝',
      'direccion del destinatario rechazada ?: acceso denegado',
      'indirizzo (del )?destinatario (rifiutato|respinto) ?: accesso negato',
      'endereco (do )?destinatario (rejeitado|recusado) ?: acesso negado',
      'adres (van )?(de )?(ontvanger|geadresseerde) geweigerd ?: toegang geweigerd',
      'adres odbiorcy odrzucony ?: odmowa dostepu',
    ],
  },
  // Under the code for a bad mailbox, a refusal that mentions the recipient is about the mailbox.
  'user-unknown.recipient-refused': {
    codes: ['5'],
    enhanced: ['5.1.1'],
    phrases: [
      '(delivery|delivered|deliver) ... to (this|that|the) (recipient|user|mailbox|address)',
      '^recipient( address)? (rejected|refused)(: (access denied|%host))?( smtp:5:35)?$',
    ],
    unless: ['error', 'tempor*', 'later'],
  },
  refused: {
    meaning: 'policy',
    codes: ['5'],
    phrases: [
      '(message|mail|e-mail|connection|transaction|session|service|access|delivery)s? (is |was |has been |been |were )?{stopped_mail}',
      'not (allowed|permitted|authori(s|z)ed|welcome)',
      'go away',
      '(forbidden|banned|blocked|unauthori(s|z)ed)',
      '(acces refuse|zugriff verweigert|acceso denegado|accesso negato|acesso negado|toegang geweigerd|odmowa dostepu)',
    ],
    // RFC 5321's standard text for 553 adds nothing to the code.
    unless: ['mailbox name not allowed'],
  },
});
