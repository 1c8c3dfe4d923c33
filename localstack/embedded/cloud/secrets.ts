import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const secret = z.object({
  GenerateSecretString: z.object({
    PasswordLength: z.number(),
    ExcludePunctuation: z.literal(true),
  }),
});

/** A secret whose value is made once, of letters and digits. */
export interface SecretSpec {
  readonly name: string;
  /** Characters. */
  readonly length: number;
}

export const readSecrets = (template: ResolvedTemplate): readonly SecretSpec[] =>
  [...template.resources('AWS::SecretsManager::Secret', secret)].map(([id, properties]) => ({
    name: template.nameOf(id),
    length: properties.GenerateSecretString.PasswordLength,
  }));
