// Shows a request as code to paste, in the languages that registrars' programs are written in.

/** A request that somebody has sent, or would send. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The snippets by the labels of their tabs. */
export const snippets: Readonly<Record<string, (sent: Sent) => string>> = {
  curl: ({ method, url, headers, body }) =>
    [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${shell(url)}`,
      ...Object.entries(headers).map(([name, value]) =>
        isPassword(name, value) ? `-u ${shell(atob(value.slice(6)))}` : `-H ${shell(`${name}: ${value}`)}`,
      ),
      ...(body === undefined ? [] : [`-d ${shell(body)}`]),
    ].join(' \\\n  '),

  TypeScript: ({ method, url, headers, body }) => `const response = await fetch(${single(url)}, {
  method: ${single(method)},
  headers: {${Object.entries(headers)
    .map(([name, value]) => `\n    ${single(name)}: ${single(value)},`)
    .join('')}
  },${body === undefined ? '' : `\n  body: JSON.stringify(${indented(body, '  ')}),`}
});
console.log(response.status, await response.text());`,

  Python: ({ method, url, headers, body }) => `import requests

response = requests.request(
    ${double(method)},
    ${double(url)},
    headers={${Object.entries(headers)
      .map(([name, value]) => `\n        ${double(name)}: ${double(value)},`)
      .join('')}
    },${body === undefined ? '' : `\n    json=${inPython(body)},`}
)
print(response.status_code, response.text)`,

  PHP: ({ method, url, headers, body }) => `<?php
$request = curl_init(${single(url)});
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => ${single(method)},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [${Object.entries(headers)
      .map(([name, value]) => `\n        ${single(`${name}: ${value}`)},`)
      .join('')}
    ],${body === undefined ? '' : `\n    CURLOPT_POSTFIELDS => ${single(body)},`}
]);
echo curl_exec($request), PHP_EOL, curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;`,
};

const isPassword = (name: string, value: string): boolean =>
  name.toLowerCase() === 'authorization' && value.startsWith('Basic ');

const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/**
 * A string literal, for URLs and headers in TypeScript and PHP, and in PHP also for bodies, which may have several
 * lines.
 */
const single = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const double = (text: string): string => JSON.stringify(text);

/** JSON is valid JavaScript as it stands; any other body is sent as text. */
function indented(
  body: string,
  by: string,
  write: (value: unknown) => string = (value) => JSON.stringify(value, null, 2),
): string {
  try {
    return write(JSON.parse(body)).replaceAll('\n', `\n${by}`);
  } catch {
    return double(body);
  }
}

const inPython = (body: string): string => indented(body, '    ', (value) => python(value, ''));

function python(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => python(item, deeper))
    : Object.entries(value).map(([key, item]) => `${double(key)}: ${python(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}
