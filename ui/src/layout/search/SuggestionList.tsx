/** Listbox of the search combobox, grouped by kind. */

import { useLingui } from '@lingui/react/macro';
import { Thumb } from '../../parts/Thumb';
import { useFormat } from '../../state/i18n';
import { prefetch } from '../../state/navigation';
import styles from './SearchDialog.module.css';
import type { Suggestion } from './useSuggestions';

interface SuggestionListProps {
  options: Suggestion[];
  /** Index of the option chosen by arrow keys, or -1. */
  active: number;
  typed: string;
  onSelect: (url: string) => void;
}

export function SuggestionList({ options, active, typed, onSelect }: SuggestionListProps) {
  const { t } = useLingui();
  const format = useFormat();
  const labels = { term: t`Suggestions`, category: t`Categories`, help: t`Help pages`, product: t`Products` };
  return (
    <div
      id="search-options"
      role="listbox"
      aria-label={t`Suggestions`}
      className={styles.options}
      hidden={options.length === 0}
    >
      {(['term', 'category', 'help', 'product'] as const).map((kind) => {
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
                  onClick={() => onSelect(option.url)}
                >
                  {option.kind === 'product' && <Thumb image={option.card.images[0] ?? null} />}
                  <span className={styles.optionText}>
                    <Completion text={option.name} typed={typed} />
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
  );
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
