import type { Texts } from '../texts.ts';
import { reasonsFr } from '../../../../shared/texts/reasons-fr.ts';

export const fr = {
  label: 'Adresse e-mail',
  placeholder: 'nom@exemple.fr',
  hint: 'Une réponse coûte 1 crédit. Sans réponse, rien n’est débité.',
  submit: 'Vérifier',
  suggestion: 'Vouliez-vous dire {{email}} ?',
  riskyCounts: 'La vérification d’une seule adresse compte une adresse risquée comme invalide.',
  earlier: 'Vérifications précédentes',
  again_one: 'Revérifiez dans environ {{count, number}} minute.',
  again_many: 'Revérifiez dans environ {{count, number}} de minutes.',
  again_other: 'Revérifiez dans environ {{count, number}} minutes.',
  verdict: {
    deliverable: 'Valide',
    undeliverable: 'Invalide',
    risky: 'Risquée',
    unknown: 'Inconnue',
  },
  reason: reasonsFr,
} as const satisfies Texts['checks'];
