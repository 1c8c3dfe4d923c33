export interface ExampleCheck {
  /** Origin of the API without a trailing slash. */
  readonly origin: string;
  readonly apiKey: string;
  readonly email: string;
}

const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const quoteForJavaScript = (text: string): string =>
  `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

export function createSnippets({
  origin,
  apiKey,
  email,
}: ExampleCheck): { name: string; code: string }[] {
  const url = `${origin}/api/verify/email`;
  return [
    {
      name: 'curl',
      code: `curl ${url} \\
  -H ${quoteForShell(`X-Api-Key: ${apiKey}`)} \\
  -H 'Content-Type: application/json' \\
  -d ${quoteForShell(JSON.stringify({ email }))}`,
    },
    {
      name: 'JavaScript',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-Api-Key': ${quoteForJavaScript(apiKey)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ email: ${quoteForJavaScript(email)} }),
});
const { result } = await response.json();
console.log(result.status, result.reason);`,
    },
    {
      name: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({"email": ${JSON.stringify(email)}}).encode(),
    headers={"X-Api-Key": ${JSON.stringify(apiKey)}, "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as response:
    result = json.load(response)["result"]
print(result["status"], result["reason"])`,
    },
  ];
}
