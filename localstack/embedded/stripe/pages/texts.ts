/** What the pages say, in English and in French. */
const TEXTS = {
  test: ['Test mode', 'Mode test'],
  testNote: ['A fake of Stripe: no money moves.', 'Un faux Stripe : aucun argent ne circule.'],
  returnTo: ['Return to', 'Revenir à'],
  pay: ['Pay', 'Payer'],
  subscribe: ['Pay and subscribe', 'Payer et s’abonner'],
  subscribeTo: ['Subscribe to', 'S’abonner à'],
  month: ['per month', 'par mois'],
  year: ['per year', 'par an'],
  subtotal: ['Subtotal', 'Sous-total'],
  vat: ['VAT (20%)', 'TVA (20 %)'],
  dueToday: ['Total due today', 'Total dû aujourd’hui'],
  email: ['Email', 'E-mail'],
  card: ['Card', 'Carte'],
  cardOk: ['pays', 'paie'],
  cardDeclined: ['is declined', 'est refusée'],
  cardLater: [
    'pays today, is declined at the next renewal',
    'paie, puis est refusée au renouvellement',
  ],
  name: ['Name on card', 'Nom sur la carte'],
  terms: ['I agree to the terms of service', 'J’accepte les conditions de vente'],
  declined: ['Your card was declined. Try another one.', 'Votre carte a été refusée.'],
  complete: ['You have already paid.', 'Vous avez déjà payé.'],
  completeNote: ['This page can be closed.', 'Vous pouvez fermer cette page.'],
  expired: ['This payment page has expired.', 'Cette page de paiement a expiré.'],
  expiredNote: [
    'Go back to the shop. Nothing was charged.',
    'Retournez à la boutique. Rien n’a été débité.',
  ],
  missing: ['There is no such page.', 'Cette page n’existe pas.'],
  missingNote: ['The link is wrong, or too old.', 'Le lien est faux, ou trop ancien.'],
  manage: ['Manage your billing', 'Gérer votre facturation'],
  current: ['Current subscription', 'Abonnement en cours'],
  none: ['You have no subscription.', 'Vous n’avez pas d’abonnement.'],
  renews: ['Renews on', 'Renouvelé le'],
  ends: ['Ends on', 'Prend fin le'],
  changesTo: ['Changes on the same day to', 'Remplacé le même jour par'],
  pastDue: [
    'The last payment failed. Choose another card.',
    'Le dernier paiement a échoué. Changez de carte.',
  ],
  update: ['Change plan', 'Changer de formule'],
  cancel: ['Cancel subscription', 'Résilier l’abonnement'],
  keep: ['Do not cancel', 'Ne pas résilier'],
  unschedule: ['Cancel scheduled update', 'Annuler le changement prévu'],
  method: ['Payment method', 'Moyen de paiement'],
  save: ['Use this card', 'Utiliser cette carte'],
  history: ['Invoice history', 'Historique des factures'],
  date: ['Date', 'Date'],
  amount: ['Amount', 'Montant'],
  status: ['Status', 'Statut'],
  invoice: ['Invoice', 'Facture'],
  noInvoices: ['No invoices yet.', 'Aucune facture pour l’instant.'],
  choose: ['Choose', 'Choisir'],
  plans: ['Choose a plan', 'Choisir une formule'],
  cancelTitle: ['Cancel your subscription', 'Résilier votre abonnement'],
  cancelNote: [
    'You keep it, and what it brought you, until',
    'Vous le gardez, avec ses crédits, jusqu’au',
  ],
  updateTitle: ['Confirm your new plan', 'Confirmer votre nouvelle formule'],
  from: ['Now', 'Actuelle'],
  to: ['New', 'Nouvelle'],
  billedNow: ['A new period begins. Due today:', 'Une nouvelle période commence. Dû aujourd’hui :'],
  billedLater: ['The new price begins on', 'Le nouveau tarif commence le'],
  confirm: ['Confirm', 'Confirmer'],
  goBack: ['Go back', 'Revenir'],
  cannot: ['This cannot be done any more.', 'Cela n’est plus possible.'],
  receiptFrom: ['Receipt from', 'Reçu de'],
  creditNote: ['Credit note', 'Avoir'],
  invoiceFrom: ['Invoice from', 'Facture de'],
  number: ['Number', 'Numéro'],
  paidOn: ['Paid on', 'Payé le'],
  paidWith: ['Paid with', 'Payé par'],
  billedTo: ['Billed to', 'Facturé à'],
  total: ['Total', 'Total'],
  refunded: ['Refunded', 'Remboursé'],
  statusPaid: ['Paid', 'Payée'],
  statusOpen: ['Open', 'Ouverte'],
  statusVoid: ['Void', 'Annulée'],
} as const;

/** Texts and formats of a language. */
export interface Words {
  readonly language: 'en' | 'fr';
  t(name: keyof typeof TEXTS): string;
  /** @param cents of euros */
  money(cents: number): string;
  /** @param time seconds since 1970 */
  date(time: number): string;
}

/** @param locale of a session, or an Accept-Language */
export function wordsFor(locale: string | null | undefined): Words {
  const language = /^fr/i.test(locale ?? '') ? 'fr' : 'en';
  const region = language === 'fr' ? 'fr-FR' : 'en-GB';
  const money = new Intl.NumberFormat(region, { style: 'currency', currency: 'EUR' });
  const date = new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'Europe/Paris' });
  return {
    language,
    t: (name) => TEXTS[name][language === 'fr' ? 1 : 0],
    money: (cents) => money.format(cents / 100),
    date: (time) => date.format(time * 1000),
  };
}
