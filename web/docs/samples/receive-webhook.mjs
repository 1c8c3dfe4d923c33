import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const secret = process.env.TAMIS_WEBHOOK_SECRET;
if (!secret) throw new Error('Set TAMIS_WEBHOOK_SECRET');
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');

function isFromTamis(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': given } = headers;
  const isFresh = Math.abs(Date.now() / 1000 - time) < 300;
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const wanted = Buffer.from(`v1,${signature}`);
  const signatures = (given ?? '').split(' ').map((each) => Buffer.from(each));
  const fits = (each) => each.length === wanted.length && timingSafeEqual(each, wanted);
  return isFresh && signatures.some(fits);
}

createServer(async (request, response) => {
  // If the connection breaks, the signature does not match.
  const body = await text(request).catch(() => '');
  const isTrusted = isFromTamis(request.headers, body);
  response.writeHead(isTrusted ? 204 : 400).end();
  if (!isTrusted) return;
  const { type, data } = JSON.parse(body);
  console.log(type, data.file_name);
}).listen(Number(process.env.PORT ?? 4000));
