import { expect, it } from 'vitest';
import { z } from 'zod';
import { workerNeeds } from '../../infra/features/index.ts';
import { synthesizeTemplate } from './template.ts';

const mapping = z.object({
  EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  // The engine is read through its alias.
  FunctionName: z.looseObject({ Ref: z.optional(z.string()) }),
});
const lambda = z.object({ RecursiveLoop: z.string().optional() });

/**
 * Lambda drops messages after more than 16 runs in one chain:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
 */
it('exempts exactly the workers that send to a queue they read from loop detection', () => {
  const loops = [...workerNeeds].filter(([, { grants, reads }]) =>
    reads.some((queue) => (grants as readonly string[]).includes(`send:${queue}`)),
  );
  const names = loops.map(([name]) => name);
  expect(names.length).toBeGreaterThan(2);
  const mayLoop = [...workerNeeds].filter((each) => each[1].mayLoop).map(([name]) => name);
  expect(mayLoop).toEqual(names);

  const template = synthesizeTemplate('prod');
  const functions = template.findResources('AWS::Lambda::Function');
  const readers = Object.values(template.findResources('AWS::Lambda::EventSourceMapping')).map(
    (resource) => mapping.parse(resource['Properties']).FunctionName.Ref,
  );
  const allowed = readers.filter(
    (id) =>
      id !== undefined && lambda.parse(functions[id]?.['Properties']).RecursiveLoop === 'Allow',
  );
  const found = new Set(allowed.map((id) => /^workers([a-z]+)/i.exec(id ?? '')?.[1]));
  expect(found.size).toBe(names.length);
});
