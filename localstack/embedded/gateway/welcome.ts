/** What `/` shows as long as there is no web app: what runs here and where. */
export const welcomePage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Tamis</title>
    <style>
      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
      body { max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
      code { font-size: .95em }
    </style>
  </head>
  <body>
    <h1>Tamis</h1>
    <p>The service runs here. Its web app has not been built; what there is:</p>
    <ul>
      <li><a href="/api/health"><code>/api/health</code></a>: whether the API answers</li>
      <li><a href="/api/openapi.json"><code>/api/openapi.json</code></a>: every call it knows</li>
      <li><a href="/inbox"><code>/inbox</code></a>: the mails it sent</li>
    </ul>
  </body>
</html>
`;
