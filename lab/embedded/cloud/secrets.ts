import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const secret = z.object({
  GenerateSecretString: z.object({
    PasswordLength: z.number(),
    ExcludePunctuation: z.literal(true),
    SecretStringTemplate: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(z.record(z.string(), z.string()))
      .optional(),
    GenerateStringKey: z.string().optional(),
  }),
});

/** A secret of letters and digits, whose value is generated once. */
export interface SecretSpec {
  readonly name: string;
  readonly length: number;
  /**
   * If set, the secret is a JSON object with the generated value under `key`, and with `members`.
   */
  readonly within?: { readonly key: string; readonly members: Readonly<Record<string, string>> };
}

export const readSecrets = (template: ResolvedTemplate): readonly SecretSpec[] =>
  [...template.resources('AWS::SecretsManager::Secret', secret)].map(([id, properties]) => {
    const {
      PasswordLength: length,
      SecretStringTemplate: members,
      GenerateStringKey: key,
    } = properties.GenerateSecretString;
    const name = template.nameOf(id);
    return members && key ? { name, length, within: { key, members } } : { name, length };
  });
