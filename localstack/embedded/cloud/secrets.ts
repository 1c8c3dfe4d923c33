import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

/** Members of a JSON text, whose values are text too. */
const members = z.string().transform((text, context) => {
  const { success, data } = z.record(z.string(), z.string()).safeParse(JSON.parse(text));
  if (success) return data;
  context.addIssue('SecretStringTemplate is no object of texts.');
  return z.NEVER;
});

const secret = z.object({
  GenerateSecretString: z.object({
    PasswordLength: z.number(),
    ExcludePunctuation: z.literal(true),
    SecretStringTemplate: members.optional(),
    GenerateStringKey: z.string().optional(),
  }),
});

/** A secret whose value is made once, of letters and digits. */
export interface SecretSpec {
  readonly name: string;
  /** Characters. */
  readonly length: number;
  /** Makes it JSON: what is made stands under `key`, beside the other members. */
  readonly within?: { readonly key: string; readonly members: Readonly<Record<string, string>> };
}

export const readSecrets = (template: ResolvedTemplate): readonly SecretSpec[] =>
  [...template.resources('AWS::SecretsManager::Secret', secret)].map(([id, properties]) => {
    const { PasswordLength, SecretStringTemplate, GenerateStringKey } =
      properties.GenerateSecretString;
    const name = template.nameOf(id);
    if (SecretStringTemplate === undefined || GenerateStringKey === undefined)
      return { name, length: PasswordLength };
    const within = { key: GenerateStringKey, members: SecretStringTemplate };
    return { name, length: PasswordLength, within };
  });
