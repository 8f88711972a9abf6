/** Internal link: client-side navigation, prefetched on hover and focus. */

import type { HTMLAttributes, ReactNode } from 'react';
import { Link as RouterLink } from 'wouter';
import { prefetch } from '../state/navigation';
import { useLang } from '../state/site';

export interface LinkProps extends Omit<HTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> {
  href: string;
  children: ReactNode;
  /** Replaces the current history entry. */
  replace?: boolean;
  hrefLang?: string;
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
  return (
    <RouterLink
      asChild={false}
      href={href}
      replace={replace}
      onClick={onClick}
      {...rest}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
    >
      {children}
    </RouterLink>
  );
}
