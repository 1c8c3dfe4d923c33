import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../shared/contract/index.ts';
import { hrefOf, type Route, acceptsInput } from '../../../shared/contract/route.ts';
import { publicExamples } from '../../../shared/contract/examples/public-examples.ts';
import { publicCalls } from '../../../shared/contract/openapi/public-document.ts';
import type { CallExample } from './example.ts';
import { examples } from './index.ts';

const examplesByName: Readonly<Record<string, CallExample>> = examples;
const rows = Object.entries<Route>(contract).map(
  ([name, route]): [string, Route, CallExample | undefined] => [name, route, examplesByName[name]],
);

describe('the example of', () => {
  it.each(rows)('%s is a valid call', (_, route, example) => {
    const parts = ['params', 'query', 'body', 'form'] as const;
    expect(parts.filter((part) => example?.[part] !== undefined)).toEqual(
      parts.filter((part) => acceptsInput(route, part)),
    );
    const { params, query, body, form } = example ?? {};
    expect(z.safeParse(route.params, params).error).toBeUndefined();
    expect(hrefOf(route, { ...params })).not.toContain('{');
    expect(z.safeParse(route.query, query).error).toBeUndefined();
    for (const each of [body, ...Object.values(example?.otherBodies ?? {})])
      expect(z.safeParse(route.body, each).error).toBeUndefined();
    if (form === undefined) return;
    const file = { name: 'a.csv', bytes: new Uint8Array() };
    expect(z.safeParse(route.form, { ...form, file }).error).toBeUndefined();
  });

  it.each(rows)('%s has valid responses without extra members', (_, route, example) => {
    for (const response of [example?.response, ...Object.values(example?.otherResponses ?? {})])
      expect(z.safeParse(route.output, response)).toEqual({ success: true, data: response });
    expect(example?.file !== undefined).toBe(route.file !== undefined);
  });
});

it('every route has an example, and every example a route', () => {
  expect(Object.keys(publicExamples).toSorted()).toEqual(
    publicCalls.map(({ name }) => name).toSorted(),
  );
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(contract).toSorted());
});
