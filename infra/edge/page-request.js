// CloudFront runs this before it looks up a page (runtime cloudfront-js-2.0). A path that is not of a
// file is a route of the app, even with a dot, except /docs/, which has its own pages.
const FILE =
  /^\/(assets\/|docs\/[^/]+\.html$)|\.(css|ico|js|json|map|png|svg|txt|webmanifest|webp|woff2|xml)$/;
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  if (/^\/docs\/?$/.test(request.uri)) request.uri = '/docs/index.html';
  else if (!FILE.test(request.uri)) request.uri = '/index.html';
  return request;
}
