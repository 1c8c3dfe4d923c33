/**
 * By what a consumer loses the right of withdrawal from digital content, where the delivery begins
 * before 14 days are over: asked for expressly before the payment, confirmed afterwards (Code de la
 * consommation, L221-28 13° and L221-13; article 16 (m) of Directive 2011/83/EU). Another text is
 * another version.
 */
export const DELIVERY_AGREEMENT = {
  version: '2026-11-22',
  en: 'I ask for my credits to be delivered at once, before the 14 days to withdraw are over, and I know that I thereby lose my right of withdrawal.',
  fr: 'Je demande la livraison immédiate de mes crédits, avant la fin du délai de rétractation de 14 jours, et je reconnais perdre ainsi mon droit de rétractation.',
} as const;
