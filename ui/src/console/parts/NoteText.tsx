/** The text of a note with the colleagues whom it names. */

import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import type { Mentioned } from '../api/types';
import { parts } from './mentions';

export function NoteText({ text, mentioned }: { text: string; mentioned: readonly Mentioned[] }) {
  const { t } = useLingui();
  return parts(text, mentioned).map((part, at) => (
    <Fragment key={at}>{typeof part === 'string' ? part : <b>@{part.name ?? t`former colleague`}</b>}</Fragment>
  ));
}
