/** A link to a help page from within a form: it opens beside what was typed, not over it. */

import { Trans } from '@lingui/react/macro';
import type { ComponentChildren } from 'preact';
import { type HelpKey, urls } from '../domain/urls';
import { useLang } from '../state/site';
import { VisuallyHidden } from './VisuallyHidden';

export function HelpLink({ page, children }: { page: HelpKey; children?: ComponentChildren }) {
  const lang = useLang();
  return (
    <a href={urls.help(lang, page)} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden>
        <Trans> (opens in a new tab)</Trans>
      </VisuallyHidden>
    </a>
  );
}
