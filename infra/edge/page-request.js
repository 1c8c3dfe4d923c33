// CloudFront runs this before it looks up a page (runtime cloudfront-js-2.0). A path whose last
// segment has no dot is a route of the app, except /docs/ and /prices/, which have their own pages.
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  const [, folder] = /^\/(docs|prices)\/?$/.exec(request.uri) || [];
  if (folder) request.uri = `/${folder}/index.html`;
  else if (!request.uri.slice(request.uri.lastIndexOf('/')).includes('.'))
    request.uri = '/index.html';
  return request;
}
