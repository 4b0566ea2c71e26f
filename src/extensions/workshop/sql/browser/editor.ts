// The editor of /sql: CodeMirror with the words of PostgreSQL and the names of the tables and columns.
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Table } from '../table.ts';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--bad)' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--card)', color: 'var(--ink)', fontSize: '.9rem' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)', padding: '.6rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: '0' },
  '.cm-scroller': { minHeight: '11rem', maxHeight: '50vh', overflow: 'auto' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '1px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--tint) !important' },
  '.cm-tooltip': { background: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionInfo': { maxWidth: '22rem' },
});

/** The methods by which the page uses its editor, and the text box that stands there before. */
export interface Writing {
  text(): string;
  write(text: string): void;
  insert(word: string): void;
  know(tables: readonly Table[]): void;
  /** Puts the cursor where PostgreSQL found a mistake; places count from 1. */
  goTo(place: number): void;
}
interface Options {
  readonly text: string;
  readonly tables: readonly Table[];
  readonly label: string;
  /** The policy of the page allows style sheets that have it. */
  readonly nonce: string;
  readonly onRun: () => void;
  readonly onChange: () => void;
}

const words = (tables: readonly Table[]): Extension =>
  sql({
    dialect: PostgreSQL,
    schema: Object.fromEntries(
      tables.map(({ name, about, columns }) => [
        name,
        {
          self: { label: name, type: 'type', info: about },
          children: columns.map((column) => ({
            label: column.name,
            detail: column.type,
            info: column.about,
            type: 'property',
          })),
        },
      ]),
    ),
  });

/** An editor in the place of a text box. */
export function makeEditor(
  parent: HTMLElement,
  { text, tables, onRun, onChange, label, nonce }: Options,
): Writing {
  const language = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        lineNumbers(),
        history(),
        drawSelection(),
        closeBrackets(),
        autocompletion(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        syntaxHighlighting(colours),
        look,
        language.of(words(tables)),
        // Tab leaves the editor, as it leaves every field.
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
            preventDefault: true,
          },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) onChange();
        }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    write: (next) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } }),
    insert: (word) => {
      view.dispatch(view.state.replaceSelection(word));
      view.focus();
    },
    know: (next) => view.dispatch({ effects: language.reconfigure(words(next)) }),
    goTo: (place) => {
      const at = Math.min(Math.max(0, place - 1), view.state.doc.length);
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
  };
}
