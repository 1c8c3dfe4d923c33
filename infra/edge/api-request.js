// CloudFront runs this before it forwards a request to the API (runtime cloudfront-js-2.0). The API
// limits calls by the IP address in this header, so a value sent by the caller must be overwritten.
// oxlint-disable-next-line no-unused-vars -- CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
