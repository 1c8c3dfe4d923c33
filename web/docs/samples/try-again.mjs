import { setTimeout as sleep } from 'node:timers/promises';

async function verify(email, key) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch('http://localhost:3000/api/verify/email', {
      method: 'POST',
      headers: {
        'x-api-key': process.env.TAMIS_API_KEY,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ email }),
    });
    if (response.ok) return (await response.json()).result;
    const passing = response.status === 429 || response.status >= 500;
    if (!passing || attempt === 5) throw new Error(await response.text());
    await sleep(1000 * Number(response.headers.get('retry-after') ?? attempt));
  }
}

const { status } = await verify('deliverable@sandbox.test', 'order-4711');
console.log(status);
