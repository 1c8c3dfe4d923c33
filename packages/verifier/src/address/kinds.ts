import { mailHostPurposeOf } from '../data/mail-hosts.ts';
import { providerOf } from '../data/provider-of.ts';
import { isListedDisposableDomain } from '../data/disposable-domains.ts';
import { FREE_DOMAINS } from './free-domains.ts';
import { withParents } from '../data/parent-domains.ts';
import type { ParsedAddress } from './types.ts';

/** An exception also covers names below it, unless they are listed themselves. */
export const DISPOSABLE_EXCEPTIONS: ReadonlySet<string> = new Set(
  [
    // Registries and free-subdomain services, whose users run their own mail servers. Includes
    // every public suffix on the disposable-domain lists.
    `
    com.com web.id my.id us.to uk.to one.pl esy.es pe.hu info.tm edu.pl edu.kg
    id.vn nom.za nyc.mn netlib.re eu.org us.kg us.ci eu.cc cc.cd ccwu.cc qzz.io dpdns.org de5.net
    indevs.in f5.si ggff.net abrdns.com cloud-ip.cc asso.st fr.nf infos.st ze.cx my.to kro.kr n-e.kr
    o-r.kr p-e.kr r-e.kr run.place work.gd
    `,
    // Dynamic DNS: no-ip.com, dynu.com, cloudns.net, afraid.org, dynv6.com and others.
    `
    ddns.net dedyn.io duckdns.org 3utilities.com bounceme.net ddnsking.com gotdns.ch hopto.org
    myvnc.com onthewifi.com redirectme.net servebeer.com servegame.com servemp3.com sytes.net
    webhop.me zapto.org accesscam.org camdvr.org casacam.net ddnsfree.com dynu.net freeddns.org
    giize.com gleeze.com kozow.com loseyourip.com mywire.org ooguy.com theworkpc.com
    webredirect.org cloudns.asia cloudns.biz cloudns.cc cloudns.cl cloudns.cx cloudns.nz cloudns.ph
    dns-cloud.net dnsabr.com mooo.com chickenkiller.com ignorelist.com strangled.net
    twilightparadox.com undo.it dns.army dns.navy v6.army v6.navy v6.rocks linkpc.net publicvm.com
    heliohost.org
    `,
    // Permanent aliases, which forward to another mailbox until their owner turns them off.
    '33mail.com e4ward.com opayq.com sneakemail.com snkmail.com snkml.com',
    // Permanent mailboxes.
    '21cn.com atomicmail.io iwi.net safe-mail.net secmail.pro sibmail.com spamarrest.com vfemail.net',
    // Companies. The maintainers of one list removed most of these after its last release.
    `
    angi.com belt.io caliburn.us craigslist.org facebookmail.com gynzy.at gynzy.es gynzy.gr gynzy.info gynzy.lt
    gynzy.mobi gynzy.pl gynzy.ro gynzy.sk mail-tester.com manybrain.com privacy.net shitware.nl
    zamana.com
    `,
  ]
    .join(' ')
    .trim()
    .split(/\s+/),
);

/**
 * Local parts that name a function rather than a person: RFC 2142 and what companies write on their
 * contact pages, in English, French, German, Spanish, Italian, Portuguese, Dutch and Polish.
 */
export const ROLE_NAMES: ReadonlySet<string> = new Set(
  `
  abuse admin administrator hostmaster postmaster webmaster root noc security ssladmin sysadmin ftp
  mailer-daemon news usenet uucp www dns whois listserv majordomo trouble list list-request
  info infos information contact contacts contactus hello hi office mail email enquiries enquiry
  inquiries inquiry general reception frontdesk help helpdesk support customercare customerservice
  customer-service service services care feedback complaints returns
  sales sale orders order shop store booking bookings reservations reservation marketing media press
  pr partners partnership affiliates advertising ads events event community social
  accounts accounting accountspayable billing finance invoice invoices payments payroll purchasing
  procurement suppliers legal compliance privacy dpo gdpr copyright
  hr jobs job careers career recruitment recruiting hiring team staff management board ceo cto cfo
  it tech technical webteam web dev developer developers devops ops operations engineering api status
  noreply no-reply donotreply do-not-reply newsletter newsletters notifications notification alerts
  alert mailing subscribe unsubscribe bounce bounces test
  accueil bonjour commande commandes commercial communication compta comptabilite direction devis
  emploi facturation facture factures formation gestion juridique presse rh recrutement
  renseignement renseignements sav secretariat service-client serviceclient serviceclients technique
  vente ventes webmestre
  anfrage anfragen bestellung bestellungen bewerbung bewerbungen buchhaltung buero datenschutz einkauf
  empfang geschaeftsfuehrung impressum kontakt kundendienst kundenservice mailto personal presseamt
  rechnung rechnungen redaktion sekretariat technik verkauf vertrieb verwaltung zentrale
  administracion atencionalcliente ayuda clientes compras consultas contabilidad contacto empleo
  facturacion gerencia informacion pedidos prensa recepcion reservas rrhh secretaria soporte ventas
  acquisti amministrazione assistenza commerciale contabilita contatti contatto direzione fatturazione
  informazioni ordini prenotazioni preventivi risorseumane segreteria ufficio ufficiostampa vendite
  atendimento comercial contabilidade contato contactos duvidas encomendas faturacao financeiro geral
  imprensa sac suporte vendas
  administratie bestellingen boekhouding facturen inkoop klantenservice receptie secretariaat vacatures
  verkoop
  biuro biurokontakt faktury handlowy kadry kontakty ksiegowosc marketingowy obsluga oferty praca
  reklamacje rekrutacja sekretariatbiuro serwis sklep sprzedaz zamowienia zapytania
  `
    .trim()
    .split(/\s+/),
);

/** Classifies an address by its text only, without contacting a server. */
export const classifyAddress = ({ local, ascii }: ParsedAddress) => ({
  /** Whether the local part names a function rather than a person: `info`, `comptabilite`. */
  role: ROLE_NAMES.has(functionName(local)),
  disposable: isDisposable(ascii),
  /** Whether the domain is a consumer mailbox provider's, such as `gmail.com` or `orange.fr`. */
  free: FREE_DOMAINS.has(ascii),
  /** Whether the address is a subaddress (RFC 5233), such as `ada+news`. */
  tagged: local.indexOf('+') > 0,
});

/**
 * Returns the kind of a shared mail host, or undefined if the host is not known to serve the
 * domains of many owners.
 * @param host in lower case
 */
export const mailHostKindOf = (host: string) =>
  mailHostPurposeOf([host]) ?? (providerOf(host) && 'provider');

const ASCII = /^[ -~]*$/;

/** Returns the local part in lower case, without a subaddress (RFC 5233) and without accents. */
function functionName(local: string): string {
  const name = (local.split('+', 1)[0] ?? '').toLowerCase();
  if (ASCII.test(name)) return name;
  return name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}

/**
 * Every name below a listed name is disposable, too: `anything.mailinator.com`. Exceptions do not
 * count as listed.
 */
const isDisposable = (ascii: string): boolean =>
  withParents(ascii).some((name) => isListedDisposableDomain(name) && !isException(name));

const isException = (name: string): boolean =>
  DISPOSABLE_EXCEPTIONS.has(name) || FREE_DOMAINS.has(name);
