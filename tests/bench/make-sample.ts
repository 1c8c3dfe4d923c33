import { writeFileSync } from 'node:fs';
import { addresses } from '../../localstack/embedded/mailnet/index.ts';
import { randomFrom } from '../support/random.ts';

/**
 * Writes customers.csv, a list as French customers export it: semicolons, Windows-1252, quotes,
 * duplicates, blank rows, names around addresses, slips. The same bytes at every run:
 * `node tests/bench/make-sample.ts`.
 */

/** The simulated internet whose mailboxes are in the list. */
const MAILNET_SEED = 1;
/** These lie in a little over 400 domains. */
const MAILBOXES = 4200;
const ROWS = 5000;
const COLUMNS = ['Courriel', 'Contact', 'Société', 'Ville', 'Téléphone', 'Montant', 'Remarque'];

const TOWNS = ['Besançon', 'Orléans', 'Nîmes', 'Évry', 'Saint-Étienne', 'Lille', 'Mâcon', 'Brest'];
const BRANCHES = ['Pâtisserie', 'Menuiserie', 'Hôtel', 'Garage', 'Librairie', 'Crêperie'];
const REMARKS = [
  '',
  '',
  'à rappeler',
  'client depuis 2019 ; a déménagé',
  'demande « sans suite »',
  'dit "oui" au salon, à confirmer',
  'préfère l’après-midi – pas le lundi',
  'sœur aussi cliente\r\nvoir fiche',
  '=SOMME(F2:F9)',
  '- 5 % accordés',
  '@relancer',
];
/** What people type in place of an address. */
const SLIPS = [
  'pas de courriel',
  'contact',
  'jean.dupont',
  'info@',
  '@boutique.test',
  'marie@@atelier.test',
  'paul martin@atelier.test',
  'claire@atelier..test',
  'luc,petit@atelier.test',
  'a.renseigner@',
];

const random = randomFrom(20_241_010);
const below = (limit: number): number => Math.floor(random() * limit);
const pick = <T>(values: readonly T[], otherwise: T): T =>
  values[below(values.length)] ?? otherwise;
const chance = (share: number): boolean => random() < share;

/** Whom an address seems to belong to, for the column beside it. */
function contactOf(address: string): string {
  const [first = ''] = (address.split('@')[0] ?? '').split(/[.\-_\d]/);
  return first === '' ? '' : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
}

/** An address as somebody wrote it into a cell. */
function written(address: string): string {
  const way = random();
  if (way < 0.04) return `${contactOf(address)} <${address}>`;
  if (way < 0.06) return `mailto:${address}`;
  if (way < 0.09) return ` ${address}  `;
  if (way < 0.11) return `${address}\u00a0`;
  return address;
}

/** Another spelling of the same address. */
function respelled(address: string): string {
  const way = below(3);
  if (way === 0) return address.toUpperCase();
  if (way === 1) return `${address.slice(0, 1).toUpperCase()}${address.slice(1)}`;
  return address;
}

function rowOf(cell: string, address: string): string[] {
  return [
    cell,
    contactOf(address),
    `${pick(BRANCHES, '')} ${pick(['de la Gare', 'du Marché', 'Œillet', 'des Trois Chênes'], '')}`,
    pick(TOWNS, ''),
    // Numbers that the French regulator keeps for fiction.
    chance(0.5)
      ? `+33 6 39 98 ${10 + below(90)} ${10 + below(90)}`
      : `06 39 98 ${10 + below(90)} 00`,
    `${below(5000)},${10 + below(90)} €`,
    pick(REMARKS, ''),
  ];
}

function rows(): string[][] {
  const mailboxes = [...addresses(MAILNET_SEED, MAILBOXES)];
  const all: string[][] = [];
  const seen: string[] = [];
  for (const [at, mailbox] of mailboxes.entries()) {
    all.push(rowOf(written(mailbox), mailbox));
    seen.push(mailbox);
    // Everything else is spread evenly between the mailboxes.
    while (all.length < ((at + 1) / MAILBOXES) * ROWS) {
      const kind = random();
      if (kind < 0.08) {
        all.push(['']);
      } else if (kind < 0.12) {
        all.push(rowOf('', ''));
      } else if (kind < 0.25) {
        all.push(rowOf(pick(SLIPS, ''), ''));
      } else {
        const again = pick(seen, mailbox);
        all.push(rowOf(written(respelled(again)), again));
      }
    }
  }
  return all;
}

const cell = (text: string): string =>
  /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** What Windows-1252 has beyond Latin-1, as far as it occurs here. */
const BEYOND_LATIN_1: Readonly<Record<string, number>> = {
  '€': 0x80,
  '’': 0x92,
  '–': 0x96,
  œ: 0x9c,
  Œ: 0x8c,
};

const windows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text, (char) => BEYOND_LATIN_1[char] ?? char.charCodeAt(0));

const csv = [COLUMNS, ...rows()].map((row) => `${row.map(cell).join(';')}\r\n`).join('');
writeFileSync(new URL('../../localstack/samples/customers.csv', import.meta.url), windows1252(csv));
