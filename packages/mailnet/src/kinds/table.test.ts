import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KINDS } from './table.ts';

it('gives every kind a unique id, which docs/mailnet.md explains', () => {
  const docs = readFileSync(new URL('../../../../docs/mailnet.md', import.meta.url), 'utf8');
  const ids = KINDS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !new RegExp(`[| ]${id}[, ]`, 'u').test(docs))).toEqual([]);
});

it('assigns every large domain to one kind', () => {
  const crowds = KINDS.flatMap(({ largeDomains }) => largeDomains ?? []);
  expect(new Set(crowds).size).toBe(crowds.length);
});

it('enforces every limit on recipients that a server announces', () => {
  const servers = KINDS.flatMap(({ variants }) => variants.flatMap(({ server }) => server ?? []));
  const announcing = servers.filter(({ limits }) => limits?.RCPTMAX !== undefined);
  expect(announcing.length).toBeGreaterThan(1);
  for (const { limits, perTransaction, perConnection } of announcing)
    expect(perTransaction?.max ?? perConnection?.range[0]).toBe(limits?.RCPTMAX);
});

it('contains only valid replies: a code on every line, within 512 octets', () => {
  const texts = KINDS.flatMap(({ variants }) =>
    variants.flatMap(({ server }) => [
      ...(server ? Object.values<string>({ ...server.replies }) : []),
      server?.refusal?.reply ?? '250 none',
      server?.greylist?.reply ?? '250 none',
      server?.perTransaction?.reply ?? '250 none',
      server?.clientConnections?.reply ?? '250 none',
    ]),
  );
  const wrong = texts.filter((reply) => {
    const lines = reply.split('\n');
    const code = reply.slice(0, 3);
    return lines.some(
      (line, at) =>
        !line.startsWith(`${code}${at < lines.length - 1 ? '-' : ' '}`) || line.length > 400,
    );
  });
  expect(wrong).toEqual([]);
});
