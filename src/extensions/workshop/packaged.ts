// Patches for GraphiQL's packaged files.

/**
 * GraphiQL's libraries throw an error, and create some to compare with, while the script starts. To build an error's
 * stack Chromium reads all 5 MB of the script twice and blocks everything else, which is two thirds of the start. A
 * thrown error costs that for everybody, a created one only while the developer tools are open.
 */
export const startingQuickly = (js: string): string =>
  js
    .replaceAll(/\brequire\("[\w@/-]+"\)/g, '({})')
    .replaceAll(/=Error\((\w+\((?:460|461|474|519|542)\))\)/g, `=${errorSaying('$1')}`)
    .replaceAll(/=new Error\(("This operation was aborted")\)/g, `=${errorSaying('$1')}`)
    .replaceAll(/=new (\w+)\(("Too many validation errors[^"]*")\)/g, `=${errorSaying('$2', '$1')}`)
    .replaceAll('._parseError=new Error,', `._parseError=${errorSaying("''")},`);

/** Removes stacks from reported errors: they are about the reader's document, not about places in this script. */
export const withoutStacks = (js: string): string =>
  js.replaceAll(/\{message:(\w+)\.message,stack:\1\.stack\}/g, '{message:$1.message}');

const errorSaying = (message: string, kind = 'Error'): string =>
  `Object.create(${kind}.prototype,{message:{value:${message}}})`;

/** GraphiQL's own fonts are removed: the page uses those of our other pages. The icon font is served as a file. */
const fontFaces = /@font-face\{[^}]*\}/g;

export const withoutFonts = (css: string): string => css.replaceAll(fontFaces, '');

export function iconsIn(css: string): Buffer {
  const face = css.match(fontFaces)?.find((each) => each.includes('font-family:codicon')) ?? '';
  return Buffer.from(/;base64,([^)]*)\)/.exec(face)?.[1] ?? '', 'base64');
}
