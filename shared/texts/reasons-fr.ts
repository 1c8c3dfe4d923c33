import type { VerdictReason } from '../model/verdict.ts';

/** The short label of each reason, in French. */
export const reasonsFr = {
  accepted: 'Acceptée par le serveur de messagerie',
  catch_all: 'Le serveur accepte toutes les adresses',
  mailbox_full: 'Boîte pleine',
  disposable: 'Adresse temporaire',
  bad_syntax: 'Adresse mal formée',
  no_such_domain: 'Le domaine n’existe pas',
  no_mail_server: 'Domaine sans serveur de messagerie',
  null_mx: 'Le domaine n’accepte aucun e-mail',
  no_such_mailbox: 'La boîte n’existe pas',
  mailbox_disabled: 'Boîte désactivée',
  greylisted: 'Le serveur demande de revenir plus tard',
  throttled: 'Le serveur limite nos demandes',
  ip_blocked: 'Le serveur refuse notre réseau',
  sender_rejected: 'Le serveur refuse notre expéditeur',
  policy: 'Vérification refusée par le serveur',
  server_unreachable: 'Serveur injoignable',
  server_error: 'Panne du serveur de messagerie',
  dns_error: 'Domaine impossible à consulter',
  timeout: 'Serveur trop lent à répondre',
  not_answered: 'Vérification non terminée à temps',
  egress_off: 'Les vérifications sont suspendues',
} as const satisfies Record<VerdictReason, string>;
