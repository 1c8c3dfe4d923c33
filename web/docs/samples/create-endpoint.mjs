const response = await fetch('http://localhost:3000/api/webhooks', {
  method: 'POST',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ url: 'https://hooks.customer.test/tamis', events: ['list.finished'] }),
});
const { data, code, message } = await response.json();
if (!response.ok) throw new Error(`${code}: ${message.join(' ')}`);
console.log(data.id, data.secret);
