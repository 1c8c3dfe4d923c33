import { expect, it } from 'vitest';
import { createEndpointUrlNormalizer } from './endpoint-urls.ts';

const { normalize } = createEndpointUrlNormalizer(false);

it.each([
  ['https://hooks.customer.fr/tamis?to=crm', 'https://hooks.customer.fr/tamis?to=crm'],
  ['HTTPS://Hooks.Customer.FR:8443', 'https://hooks.customer.fr:8443/'],
  [' https://hooks.customer.fr./a b ', 'https://hooks.customer.fr./a%20b'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://1.1.1.1/', 'https://1.1.1.1/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
])('allows %s', (text, url) => {
  expect(normalize(text)).toBe(url);
});

/**
 * Spellings that the URL parser reads as a private address or name, including full-width digits,
 * dots of other scripts, enclosed letters, and percent-encoding.
 */
const PRIVATE_HOSTS = `
  127.0.0.1 127.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 0177.0.0.1 0 0.0.0.0 10.1.2.3
  172.16.0.1 192.168.0.1 100.64.0.1 192.0.2.1 169.254.169.254 0xa9fea9fe 2852039166
  0251.0376.0251.0376 169.254.43518 １２７.０.０.１ 127。0。0。1 127．0．0．1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1
  ｌocalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ loc%61lhost local\u00adhost LOCALHOST localhost. [::] [::1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:a9fe:a9fe] [::127.0.0.1]
  [64:ff9b::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fc00::1] [fd00:ec2::254]
  [ff02::1] [2001:db8::1] [2606:4700::5efe:7f00:1] api.localhost printer.local
  ip-10-0-0-1.eu-west-3.compute.internal nas.home.arpa metadata.google.internal.
  hidden.onion intranet metadata
`
  .trim()
  .split(/\s+/);
it.each(PRIVATE_HOSTS)('rejects https://%s/', (host) => {
  expect(normalize(`https://${host}/`)).toBeUndefined();
  expect(normalize(`https://${host}:443/hooks`)).toBeUndefined();
});

it.each([
  'http://hooks.customer.fr/',
  'ftp://hooks.customer.fr/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,x',
  'gopher://127.0.0.1/',
  'https://user@hooks.customer.fr/',
  'https://user:secret@hooks.customer.fr/',
  'https://hooks.customer.fr@127.0.0.1/',
  'https://127.0.0.1\\@hooks.customer.fr/',
  'https://127.0.0.1#@hooks.customer.fr/',
  'https://hooks.customer.fr/#part',
  'https:///',
  'https://',
  'https:127.0.0.1',
  'https://hooks customer.fr/',
  'https://hooks.customer.fr:99999/',
  'https://[::1',
  'hooks.customer.fr',
  '//hooks.customer.fr/',
  '/tamis',
  `https://hooks.customer.fr/${'é'.repeat(400)}`,
])('rejects %s', (text) => {
  expect(normalize(text)).toBeUndefined();
});

it('allows private hosts and HTTP in simulations, but no user info and no other scheme', () => {
  const local = createEndpointUrlNormalizer(true);
  expect(local.normalize('http://127.0.0.1:4000/hook')).toBe('http://127.0.0.1:4000/hook');
  expect(local.normalize('http://localhost:4000/')).toBe('http://localhost:4000/');
  expect(local.normalize('http://user@localhost/')).toBeUndefined();
  expect(local.normalize('file:///etc/passwd')).toBeUndefined();
});
