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
