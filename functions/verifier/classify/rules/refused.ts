import type { Rule } from '../rule.ts';

/** Refusals that give a reason other than the mailbox, or none, though their code may sound exact. */
export const REFUSED: readonly Rule[] = [
  {
    id: 'relay-denied',
    outcome: 'relay_denied',
    codes: ['4', '5'],
    says: [
      /\brelay(?!=| recipient)\w*|\brcpthosts\b|not (an? )?(open|local) relay|do(es)? ?n[o']t (accept|handle|host|serve|receive) (mail|e-?mail|messages) for|no(t)? (local|hosted) domain|domain (is )?not (hosted|local|served|handled|configured|found here)|gateway user|smtp auth|authenti\w+ (is )?(required|needed|failed)|must authenticate|not authenticated/,
      /\brelais|\brelayage|weiterleit\w+ (ist |wird |wurde )?(nicht|abgelehnt|verweigert|verboten|untersagt)|\bretransmi|\breenvio|\breencaminh|\binoltr|\bdoorstur|\bdoorgev|\bprzekaz\w+ (poczty|wiadomosci|jest|zabron|niedozw)|\bprzesylanie dalej|中继|中繼|转发|轉發|轉寄|リレー|中継|릴레이/,
    ],
    examples: [
      '554 5.7.1 <user@example.com>: Relay access denied',
      '550 5.7.1 Unable to relay for user@example.com',
      "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
      '551 we do not relay',
      '550 relay not permitted',
      '550 Weiterleitung verweigert',
      '550 Reenvío denegado',
      '530 5.7.1 Authentication required',
      '550 5.1.1 relaying denied',
      "550 5.1.1 We don't handle mail for example.com",
    ],
  },
  {
    id: 'access-denied.microsoft',
    outcome: 'no_such_mailbox_by_code',
    codes: ['550'],
    enhanced: ['5.4.1'],
    says: [
      /\brecipient address(es)? rejected ?: access denied/,
      /\badresses? d(u|es|e) destinataires? (\S+ )?(rejetee?|refusee?)s? ?: ?acces refuse|\b(empf(a|ae)ngeradresse|adresse des empf(a|ae)ngers) (\S+ )?(abgelehnt|zur(u|ue)ckgewiesen|verweigert) ?: ?zugriff verweigert/,
      /\bdireccion (del? )?destinatario (\S+ )?(rechazada|denegada) ?: ?acceso denegado|\bindirizzo (del )?destinatario (\S+ )?(rifiutato|respinto) ?: ?accesso negato|\bendereco (do |de )?destinatario (\S+ )?(rejeitado|recusado) ?: ?acesso negado/,
      /\badres (van )?(de )?(ontvanger|geadresseerde) (\S+ )?(geweigerd|afgewezen) ?: ?toegang geweigerd|\badres odbiorcy (\S+ )?odrzucony ?: ?odmowa dostepu/,
      /(受信者|宛先)の?アドレスが拒否されました ?[:：] ?アクセスが拒否|(收件人|收件者)地址被?(拒绝|拒絕) ?[:：] ?(访问被?拒绝|拒绝访问|存取被?拒)/,
    ],
    examples: [
      '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR03FT028.eop-EUR03.prod.protection.outlook.com]',
      '550 5.4.1 [user@example.com]: Recipient address rejected: Access denied',
      '550 5.4.1 Dirección del destinatario rechazada: Acceso denegado',
      '550 5.4.1 Empfängeradresse abgelehnt: Zugriff verweigert',
    ],
  },
  {
    // Under the code for a bad mailbox, words of refusal that name the recipient are about it.
    id: 'user-unknown.recipient-refused',
    outcome: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    says: [
      /\b(delivery|delivered|deliver)( \S+){0,2}? to (this|that|the) (recipient|user|mailbox|address)\b/,
      /^\W*(<?@>?\W+)?recipient( address)? (rejected|refused)(: (access denied|%host))?\W*(\(smtp:[\d:]+\))?\W*$/,
      /\btry (another|a different) (address|recipient)\b/,
      /\b(can ?not|can't|unable to) deliver( mail| messages?)? (to|for) <?@>?\W*$/,
    ],
    examples: [
      '550 5.1.1 Delivery to this recipient failed',
      '550 5.1.1 The message could not be delivered to this recipient',
      '550 5.1.1 Sorry, we cannot deliver to this recipient',
      '550 5.1.1 try another address',
      '554 5.1.1 I cannot deliver mail for <user@example.com>',
      '550 5.1.1 Recipient address rejected: Access denied',
      '550 5.1.1 <user@example.com> recipient rejected (smtp:5:35)',
      '550 5.1.1 <user@example.com>: Recipient address rejected: example.com',
    ],
  },
  {
    // What the recipient is not, has not or does not have: whatever the word, the code says which it is.
    id: 'user-unknown.recipient-lacks',
    outcome: 'no_such_mailbox_by_code',
    codes: ['5'],
    enhanced: ['5.1.1'],
    says: [
      /^\W*(\w{2,8}; )?(<?@>?\W+)?((the|this|that) )?(e-?mail )?(user|recipient|mail ?box|account|address)('s)?( address| account| mail ?box)?( <?@>?)? (has|have|is|does)( ?n[o']t| no)\b/,
    ],
    unless: [
      /\b(you|sen[dt]\w*|from|accept\w*|receiv\w*|allow\w*|permit\w*|auth\w*|access\w*|want\w*|like|later|yet|now|currently|tempor\w*|ready|(un)?available|reach\w*|respond\w*|verif\w*|check\w*|server|connect\w*|subscri\w*|list|messages?)\b/,
    ],
    examples: [
      "550 5.1.1 User hasn't got the service mapped",
      "550 5.1.1 szn; User hasn't got the service mapped",
      '550 5.1.1 recipient is not entitled to this service',
    ],
  },
  {
    id: 'refused',
    outcome: 'policy',
    codes: ['5'],
    // RFC 5321's stock words for 553, which say no more than a bare code.
    unless: [/\bmailbox name not allowed\b/],
    says: [
      /\b(message|mail|e-?mail|connection|transaction|session|service|access|delivery)s? (is |was |has been |been |were )?(refused|rejected|blocked|denied|not (accepted|allowed|permitted|available|authori[sz]ed)|unavailable|filtered|quarantined|refuse|rejete|forbidden|restricted)|\bnot (allowed|permitted|authori[sz]ed|welcome)\b|\bgo away\b|\bforbidden\b|\bbanned\b|\bblocked\b|\bunauthori[sz]ed\b/,
      /acces refuse|zugriff verweigert|acceso denegado|accesso negato|acesso negado|toegang geweigerd|odmowa dostepu|拒绝访问|アクセス拒否/,
    ],
    examples: [
      '550 5.1.1 Message refused',
      '554 5.7.1 <user@example.com>: Recipient address rejected: Access denied',
      '550 5.1.1 Access denied',
      '550 Mail rejected',
      '550 Go away',
    ],
  },
];
