/** A form of a page, by what Enter in one of its lines of text sends. */
interface Sent {
  readonly action: string;
  readonly button: string;
}

/**
 * What a browser sends when somebody presses Enter in a line of text: the form, as if its first button had been pressed; nothing
 * if that one is disabled. Whoever types a reason or a limit has decided nothing.
 */
export const sentByEnter = (page: string): Sent[] =>
  [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, attributes = '', content = '']) => {
    const hasLine = /<input\b(?![^>]*type="(?:hidden|checkbox|radio|submit|button)")/.test(content);
    const [, of = '', label = ''] =
      /<button\b(?![^>]*type="(?:button|reset)")([^>]*)>(.*?)<\/button>/s.exec(content) ?? [];
    if (!hasLine || /\bdisabled\b/.test(of)) return [];
    const action = /\bformaction="([^"]*)"/.exec(of) ?? /\baction="([^"]*)"/.exec(attributes);
    return [{ action: action?.[1] ?? '', button: label.trim() }];
  });
