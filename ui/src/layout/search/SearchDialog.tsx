/** Search with suggestions: a combobox in a panel, full screen when narrow (K6, U18). */

import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MenuItem } from '../../api/types';
import { searchTerm } from '../../domain/length';
import { urls } from '../../domain/urls';
import { Dialog } from '../../parts/Dialog';
import { FieldError } from '../../parts/FieldError';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { ScriptedForm } from '../../parts/ScriptedForm';
import { useMessageText } from '../../state/i18n';
import { navigate } from '../../state/navigation';
import { useLang } from '../../state/site';
import styles from './SearchDialog.module.css';
import { SuggestionList } from './SuggestionList';
import { useSuggestions } from './useSuggestions';

export interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
  departments: MenuItem[];
}

export function SearchDialog({ open, onClose, departments }: SearchDialogProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const [term, setTerm] = useState('');
  const { options, active, setActive, clear } = useSuggestions(open ? term : '');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!open) return;
    // After the dialog has set its own focus.
    const frame = requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);

  // The list may be longer than the window, and the focus stays in the field.
  useEffect(() => {
    if (active >= 0) document.getElementById(`search-option-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function go(url: string): void {
    onClose();
    navigate(url);
  }

  function submit(): void {
    const problem = searchTerm(term);
    if (problem) {
      setError(say(problem));
      input.current?.focus();
    } else {
      go(urls.search(lang, term.trim()));
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // During IME composition keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    if (event.key === 'ArrowDown' && count > 0) {
      event.preventDefault();
      setActive((at) => (at + 1) % count);
    } else if (event.key === 'ArrowUp' && count > 0) {
      event.preventDefault();
      setActive((at) => (at <= 0 ? count - 1 : at - 1));
    } else if (event.key === 'Home' || event.key === 'End') {
      setActive(-1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      if (option) go(option.url);
      else submit();
    } else if (event.key === 'Escape' && (options.length > 0 || term)) {
      // The first Esc clears, the second closes.
      event.preventDefault();
      event.stopPropagation();
      setTerm('');
      clear();
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={t`Search`} titleHidden placement="top">
      <div className={styles.inner}>
        <search>
          <ScriptedForm
            className={styles.form}
            onSubmit={() => {
              submit();
            }}
          >
            <Icon name="search" size={22} />
            <input
              ref={input}
              id="search"
              type="text"
              inputMode="search"
              name="q"
              className={styles.input}
              placeholder={t`What are you looking for?`}
              aria-label={t`Search the boutique`}
              role="combobox"
              aria-expanded={options.length > 0 ? 'true' : 'false'}
              aria-controls="search-options"
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `search-option-${active}` : undefined}
              aria-invalid={error ? 'true' : undefined}
              aria-describedby={error ? 'search-error' : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck="false"
              enterKeyHint="search"
              maxLength={200}
              value={term}
              onInput={(event) => {
                setTerm(event.currentTarget.value);
                setError('');
              }}
              onKeyDown={onKeyDown}
            />
            <button type="submit" className={styles.submit}>{t`Search`}</button>
          </ScriptedForm>
        </search>
        {error && <FieldError id="search-error">{error}</FieldError>}
        <SuggestionList options={options} active={active} typed={term} onSelect={go} />
        {options.length === 0 && !term && (
          <nav aria-label={t`Departments`} className={styles.departments}>
            <ul className={styles.departmentList}>
              {departments.map((item) => (
                <li key={item.key}>
                  <Link href={item.url}>{item.name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Dialog>
  );
}
