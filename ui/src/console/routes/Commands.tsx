/** Search and commands in one field: orders are found as one types. */

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
import { useLocation } from 'wouter';
import { useCustomerSearch } from '../api/customers';
import { useOrderSearch } from '../api/orders';
import { useMay } from '../api/queries';
import { Icon } from '../parts/Icon';
import type { Action } from '../parts/Menu';
import { useOrderNames } from '../parts/orderNames';
import { useSettled } from '../parts/settled';
import { useFormat } from '../parts/text';
import styles from './Commands.module.css';

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

function Palette({ onClose, actions }: Props) {
  const { t } = useLingui();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [typed, setTyped] = useState('');
  const q = useTyped(typed);
  const { found, isSearching } = useFoundOrders(q);
  const customers = useFoundCustomers(q);
  return (
    <Autocomplete
      inputValue={typed}
      onInputChange={setTyped}
      // What the server has found matches, by words that are not shown perhaps.
      filter={(text, input, node) => String(node.key).startsWith('found:') || contains(text, input)}
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
            <p className={styles.none}>
              {isSearching || customers.isSearching ? t`Searching…` : t`Nothing found. Try another word.`}
            </p>
          )}
        >
          {found.length > 0 && (
            <MenuSection id="found:">
              <Header className={styles.heading ?? ''}>{t`Orders`}</Header>
              <Collection items={found}>{(one) => <Item {...one} onClose={onClose} />}</Collection>
            </MenuSection>
          )}
          {customers.found.length > 0 && (
            <MenuSection id="found:customers">
              <Header className={styles.heading ?? ''}>{t({ context: 'screen', message: 'Customers' })}</Header>
              <Collection items={customers.found}>{(one) => <Item {...one} onClose={onClose} />}</Collection>
            </MenuSection>
          )}
          <MenuSection id="commands">
            <Header className={styles.heading ?? ''}>{t`Commands`}</Header>
            <Collection items={actions}>{(one) => <Item {...one} onClose={onClose} />}</Collection>
          </MenuSection>
        </Menu>
      </div>
    </Autocomplete>
  );
}

type ItemProps = Action & { details?: string; amount?: string; onClose: () => void };

function Item({ id, label, icon, lang, kind, details, amount, onAction, onClose }: ItemProps) {
  return (
    <MenuItem
      id={id}
      textValue={kind ? `${kind}: ${label}` : label}
      className={styles.item ?? ''}
      onAction={() => {
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
const SHOWN = 5;

/** What was typed, once nobody types any more; empty while it is too short to look for. */
function useTyped(typed: string): string {
  const wanted = typed.trim();
  const q = useSettled(wanted, PAUSE);
  return q.length > 1 && wanted.length > 1 ? q : '';
}

function useFoundCustomers(q: string) {
  const { t } = useLingui();
  const format = useFormat();
  const [, go] = useLocation();
  const isOn = useMay('customers_read') && q !== '';
  const { data, isFetching } = useCustomerSearch(q, isOn);
  if (!isOn || !data) return { found: [], isSearching: isOn && isFetching };
  const found = data.items.slice(0, SHOWN).map(({ key, name, email }) => ({
    id: `found:customer:${key}`,
    label: name || email,
    details: email,
    icon: 'customers' as const,
    onAction: () => go(`/customers/${key}`),
  }));
  const more = format.number(data.count);
  const all = {
    id: 'found:customers:all',
    label: t`All ${more} customers that match`,
    icon: 'arrow-right' as const,
    onAction: () => go(`/customers?${new URLSearchParams({ q })}`),
  };
  return { found: data.count > SHOWN ? [...found, all] : found, isSearching: isFetching };
}

function useFoundOrders(q: string) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const [, go] = useLocation();
  const isOn = useMay('orders_read') && q !== '';
  const { data, isFetching } = useOrderSearch(q, isOn);
  if (!isOn || !data) return { found: [], isSearching: isOn && isFetching };
  const found = data.items.slice(0, SHOWN).map((order) => ({
    id: `found:${order.number}`,
    label: `${order.number} · ${order.name}`,
    details: names.status(order.status),
    amount: format.money(order.total, order.currency),
    icon: 'orders' as const,
    onAction: () => go(`/orders/${order.number}`),
  }));
  const more = format.number(data.count);
  const all = {
    id: 'found:all',
    label: t`All ${more} orders that match`,
    icon: 'arrow-right' as const,
    onAction: () => go(`/orders?${new URLSearchParams({ q })}`),
  };
  return { found: data.count > SHOWN ? [...found, all] : found, isSearching: isFetching };
}
