import { expect, it } from 'vitest';
import { z } from 'zod';
import { workerNeeds } from '../../infra/features/index.ts';
import { synthesizeTemplate } from './template.ts';

const lambda = z.object({ RecursiveLoop: z.string().optional() });

/**
 * Lambda drops messages after more than 16 runs in one chain:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
it('exempts exactly the workers that send to a queue they read, or answer it, from loop detection', () => {
  const loops = [...workerNeeds].filter(([, { grants, reads }]) => {
    const names: readonly string[] = grants;
    return (
      reads.some((queue) => names.includes(`send:${queue}`)) || names.includes('answers:write')
    );
  });
  const names = loops.map(([name]) => name);
  expect(names.length).toBeGreaterThan(2);
  const mayLoop = [...workerNeeds].filter((each) => each[1].mayLoop).map(([name]) => name);
  expect(mayLoop).toEqual(names);

  const template = synthesizeTemplate('prod');
  const functions = template.findResources('AWS::Lambda::Function');
  const allowed = Object.entries(functions).flatMap(([id, { Properties }]) =>
    lambda.parse(Properties).RecursiveLoop === 'Allow' ? id : [],
  );
  const found = new Set(allowed.map((id) => /^workers([a-z]+)/i.exec(id ?? '')?.[1]));
  expect(found.size).toBe(names.length);
});
