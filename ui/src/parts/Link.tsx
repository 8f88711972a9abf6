/** Internal link: client-side navigation, prefetched on hover and focus. */

import type { ComponentChildren, HTMLAttributes } from 'preact';
import { Link as RouterLink } from 'wouter';
import { prefetch } from '../state/navigation';
import { useLang } from '../state/site';

export interface LinkProps extends Omit<HTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> {
  href: string;
  children: ComponentChildren;
  /** Replaces the current history entry. */
  replace?: boolean;
  hreflang?: string;
  target?: string;
  rel?: string;
}

export function Link({ href, replace, onClick, children, ...rest }: LinkProps) {
  const lang = useLang();
  // Other languages, other sites and `mailto:` are plain links.
  const inside = href === `/${lang}` || href.startsWith(`/${lang}/`) || href.startsWith(`/${lang}?`);
  if (!inside) {
    return (
      <a href={href} onClick={onClick} {...rest}>
        {children}
      </a>
    );
  }
  // wouter types React's attributes; these are Preact's.
  const attributes: object = { ...rest, onClick };
  return (
    <RouterLink
      asChild={false}
      href={href}
      replace={replace}
      {...attributes}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
    >
      {children}
    </RouterLink>
  );
}
