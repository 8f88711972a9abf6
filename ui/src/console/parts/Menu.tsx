/** Actions behind a button. */

import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Icon, type IconName } from './Icon';
import styles from './Menu.module.css';

export interface Action {
  id: string;
  label: string;
  icon?: IconName;
  isDanger?: boolean;
  lang?: string;
  /** Kind of thing, before the label. */
  kind?: string;
  onAction: () => void;
}

export function Menu({ trigger, actions, label }: { trigger: ReactElement; actions: Action[]; label: string }) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <AriaMenu className={styles.menu ?? ''} aria-label={label}>
          {actions.map(({ id, label: text, icon, isDanger, lang, kind, onAction }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={kind ? `${kind}: ${text}` : text}
              onAction={onAction}
              className={`${styles.item} ${isDanger ? styles.danger : ''}`}
            >
              {icon && <Icon name={icon} size={16} />}
              <span>
                {kind && `${kind}: `}
                <span lang={lang}>{text}</span>
              </span>
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
