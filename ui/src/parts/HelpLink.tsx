/** Link to a help page inside a form: opens a new tab, so that input is not lost. */

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type HelpKey, urls } from '../domain/urls';
import { useLang } from '../state/site';
import { VisuallyHidden } from './VisuallyHidden';

export function HelpLink({ page, children }: { page: HelpKey; children?: ReactNode }) {
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
