/**
 * Writes the elements of the server's bundle as HTML when it is built, in place of objects that would be made, read and thrown
 * away with each page. Only elements of HTML: components stay what they are, and so does what the renderer treats in a way of its own.
 * How an attribute is written is asked of the renderer itself.
 */

import type { NodePath, PluginObj, types as Types } from '@babel/core';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';

type T = typeof Types;

/** Elements whose children or values the renderer looks at, and those in which attributes have names of their own. */
const LEFT = new Set(['input', 'math', 'option', 'select', 'svg', 'textarea']);
/** Attributes that are more than text. */
const LEFT_ATTRIBUTES = new Set(['children', 'dangerouslySetInnerHTML', 'style']);
/** Parts of SVG, which components return without an `svg` around them. */
const OF_SVG =
  /^(circle|clipPath|defs|ellipse|g|line|linearGradient|mask|path|pattern|polygon|polyline|rect|stop|symbol|text|tspan|use)$/;

/** What the renderer writes between a tag's name and its end. */
function written(tag: string, name: string, value: unknown): string {
  const end = renderToString(h(tag, {})).slice(tag.length + 1);
  return renderToString(h(tag, { [name]: value })).slice(tag.length + 1, -end.length);
}

const hasNoEnd = (tag: string) => renderToString(h(tag, {})).endsWith('/>');

/** Text as it stands between tags. */
const escaped = (text: string) => renderToString(h('p', {}, text)).slice(3, -4);

/** Pieces of HTML, with an expression between each two. */
class Template {
  readonly pieces = [''];
  readonly holes: Types.Expression[] = [];

  text(text: string) {
    this.pieces[this.pieces.length - 1] += text;
  }

  hole(expression: Types.Expression) {
    this.holes.push(expression);
    this.pieces.push('');
  }
}

export function htmlTemplates(helpers: string) {
  return ({ types: t }: { types: T }): PluginObj => {
    /** The name of an element that becomes a template. */
    function tagOf(node: Types.Node): string | undefined {
      if (!t.isJSXElement(node) || !t.isJSXIdentifier(node.openingElement.name)) return undefined;
      const tag = node.openingElement.name.name;
      if (!/^[a-z][a-z0-9]*$/.test(tag) || LEFT.has(tag) || OF_SVG.test(tag)) return undefined;
      const isPlain = node.openingElement.attributes.every(
        (one) => t.isJSXAttribute(one) && t.isJSXIdentifier(one.name) && !LEFT_ATTRIBUTES.has(one.name.name),
      );
      return isPlain ? tag : undefined;
    }

    const call = (name: string, ...args: Types.Expression[]) => t.callExpression(t.identifier(name), args);

    function addAttribute(into: Template, tag: string, { name, value }: Types.JSXAttribute) {
      const key = (name as Types.JSXIdentifier).name;
      // Events and references are of the browser only; keys compare a list with the one before.
      if (key === 'key' || key === 'ref' || /^on[A-Z]/.test(key)) return;
      if (!value) return into.text(written(tag, key, true));
      if (t.isStringLiteral(value)) return into.text(written(tag, key, value.value));
      const expression = (value as Types.JSXExpressionContainer).expression as Types.Expression;
      if (t.isStringLiteral(expression) || t.isNumericLiteral(expression) || t.isBooleanLiteral(expression))
        return into.text(written(tag, key, expression.value));
      const [, shown] = / ([^=]+)="x"$/.exec(written(tag, key, 'x')) ?? [];
      if (!shown) throw new Error(`${tag} with ${key}`);
      const isSpelled = written(tag, key, false) !== '';
      into.hole(call(isSpelled ? '_spelled' : '_attribute', t.stringLiteral(shown), expression));
    }

    function addChildren(into: Template, node: Types.JSXElement | Types.JSXFragment) {
      for (const child of t.react.buildChildren(node)) {
        if (t.isStringLiteral(child)) into.text(escaped(child.value));
        else if (t.isNumericLiteral(child)) into.text(`${child.value}`);
        else if (t.isJSXFragment(child)) addChildren(into, child);
        else if (t.isJSXElement(child)) {
          const tag = tagOf(child);
          if (tag) addElement(into, tag, child);
          else into.hole(child);
        } else if (!t.isBooleanLiteral(child) && !t.isNullLiteral(child))
          into.hole(call('_child', child as Types.Expression));
      }
    }

    function addElement(into: Template, tag: string, node: Types.JSXElement) {
      into.text(`<${tag}`);
      for (const one of node.openingElement.attributes) addAttribute(into, tag, one as Types.JSXAttribute);
      if (hasNoEnd(tag)) return into.text('/>');
      into.text('>');
      addChildren(into, node);
      into.text(`</${tag}>`);
    }

    /** Whether it is handed on and may be looked at: an attribute, as those that translations put words into. */
    function isHandedOn(path: NodePath): boolean {
      const outer = path.findParent(
        (one) => one.isFunction() || one.isJSXElement() || one.isJSXAttribute() || one.isJSXSpreadAttribute(),
      );
      return !!outer && (outer.isJSXAttribute() || outer.isJSXSpreadAttribute());
    }

    return {
      name: 'html-templates',
      visitor: {
        Program: {
          // On entry, like the macros of translations that stand before it in the list.
          enter(program) {
            const constants: Types.Statement[] = [];
            program.traverse({
              JSXElement(path) {
                const tag = tagOf(path.node);
                if (!tag || isHandedOn(path)) return;
                const made = new Template();
                addElement(made, tag, path.node);
                const name = program.scope.generateUidIdentifier('html');
                const pieces = made.pieces.map((piece) => t.stringLiteral(piece));
                constants.push(t.variableDeclaration('const', [t.variableDeclarator(name, t.arrayExpression(pieces))]));
                const template = call('_template', t.cloneNode(name), ...made.holes);
                const isInMarkup = path.parentPath.isJSXElement() || path.parentPath.isJSXFragment();
                path.replaceWith(isInMarkup ? t.jsxExpressionContainer(template) : template);
              },
            });
            if (constants.length === 0) return;
            const imported = ['template', 'child', 'attribute', 'spelled'].map((name) =>
              t.importSpecifier(t.identifier(`_${name}`), t.identifier(name)),
            );
            program.node.body.unshift(t.importDeclaration(imported, t.stringLiteral(helpers)), ...constants);
          },
        },
      },
    };
  };
}
