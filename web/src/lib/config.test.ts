import { expect, test } from 'vitest';
import { defaultConfig, loadConfig } from './config.ts';

const fetchReturning = (response: () => Response | Promise<Response>) => async () => response();

test('reads the host of the API and the details of the seller', async () => {
  const seller = { company: 'Tamis SAS', complaintDays: 30 };
  const links = { faq: 'https://help.example/faq', support: 'mailto:help@example.com' };
  const config = await loadConfig(
    fetchReturning(() => Response.json({ apiHost: 'https://api.example', seller, links })),
  );
  const packagesPublished = false;
  expect(config).toEqual({ apiHost: 'https://api.example', seller, links, packagesPublished });
});

test.each([
  ['the file does not exist', () => new Response('', { status: 404 })],
  ['the response is the page itself', () => new Response('<!doctype html>')],
  ['the network fails', () => Promise.reject(new TypeError('no network'))],
  ['the file has other content', () => Response.json([1, 2])],
])('falls back to the origin of the page when %s', async (_, response) => {
  expect(await loadConfig(fetchReturning(response))).toEqual(defaultConfig);
});

test('drops a link that could run a script', async () => {
  const config = await loadConfig(
    fetchReturning(() =>
      Response.json({ links: { faq: 'javascript:alert(1)', privacy: '/privacy' } }),
    ),
  );
  expect(config.links).toEqual({ faq: undefined, privacy: '/privacy' });
});
