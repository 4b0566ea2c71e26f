// The changes to GraphiQL's packaged files.

/**
 * Its libraries throw an error, or make some to compare with, while the script starts. For the place of one, Chromium reads
 * all of the 5 MB again, twice, and nothing else can run meanwhile: two thirds of the time that the script takes, for
 * everybody where it is thrown, and for those who look at the page with tools where it is only made.
 */
export const startingQuickly = (js: string): string =>
  js
    .replaceAll(/\brequire\("[\w@/-]+"\)/g, '({})')
    .replaceAll(/=Error\((\w+\((?:460|461|474|519|542)\))\)/g, `=${errorSaying('$1')}`)
    .replaceAll(/=new Error\(("This operation was aborted")\)/g, `=${errorSaying('$1')}`)
    .replaceAll(/=new (\w+)\(("Too many validation errors[^"]*")\)/g, `=${errorSaying('$2', '$1')}`)
    .replaceAll('._parseError=new Error,', `._parseError=${errorSaying("''")},`);

/** What is wrong with a document is for who writes it: the places in the script that noticed it say nothing to them. */
export const withoutStacks = (js: string): string =>
  js.replaceAll(/\{message:(\w+)\.message,stack:\1\.stack\}/g, '{message:$1.message}');

const errorSaying = (message: string, kind = 'Error'): string =>
  `Object.create(${kind}.prototype,{message:{value:${message}}})`;

/** Its fonts: the page has those of our other pages. Icons are a file, loaded with the first of them. */
const fontFaces = /@font-face\{[^}]*\}/g;

export const withoutFonts = (css: string): string => css.replaceAll(fontFaces, '');

export function iconsIn(css: string): Buffer {
  const face = css.match(fontFaces)?.find((each) => each.includes('font-family:codicon')) ?? '';
  return Buffer.from(/;base64,([^)]*)\)/.exec(face)?.[1] ?? '', 'base64');
}
