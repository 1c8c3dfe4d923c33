import { setTimeout as sleep } from 'node:timers/promises';

async function send(email, key) {
  const response = await fetch('http://localhost:3000/api/verify/email', {
    method: 'POST',
    headers: {
      'x-api-key': process.env.TAMIS_API_KEY,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ email }),
  });
  const { ok, status, headers } = response;
  return { ok, status, seconds: headers.get('retry-after'), text: await response.text() };
}

async function verify(email, key) {
  for (let attempt = 1; ; attempt += 1) {
    // A broken connection has no status.
    const failed = (error) => ({ text: String(error) });
    const { ok, status, seconds, text } = await send(email, key).catch(failed);
    if (ok) return JSON.parse(text).result;
    const passing = !status || status === 429 || status >= 500;
    if (!passing || attempt === 5) throw new Error(text);
    await sleep(1000 * Number(seconds ?? attempt));
  }
}

const { status } = await verify('deliverable@sandbox.test', 'order-4711');
console.log(status);
