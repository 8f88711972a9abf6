/** Search with suggestions: a combobox in a panel, full screen when narrow (K6, U18). */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call, isAbort } from '../api/client';
import type { MenuItem, Suggestions } from '../api/types';
import { searchTerm } from '../domain/text';
import { urls } from '../domain/urls';
import { Dialog } from '../parts/Dialog';
import { FieldError } from '../parts/FieldError';
import { Icon } from '../parts/Icon';
import { Link } from '../parts/Link';
import { Thumb } from '../parts/Thumb';
import { useFormat, useMessageText } from '../state/i18n';
import { announce } from '../state/liveRegion';
import { navigate, prefetch } from '../state/navigation';
import { useLang } from '../state/site';
import styles from './SearchDialog.module.css';

/** Debounce in milliseconds before suggestions are fetched. */
const DEBOUNCE = 150;

type Option =
  | { kind: 'term'; key: string; name: string; url: string }
  | { kind: 'category'; key: string; name: string; url: string }
  | { kind: 'product'; key: string; name: string; url: string; card: Suggestions['products'][number] };

function toOptions(found: Suggestions, lang: Parameters<typeof urls.search>[0], narrow: boolean): Option[] {
  return [
    ...found.terms
      .slice(0, 3)
      .map((term): Option => ({ kind: 'term', key: `term ${term}`, name: term, url: urls.search(lang, term) })),
    ...found.categories
      .slice(0, 2)
      .map(({ key, name, url }): Option => ({ kind: 'category', key: `category ${key}`, name, url })),
    ...found.products
      .slice(0, narrow ? 3 : 5)
      .map((card): Option => ({ kind: 'product', key: card.sku, name: card.name, url: card.url, card })),
  ];
}

/** A suggestion with the typed part in normal weight and the completion in bold. */
function Completion({ text, typed }: { text: string; typed: string }) {
  const at = text.toLowerCase().indexOf(typed.trim().toLowerCase());
  if (!typed.trim() || at < 0) return <span>{text}</span>;
  const end = at + typed.trim().length;
  return (
    <span>
      <b className={styles.rest}>{text.slice(0, at)}</b>
      <span className={styles.typed}>{text.slice(at, end)}</span>
      <b className={styles.rest}>{text.slice(end)}</b>
    </span>
  );
}

export interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
  departments: MenuItem[];
}

export function SearchDialog({ open, onClose, departments }: SearchDialogProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const format = useFormat();
  const [term, setTerm] = useState('');
  const [options, setOptions] = useState<Option[]>([]);
  const [active, setActive] = useState(-1);
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

  useEffect(() => {
    const query = term.trim();
    setActive(-1);
    if (!open || query === '') {
      setOptions([]);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('search/suggest', { q: query }, { signal: controller.signal }).then(
        (found) => {
          // Drop stale responses.
          if (controller.signal.aborted) return;
          const next = toOptions(found, lang, window.matchMedia('(max-width: 599.98px)').matches);
          setOptions(next);
          announce(
            next.length === 0
              ? t`No suggestions`
              : t`${plural(next.length, { one: '# suggestion', other: '# suggestions' })}`,
          );
        },
        (reason) => {
          // Not essential: the search itself still works.
          if (!isAbort(reason)) setOptions([]);
        },
      );
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [term, open, lang, t]);

  function go(url: string): void {
    onClose();
    navigate(url);
  }

  function submit(): void {
    const problem = searchTerm(term);
    if (problem) {
      setError(say({ id: problem.id, params: problem.params ?? {} }));
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
      setOptions([]);
    }
  }

  const labels = { term: t`Suggestions`, category: t`Categories`, product: t`Products` };
  return (
    <Dialog open={open} onClose={onClose} title={t`Search`} titleHidden placement="top">
      <div className={styles.inner}>
        <search>
          <form
            noValidate
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
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
              spellCheck={false}
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
          </form>
        </search>
        {error && <FieldError id="search-error">{error}</FieldError>}
        <div
          id="search-options"
          role="listbox"
          aria-label={t`Suggestions`}
          className={styles.options}
          hidden={options.length === 0}
        >
          {(['term', 'category', 'product'] as const).map((kind) => {
            const group = options.filter((option) => option.kind === kind);
            if (group.length === 0) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
              <div key={kind} role="group" aria-label={labels[kind]} className={styles[kind]}>
                <p className={styles.label} aria-hidden="true">
                  {labels[kind]}
                  {kind === 'product' && ` · ${t`incl. VAT, plus shipping`}`}
                </p>
                {group.map((option) => {
                  const at = options.indexOf(option);
                  const shown = option.kind === 'product' ? format.money(option.card.price, option.card.currency) : '';
                  return (
                    // Options are navigated from the field and take no focus.
                    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                    // biome-ignore lint/a11y/useFocusableInteractive: see above
                    <div
                      key={option.key}
                      id={`search-option-${at}`}
                      role="option"
                      aria-selected={at === active ? 'true' : 'false'}
                      className={styles.option}
                      onPointerEnter={() => prefetch(option.url)}
                      onPointerDown={(event) => event.preventDefault()}
                      onClick={() => go(option.url)}
                    >
                      {option.kind === 'product' && <Thumb image={option.card.images[0] ?? null} />}
                      <span className={styles.optionText}>
                        <Completion text={option.name} typed={term} />
                        {option.kind === 'product' && (
                          <span className={styles.price}>
                            {option.card.price_from ? t`from ${shown}` : shown}
                            {option.card.unit_price &&
                              ` · ${format.unitPrice(option.card.unit_price, option.card.currency)}`}
                          </span>
                        )}
                      </span>
                    </div>
                  );
                })}
              </div>
            );
          })}
        </div>
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
