/** Search and commands in one field: what the house has is found as one types. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { Icon } from '../parts/Icon';
import type { Action } from '../parts/Menu';
import { useSettled } from '../parts/settled';
import styles from './Commands.module.css';
import { type Found, useFound } from './found';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  actions: Action[];
}

export function Commands(props: Props) {
  const { t } = useLingui();
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isDismissable
      isOpen={props.isOpen}
      onOpenChange={(open) => !open && props.onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t`Search and commands`}>
          <Palette {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What the server has found. */
const FOUND = 'found:';
/** Begins the id of a command that is offered only to who types. */
export const PLACE = 'place:';

function Palette({ onClose, actions }: Props) {
  const { t } = useLingui();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const q = useTyped(typed);
  const { groups, isSearching } = useFound(q);
  return (
    <Autocomplete
      inputValue={typed}
      onInputChange={setTyped}
      // What the server has found matches, by words that are not shown perhaps.
      filter={(text, input, node) => {
        const key = String(node.key);
        if (key.startsWith(FOUND)) return true;
        return (input.trim() !== '' || !key.startsWith(PLACE)) && contains(text, input);
      }}
    >
      <SearchField className={styles.field ?? ''} aria-label={t`Search or go to…`} autoFocus>
        <Icon name="search" />
        <Input className={styles.input ?? ''} placeholder={t`Search or go to…`} />
      </SearchField>
      {/* Focus stays in the field, so that the list itself must be reached to be scrolled. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div className={styles.list} tabIndex={0}>
        <Menu
          className={styles.menu ?? ''}
          aria-label={t`Results`}
          renderEmptyState={() => (
            <p className={styles.none}>{isSearching ? t`Searching…` : t`Nothing found. Try another word.`}</p>
          )}
        >
          {groups.map(({ id, heading, items, isSearching: isOld }) => (
            <MenuSection key={id} id={`${FOUND}${id}`}>
              <Header className={styles.heading ?? ''}>{heading}</Header>
              <Collection items={items}>
                {(one) => (
                  // What the words of before have found is nothing that was chosen.
                  <Item {...one} id={FOUND + one.id} isOld={isOld || q !== typed.trim()} onClose={onClose} />
                )}
              </Collection>
            </MenuSection>
          ))}
          <MenuSection id="commands">
            <Header className={styles.heading ?? ''}>{t`Commands`}</Header>
            <Collection items={actions}>{(one) => <Item {...one} onClose={onClose} />}</Collection>
          </MenuSection>
        </Menu>
      </div>
    </Autocomplete>
  );
}

type ItemProps = Found & { isOld?: boolean; onClose: () => void };

function Item({ id, label, icon, lang, kind, details, amount, isOld, onAction, onClose }: ItemProps) {
  return (
    <MenuItem
      id={id}
      textValue={kind ? `${kind}: ${label}` : label}
      className={styles.item ?? ''}
      onAction={() => {
        if (isOld) return;
        onClose();
        onAction();
      }}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.label}>
        {kind && `${kind}: `}
        <span lang={lang}>{label}</span>
        {details && <span className={styles.details}>{details}</span>}
      </span>
      {amount && <span className={styles.amount}>{amount}</span>}
    </MenuItem>
  );
}

/** Milliseconds without a key before a search. */
const PAUSE = 150;

/** What was typed, once nobody types any more; empty while it is too short to look for. */
function useTyped(typed: string): string {
  const wanted = typed.trim();
  const q = useSettled(wanted, PAUSE);
  return q.length > 1 && wanted.length > 1 ? q : '';
}
