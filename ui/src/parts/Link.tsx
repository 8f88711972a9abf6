/** A link inside the shop: a plain anchor that stays in the document, and fetches ahead when it is about to be used. */

import type { ComponentChildren, HTMLAttributes } from 'preact';
import { navigate, prefetch } from '../state/navigation';
import { useLang } from '../state/site';

export interface LinkProps extends Omit<HTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> {
  href: string;
  children: ComponentChildren;
  /** Takes the place of the current history entry. */
  replace?: boolean;
  hreflang?: string;
  target?: string;
  rel?: string;
}

export function Link({ href, replace, onClick, children, ...rest }: LinkProps) {
  const lang = useLang();
  // Another language, another site, a mail address: the browser's business.
  const inside = href === `/${lang}` || href.startsWith(`/${lang}/`) || href.startsWith(`/${lang}?`);
  if (!inside) {
    return (
      <a href={href} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        onClick?.call(event.currentTarget, event as never);
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target) return;
        event.preventDefault();
        navigate(href, { replace });
      }}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
    >
      {children}
    </a>
  );
}
