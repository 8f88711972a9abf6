/** Search and commands in one field: what the house has is found as one types. */

import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
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
  const words = typed.trim();
  const q = useTyped(words);
  const { groups, isSearching } = useFound(q);
  const isAnswered = q === (words.length > 1 ? words : '') && !isSearching;
  const isOffered = (id: string, text: string) => (words !== '' || !id.startsWith(PLACE)) && contains(text, words);

  // Enter that comes before the answer waits for it, and opens what stands first then.
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isAnswered) return;
    setWanted(false);
    const first = actions.find((one) => isOffered(one.id, textOf(one))) ?? groups[0]?.items[0];
    if (!first) return;
    onClose();
    first.onAction();
  });
  const list = useRef<HTMLDivElement>(null);
  // Whether somebody has moved to what is marked; else it is the first by itself.
  const hasMoved = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (/^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(event.key)) hasMoved.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const marked = list.current?.querySelector('[data-focused]');
    if (marked && (hasMoved.current || !marked.querySelector('[data-old]'))) return;
    event.preventDefault();
    event.stopPropagation();
    setWanted(true);
  };
  return (
    <Autocomplete
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text);
        setWanted(false);
        hasMoved.current = false;
      }}
      // What the server has found matches, by words that are not shown perhaps.
      filter={(text, _, node) => String(node.key).startsWith(FOUND) || isOffered(String(node.key), text)}
    >
      <SearchField className={styles.field ?? ''} aria-label={t`Search or go to…`} autoFocus>
        <Icon name="search" />
        <Input className={styles.input ?? ''} placeholder={t`Search or go to…`} onKeyDownCapture={onKeyDown} />
      </SearchField>
      {/* Focus stays in the field, so that the list itself must be reached to be scrolled. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <div ref={list} className={styles.list} tabIndex={0}>
        <Menu
          className={styles.menu ?? ''}
          aria-label={t`Results`}
          renderEmptyState={() => (
            <p className={styles.none}>{isSearching ? t`Searching…` : t`Nothing found. Try another word.`}</p>
          )}
        >
          {/* First, so that what is found later moves nothing, least of all what Enter opens. */}
          <MenuSection id="commands">
            <Header className={styles.heading ?? ''}>{t`Commands`}</Header>
            <Collection items={actions}>{(one) => <Item {...one} onClose={onClose} />}</Collection>
          </MenuSection>
          {groups.map(({ id, heading, items, isSearching: isOld }) => (
            <MenuSection key={id} id={`${FOUND}${id}`}>
              <Header className={styles.heading ?? ''}>{heading}</Header>
              <Collection items={items}>
                {(one) => <Item {...one} id={FOUND + one.id} isOld={isOld || q !== words} onClose={onClose} />}
              </Collection>
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Autocomplete>
  );
}

const textOf = ({ kind, label }: Action) => (kind ? `${kind}: ${label}` : label);

/** `isOld`: found by the words of before. */
type ItemProps = Found & { isOld?: boolean; onClose: () => void };

function Item({ isOld, onClose, ...found }: ItemProps) {
  const { id, label, icon, lang, kind, details, amount, onAction } = found;
  return (
    <MenuItem
      id={id}
      textValue={textOf(found)}
      className={styles.item ?? ''}
      onAction={() => {
        onClose();
        onAction();
      }}
    >
      {icon && <Icon name={icon} />}
      <span className={styles.label} data-old={isOld ? '' : undefined}>
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
function useTyped(words: string): string {
  const q = useSettled(words, PAUSE);
  return q.length > 1 && words.length > 1 ? q : '';
}
