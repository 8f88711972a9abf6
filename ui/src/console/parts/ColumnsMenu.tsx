/** Columns that are shown, behind a button. */

import { useLingui } from '@lingui/react/macro';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './Button';
import { Icon } from './Icon';
import styles from './Menu.module.css';

interface Props<C extends string> {
  columns: { value: C; label: string }[];
  hidden: readonly C[];
  onChange: (hidden: C[]) => void;
}

export function ColumnsMenu<C extends string>({ columns, hidden, onChange }: Props<C>) {
  const { t } = useLingui();
  const shown = columns.map(({ value }) => value).filter((value) => !hidden.includes(value));
  return (
    <MenuTrigger>
      <Button small variant="quiet" icon="columns">
        {t`Columns`}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          className={styles.menu ?? ''}
          aria-label={t`Columns`}
          selectionMode="multiple"
          selectedKeys={shown}
          onSelectionChange={(keys) => {
            const on = (value: C) => keys === 'all' || keys.has(value);
            onChange(columns.map(({ value }) => value).filter((value) => !on(value)));
          }}
        >
          {columns.map(({ value, label }) => (
            <MenuItem key={value} id={value} textValue={label} className={`${styles.item} ${styles.choice}`}>
              <Icon name="check" size={16} />
              <span>{label}</span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
