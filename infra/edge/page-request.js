// CloudFront runs this before it looks up a page (runtime cloudfront-js-2.0). A path whose last
// segment has no dot is a route of the app, except /docs/, which has its own pages.
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  if (/^\/docs\/?$/.test(request.uri)) request.uri = '/docs/index.html';
  else if (!request.uri.slice(request.uri.lastIndexOf('/')).includes('.'))
    request.uri = '/index.html';
  return request;
}
