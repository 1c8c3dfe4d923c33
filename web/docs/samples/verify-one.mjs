const response = await fetch('http://localhost:3000/api/verify/email', {
  method: 'POST',
  headers: { 'x-api-key': process.env.TAMIS_API_KEY, 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'deliverable@sandbox.test' }),
});
const answer = await response.json();
if (!response.ok) throw new Error(`${answer.code}: ${answer.message.join(' ')}`);
console.log(answer.result.status, answer.result.reason);
