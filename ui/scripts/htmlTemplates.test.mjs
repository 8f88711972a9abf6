/** What templates write equals what the renderer makes of the elements. */

import { transformSync } from '@babel/core';
import * as preact from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import * as helpers from '../src/ssr/html.ts';
import { htmlTemplates } from './htmlTemplates.ts';

const jsx = ['@babel/plugin-transform-react-jsx', { pragma: 'h', pragmaFrag: 'Fragment' }];

const scope = {
  h: preact.h,
  Fragment: preact.Fragment,
  _template: helpers.template,
  _child: helpers.child,
  _attribute: helpers.attribute,
  _spelled: helpers.spelled,
};

function transformed(source, plugins) {
  return transformSync(source, { plugins: [...plugins, jsx], configFile: false, babelrc: false }).code;
}

/** The HTML of the component that the body of a function returns. */
function rendered(body, plugins) {
  const code = transformed(`const make = () => { ${body} };`, plugins).replace(/^import .*;$/m, '');
  const component = new Function(...Object.keys(scope), `${code}; return make();`)(...Object.values(scope));
  return renderToString(preact.h(component, {}));
}

const sources = {
  'text and entities': 'return () => <p title={\'"<&>\'}>a &amp; {"b < \\"c\\""} {"d"}</p>',
  'values that are no text':
    'return () => <ul>{null}{undefined}{true}{false}{0}{"0"}{[1, "<", [null, 2]]}{() => 1}</ul>',
  attributes: `return () => [undefined, null, true, false, 0, "", "x&"].map((v) =>
     <a class={v} hidden={v} aria-label={v} aria-hidden={v} data-x={v} draggable={v} spellcheck={v} tabIndex={v} href={v}/>)`,
  'functions as attributes': 'return () => <a href={() => 1} aria-label={() => 1}>{"x"}</a>',
  'names of attributes': `return () => <><label htmlFor={"a"} className={"b"}/><td colSpan={2} rowSpan="3"/>
     <img srcSet={"a"} fetchPriority="high" crossOrigin={"x"} decoding="async"/><a hrefLang={"de"} autoFocus inputMode={"x"}/>
     <meta httpEquiv={"x"} charSet={"y"}/><form acceptCharset={"x"} noValidate autoComplete={"off"}/></>`,
  'keys, references and events':
    'return () => <div>{[1, 2].map((n) => <b key={n} ref={() => 0} onClick={() => 0}>{n}</b>)}</div>',
  'spread and style':
    'const more = { id: "i", style: { top: 1 } }; return () => <p {...more}><i style={{ marginTop: 4 }}>{"x"}</i></p>',
  forms: `return () => <form><input defaultValue="a" value={undefined}/><textarea defaultValue={"<b>"}/>
     <select value="2"><option value="1">1</option><option value="2">{"two"}</option></select></form>`,
  svg: 'return () => <p><svg viewBox="0 0 1 1"><path strokeWidth={2} d="M0"/></svg></p>',
  components: `const Box = ({ children, icon }) => <section>{icon}<h2>{children}</h2></section>;
     return () => <main><Box icon={<i>{"<"}</i>}>a <b>{"b"}</b> c</Box><Box/>{1 > 0 && <p>yes</p>}{0 > 1 ? <p>no</p> : "else"}</main>`,
  'raw markup': 'return () => <div><p dangerouslySetInnerHTML={{ __html: "<b>x</b>" }}/><br/><hr class="r"/></div>',
};

describe('templates of HTML', () => {
  it.each(Object.entries(sources))('%s', (_, body) => {
    expect(rendered(body, [htmlTemplates('html.ts')])).toBe(rendered(body, []));
  });

  it('leaves nothing of plain elements to be made at run time', () => {
    const code = transformed('const x = () => <p class="a">b<br/><i>{c}</i></p>;', [htmlTemplates('html.ts')]);
    expect(code).toContain('["<p class=\\"a\\">b<br/><i>", "</i></p>"]');
    expect(code).not.toContain('h("');
  });
});
