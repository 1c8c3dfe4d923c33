import { createServer } from 'node:http';

/**
 * A fake of the AWS services that a host calls: instance metadata (IMDSv2) at 169.254.169.254, and
 * CloudWatch and CloudFormation at 127.0.0.1:8080, which accept only the calls that hosts make.
 * Prints each of these calls with its response status as a line of JSON.
 */

const PATH = '/latest/meta-data/iam/security-credentials/';
const KEYS = { AccessKeyId: 'AKIDEXAMPLE', SecretAccessKey: 'secret/+', Token: 'token==' };

const metadata = createServer(({ method, url, headers }, response) => {
  if (method === 'PUT' && url === '/latest/api/token') response.end('mine');
  else if (headers['x-aws-ec2-metadata-token'] !== 'mine') response.writeHead(401).end();
  else if (url === PATH) response.end('host-role');
  else if (url === `${PATH}host-role`) response.end(JSON.stringify(KEYS, null, 2));
  else if (url === '/latest/meta-data/instance-id') response.end('i-0123456789abcdef0');
  else response.writeHead(404).end();
});

/**
 * The parameters of SignalResource with their patterns. All are required, and no others are
 * allowed.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_SignalResource.html
 */
const SIGNAL = {
  Action: /^SignalResource$/,
  Version: /^2010-05-15$/,
  StackName: /^[a-zA-Z][-a-zA-Z0-9]*$/,
  LogicalResourceId: /^[a-zA-Z0-9]+$/,
  UniqueId: /^i-[0-9a-f]{17}$/,
  Status: /^(SUCCESS|FAILURE)$/,
};

const refuses = (sent) =>
  sent.get('Action') !== 'PutMetricData' &&
  ([...sent.keys()].toSorted().join() !== Object.keys(SIGNAL).toSorted().join() ||
    Object.entries(SIGNAL).some(([name, shape]) => !shape.test(sent.get(name))));

/**
 * Whether CloudWatch Logs would reject the events, which must be in chronological order:
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html
 */
function refusesEvents(target, body) {
  const { logGroupName, logStreamName, logEvents = [], ...others } = JSON.parse(body);
  const times = logEvents.map(({ timestamp }) => timestamp);
  return (
    !logGroupName ||
    !logStreamName ||
    Object.keys(others).length > 0 ||
    times.length > 0 !== (target === 'Logs_20140328.PutLogEvents') ||
    !/^Logs_20140328\.(CreateLogStream|PutLogEvents)$/.test(target) ||
    times.some((time, at) => !Number.isSafeInteger(time) || time < (times[at - 1] ?? 0))
  );
}

const services = createServer(async (request, response) => {
  const { method, url, headers } = request;
  const body = (await request.toArray()).join('');
  const isRefused =
    headers['content-type'] === 'application/x-amz-json-1.1'
      ? refusesEvents(headers['x-amz-target'], body)
      : headers['content-type'] !== 'application/x-www-form-urlencoded' ||
        refuses(new URLSearchParams(body));
  const right = method === 'POST' && url === '/' && !isRefused;
  const status = right ? 200 : 400;
  // Printed before the response, because the test ends this process as soon as the caller gets it.
  console.log(JSON.stringify({ method, headers, body, status }));
  response.writeHead(status).end();
});

metadata.listen(80, '169.254.169.254', () => {
  services.listen(8080, '127.0.0.1', () => console.log('ready'));
});
