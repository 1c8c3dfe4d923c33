import { resolve } from 'node:path';
import { z } from 'zod';
import type { ResolvedTemplate } from './resolver.ts';

const lambda = z.object({
  Handler: z.string(),
  MemorySize: z.number(),
  Timeout: z.number(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});

export interface FunctionSpec {
  readonly name: string;
  readonly file: string;
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns the template's functions by name. `assetFolder` is the synthesis's output folder. */
export function readFunctions(
  template: ResolvedTemplate,
  assetFolder: string,
): ReadonlyMap<string, FunctionSpec> {
  const specs = [...template.resources('AWS::Lambda::Function', lambda)].map(([id, properties]) => {
    const [module = '', handler = ''] = properties.Handler.split('.');
    const asset = z.string().parse(template.metadata(id)['aws:asset:path']);
    const spec: FunctionSpec = {
      name: template.nameOf(id),
      file: resolve(assetFolder, asset, `${module}.mjs`),
      handler,
      memoryMb: properties.MemorySize,
      timeoutMs: properties.Timeout * 1000,
      environment: properties.Environment.Variables,
    };
    return [spec.name, spec] as const;
  });
  return new Map(specs);
}
