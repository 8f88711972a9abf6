/** Search field with a button, for pages without results. Works without script. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { searchTerm } from '../../domain/length';
import { urls } from '../../domain/urls';
import { Button } from '../../parts/Button';
import { FieldError } from '../../parts/FieldError';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { useLang } from '../../state/site';
import styles from './SearchForm.module.css';

export function SearchForm({ id, initial = '' }: { id: string; initial?: string }) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const [term, setTerm] = useState(initial);
  const [error, setError] = useState('');
  return (
    <search>
      <form
        action={urls.search(lang)}
        method="get"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const problem = searchTerm(term);
          if (problem) setError(say({ id: problem.id }));
          else navigate(urls.search(lang, term.trim()));
        }}
      >
        <label htmlFor={id} className={styles.label}>{t`Search the boutique`}</label>
        <div className={styles.row}>
          <input
            id={id}
            className={styles.input}
            type="search"
            name="q"
            value={term}
            autoComplete="off"
            enterKeyHint="search"
            aria-invalid={error ? 'true' : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onInput={(event) => {
              setTerm(event.currentTarget.value);
              if (event.currentTarget.value.trim()) setError('');
            }}
          />
          <Button type="submit">{t`Search`}</Button>
        </div>
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </form>
    </search>
  );
}
