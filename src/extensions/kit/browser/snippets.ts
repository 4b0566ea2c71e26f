// Shows a request as code to paste, in the languages that registrars' programs are written in.

/** By the label of its tab. Each function gets `{ method, url, headers, body }`; the body is text or undefined. */
export const snippets = {
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

const isPassword = (name, value) => name.toLowerCase() === 'authorization' && value.startsWith('Basic ');

const shell = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
/** A string literal, for URLs and headers in TypeScript and PHP, and in PHP also for bodies, which may have several lines. */
const single = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const double = (text) => JSON.stringify(text);

/** JSON is valid JavaScript as it stands; any other body is sent as text. */
function indented(body, by, write = (value) => JSON.stringify(value, null, 2)) {
  try {
    return write(JSON.parse(body)).replaceAll('\n', `\n${by}`);
  } catch {
    return double(body);
  }
}

const inPython = (body) => indented(body, '    ', (value) => python(value, ''));

function python(value, indent) {
  const deeper = `${indent}    `;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const items = Array.isArray(value)
    ? value.map((item) => python(item, deeper))
    : Object.entries(value).map(([key, item]) => `${double(key)}: ${python(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0
    ? open + close
    : `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}
