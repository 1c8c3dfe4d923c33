// Runs in CloudFront before it looks for a page (runtime cloudfront-js-2.0): a path whose last part
// has no dot is a page of the app, and /docs/ is a page of its own.
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  if (/^\/docs\/?$/.test(request.uri)) request.uri = '/docs/index.html';
  else if (!request.uri.slice(request.uri.lastIndexOf('/')).includes('.'))
    request.uri = '/index.html';
  return request;
}
