/** Search and commands in one field. */

import { useLingui } from '@lingui/react/macro';
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { Icon } from '../parts/Icon';
import type { Action } from '../parts/Menu';
import styles from './Commands.module.css';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  actions: Action[];
}

export function Commands({ isOpen, onClose, actions }: Props) {
  const { t } = useLingui();
  const { contains } = useFilter({ sensitivity: 'base' });
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t`Search and commands`}>
          <Autocomplete filter={contains}>
            <SearchField className={styles.field ?? ''} aria-label={t`Search or go to…`} autoFocus>
              <Icon name="search" />
              <Input className={styles.input ?? ''} placeholder={t`Search or go to…`} />
            </SearchField>
            <Menu
              className={styles.list ?? ''}
              aria-label={t`Results`}
              items={actions}
              renderEmptyState={() => <p className={styles.none}>{t`Nothing found. Try another word.`}</p>}
            >
              {({ id, label, icon, lang, kind, onAction }) => (
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
                  <span>
                    {kind && `${kind}: `}
                    <span lang={lang}>{label}</span>
                  </span>
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
