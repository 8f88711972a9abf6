/** A note in which `@` opens the list of colleagues: arrow keys choose, Enter or Tab puts the name in, Escape closes. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components';
import styles from './Field.module.css';
import { Icon } from './Icon';
import { announce } from './liveRegion';
import list from './MentionField.module.css';
import { type Begun, begun, matching, named, type Person } from './mentions';

/** People that are offered at once. */
const MOST = 6;

interface Props {
  id: string;
  label: string;
  hint?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  people: readonly Person[];
}

export function MentionField({ id, label, hint, value, onChange, error, people }: Props) {
  const { t } = useLingui();
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<Begun>();
  const [at, setAt] = useState(0);
  // Set once the text with the name is there.
  const caret = useRef<number>(undefined);
  const found = typed ? matching(people, typed).slice(0, MOST) : [];
  const isOpen = found.length > 0;
  const count = found.length;
  useLayoutEffect(() => {
    if (caret.current !== undefined) area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEffect(() => {
    if (count > 0)
      announce(
        t`${plural(count, { one: '# colleague; arrow keys choose', other: '# colleagues; arrow keys choose' })}`,
      );
  }, [count, t]);
  const look = () => {
    const { value: text, selectionStart } = area.current ?? { value: '', selectionStart: 0 };
    setTyped(begun(text, selectionStart));
    setAt(0);
  };
  const choose = (person: Person | undefined) => {
    if (!person || !typed) return;
    const put = named(value, typed, person.name);
    caret.current = put.caret;
    onChange(put.text);
    setTyped(undefined);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    const steps: Record<string, () => void> = {
      ArrowDown: () => setAt((at + 1) % count),
      ArrowUp: () => setAt((at + count - 1) % count),
      Enter: () => choose(found[at]),
      Tab: () => choose(found[at]),
      Escape: () => setTyped(undefined),
    };
    const step = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <TextField
      id={id}
      name={id}
      value={value}
      onChange={onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={`${styles.field} ${list.field}`}
    >
      <span className={styles.head}>
        <Label className={styles.label ?? ''}>{label}</Label>
      </span>
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <TextArea
        ref={area}
        className={`${styles.control} ${styles.area}`}
        rows={2}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${at}` : undefined}
        onInput={look}
        onClick={look}
        onKeyDown={press}
        onBlur={() => setTyped(undefined)}
      />
      {isOpen && (
        <div id={listId} role="listbox" aria-label={t`Colleagues`} className={list.list}>
          {found.map((person, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
            <div
              key={person.id}
              id={`${listId}-${place}`}
              role="option"
              aria-selected={place === at}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
      <FieldError className={styles.error ?? ''}>
        <Icon name="error" size={16} />
        <span>{error}</span>
      </FieldError>
    </TextField>
  );
}
