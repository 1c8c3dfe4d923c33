import { createServer } from 'node:http';

/**
 * What a host talks to in AWS: the metadata of its instance by IMDSv2 at 169.254.169.254, and
 * CloudWatch at 127.0.0.1:8080. Prints each call of CloudWatch as a line of JSON.
 */

const PATH = '/latest/meta-data/iam/security-credentials/';
const KEYS = { AccessKeyId: 'AKIDEXAMPLE', SecretAccessKey: 'secret/+', Token: 'token==' };

const metadata = createServer(({ method, url, headers }, response) => {
  if (method === 'PUT' && url === '/latest/api/token') response.end('mine');
  else if (headers['x-aws-ec2-metadata-token'] !== 'mine') response.writeHead(401).end();
  else if (url === PATH) response.end('host-role');
  else if (url === `${PATH}host-role`) response.end(JSON.stringify(KEYS, null, 2));
  else response.writeHead(404).end();
});

const cloudwatch = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  response.end();
  console.log(JSON.stringify({ method: request.method, headers: request.headers, body }));
});

metadata.listen(80, '169.254.169.254', () => {
  cloudwatch.listen(8080, '127.0.0.1', () => console.log('ready'));
});
