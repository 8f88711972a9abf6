/** An editor of Markdown. It lives in a shadow root, where its styles are sheets of their own: the policy of the page allows no style element. */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { parser } from '@lezer/markdown';

const markdown = new Language(defineLanguageFacet(), parser, [], 'markdown');

const highlight = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: [tags.link, tags.url], color: 'var(--color-accent)' },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--color-text-secondary)' },
]);

/** Placeholders and conditions. */
const braces = new MatchDecorator({ regexp: /\{[^{}\n]+\}/g, decoration: Decoration.mark({ class: 'brace' }) });
const marked = ViewPlugin.define(
  (view) => ({
    marks: braces.createDeco(view),
    update(update) {
      this.marks = braces.updateDeco(update, this.marks);
    },
  }),
  { decorations: (plugin) => plugin.marks },
);

const theme = EditorView.theme({
  '&': { backgroundColor: 'var(--color-surface)', color: 'var(--color-text)', fontSize: '0.875rem' },
  '.cm-content': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.6', minHeight: '18rem' },
  '.cm-scroller': { maxHeight: '32rem', overflow: 'auto' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-text-secondary)',
    borderRight: '1px solid var(--color-border-subtle)',
  },
  '&.cm-focused': { outline: '2px solid var(--color-focus, currentColor)', outlineOffset: '1px' },
  '.brace': { color: 'var(--color-accent)', fontWeight: '500' },
});

export interface Editor {
  /** Replaces the text where it is another. */
  set: (text: string) => void;
  focus: () => void;
  destroy: () => void;
}

interface Options {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

export function createEditor(host: HTMLElement, { label, text, onChange }: Options): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let isSetting = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        // Tab leaves the field, as everywhere.
        keymap.of([...defaultKeymap, ...historyKeymap]),
        markdown,
        syntaxHighlighting(highlight),
        marked,
        theme,
        EditorView.lineWrapping,
        // With a tab index the text is what takes the focus in the part that scrolls.
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSetting) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    set(to) {
      if (view.state.doc.toString() === to) return;
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: to } });
      isSetting = false;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
