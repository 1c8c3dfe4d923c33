// CloudFront runs this before it looks up a page (runtime cloudfront-js-2.0). A path that is not a
// file is a route of the app, even with a dot. Only /docs/, /docs/reference/, /prices/ and
// /start/ have their own pages.
const FILE =
  /^\/(assets\/|(docs|prices|start)\/[^/]+\.html$)|\.(css|ico|js|json|map|png|svg|txt|webmanifest|webp|woff2|xml)$/;
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  const [, folder] = /^\/(docs|docs\/reference|prices|start)\/?$/.exec(request.uri) || [];
  if (folder) request.uri = `/${folder}/index.html`;
  else if (!FILE.test(request.uri)) request.uri = '/index.html';
  return request;
}
