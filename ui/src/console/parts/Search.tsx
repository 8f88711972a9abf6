/** The search field of a list. The key `/` leads to it; what is typed is searched for after a pause. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { Icon } from './Icon';
import styles from './Search.module.css';

/** Milliseconds without a key before a search. */
const PAUSE = 250;

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

export function Search({ label, placeholder, value, onSearch }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another address, by Back or by a link, shows its own words.
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string) => {
    clearTimeout(timer.current);
    sent.current = text.trim();
    onSearch(text.trim());
  };
  return (
    <SearchField
      className={styles.search ?? ''}
      aria-label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(text), text ? PAUSE : 0);
      }}
      onSubmit={search}
    >
      <Icon name="search" />
      <Input className={styles.input ?? ''} placeholder={placeholder} data-search="" spellCheck="false" />
      <span className={styles.key} aria-hidden="true">
        /
      </span>
      <Button className={styles.clear ?? ''} aria-label={t`Clear the search`}>
        <Icon name="close" size={16} />
      </Button>
    </SearchField>
  );
}
