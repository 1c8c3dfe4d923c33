import type { Rule } from '../rule.ts';

/** Their disk, directory, configuration or network: asking later may be answered. */
export const SERVER_TROUBLE: readonly Rule[] = [
  {
    id: 'server-trouble.storage',
    outcome: 'server_error',
    codes: ['4', '5'],
    enhanced: ['X.3.1'],
    examples: ['452 4.3.1 Insufficient system storage', '552 5.3.1 Mail system full'],
  },
  {
    id: 'server-trouble.text',
    outcome: 'server_error',
    codes: ['4', '5'],
    says: [
      /insufficient (system|disk|server)|\b(system|server|spool|disk)( is)? (storage|full)|no space left|out of memory|queue (file|full|unavailable)/,
      /unverified address|verification (in progress|timed|temporar|defer)|(recipient|address) verification (problem|error|failed tempor)/,
      /look-?up .{0,20}fail|look-?up (failure|failed|error|timed|problem|temporar)|\b(ldap|database|mysql|sql|directory|backend)\b.{0,30}(error|fail|unavailable|problem|down|timeout|not responding)|(could ?n[o']t|can ?not|can't|unable to|failed to) (verify|connect|contact|reach|validate|check|look ?up|open|access|chdir|query|determine)/,
      /\binternal (server |system )?(error|failure|problem)|\blocal (error|problem|configuration)|configuration (error|problem)|misconfigur|\btemporar(y|ily) .{0,20}(error|failure|fail|problem|unavailable|unable|not available)|timed? ?-?out|connection (refused|reset|lost|dropped)|no route|mail loop|routing loop|hop count|loops? back|(server|system|host|service) (is |are |currently |temporarily |too )*(busy|down|overload\w*|not (ready|available|responding)|in maintenance)|under maintenance/,
      /erreur (interne|temporaire)|interner (server)?fehler|vorubergehend|voruebergehend|error (interno|temporal)|errore (interno|temporaneo)|erro (interno|temporario)|interne fout|tijdelijk|blad (wewnetrzny|serwera)|tymczasow/,
    ],
    examples: [
      '550 5.1.1 <user@example.com>: Recipient address rejected: unverified address: connect to mx.example.com[198.51.100.7]:25: Connection timed out',
      '450 4.1.1 <user@example.com>: Recipient address rejected: unverified address: Address verification in progress',
      '451 4.3.0 Temporary lookup failure',
      '550 5.1.1 LDAP error, user unknown',
      '554 5.3.5 Local configuration error',
      '451 qq unable to open home directory',
      '550 5.1.1 Erreur interne, utilisateur inconnu',
    ],
  },
];
