// Runs in CloudFront before it asks the API (runtime cloudfront-js-2.0): the API counts calls by the
// viewer's address, and a caller who writes this header himself is overruled.
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
