/** Form of one address: the checkout's rules and the default flags. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { AddressBook, Country, SavedAddress } from '../../api/types';
import { accountUrls } from '../../domain/accountUrls';
import { AccountFrame } from '../../layout/AccountFrame';
import { PostForm } from '../../layout/PostForm';
import { AddressFields } from '../../parts/AddressFields';
import { Button, ButtonLink } from '../../parts/Button';
import { Checkbox } from '../../parts/Field';
import { useFormDraft } from '../../state/formDraft';
import { useNotify } from '../../state/notify';
import { focusHeading } from '../../state/page';
import { useSentForm, useSite } from '../../state/site';
import { useForm, withSent } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { useUser } from '../../state/user';
import styles from './AddressScreen.module.css';
import {
  type AddressValues,
  addressForm,
  checkAddress,
  idOf,
  inputOf,
  namesOf,
  newAddress,
  valuesOf,
} from './addressForm';

/** Name of the address's form draft; part of stored data. */
export function draftName(id: number | undefined): string {
  return `address ${id ?? 'new'}`;
}

interface AddressEditorProps {
  title: string;
  /** Undefined for a new one. */
  address: SavedAddress | undefined;
  isFirst: boolean;
  countries: Country[];
  onErrors: (hasErrors: boolean) => void;
  onSaved: (book: AddressBook) => void;
  onCancel: () => void;
}

export function AddressEditor({ title, address, isFirst, countries, onErrors, onSaved, onCancel }: AddressEditorProps) {
  const { t } = useLingui();
  const { default_country, lang } = useSite();
  const notify = useNotify();
  const { data: user } = useUser();
  const path = address ? 'address/update' : 'address/create';
  const sent = useSentForm(path);
  const [initial] = useState<AddressValues>(() =>
    withSent(
      address
        ? valuesOf(address)
        : newAddress(default_country, isFirst, {
            first_name: user?.first_name ?? '',
            last_name: user?.last_name ?? '',
          }),
      sent,
    ),
  );
  const form = useForm(initial, (values) => checkAddress(values, countries), sent);
  const { values, set } = form;
  const draft = { name: draftName(address?.id), owner: user?.email ?? '' };
  useFormDraft(draft.name, draft.owner, form);

  // The customer's name may arrive late; it is a suggestion.
  const isNamed = useRef(values.first_name !== '' || values.last_name !== '');
  useEffect(() => {
    if (address || !user || isNamed.current) return;
    isNamed.current = true;
    set('first_name', user.first_name);
    set('last_name', user.last_name);
  }, [address, user, set]);

  const sending = useFormSubmit({
    form,
    names: namesOf(values, countries),
    idOf,
    draft,
    sent,
    async send(typed) {
      const input = inputOf(typed, countries);
      const book = address
        ? await call('address/update', { id: address.id, ...input })
        : await call('address/create', input);
      notify.success({ id: 'account.saved' });
      onSaved(book);
    },
  });
  const { errors, busy, checkbox } = sending;
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  useEffect(() => focusHeading(), []);

  return (
    <AccountFrame part="addresses" title={title} errors={errors} submitCount={form.submitCount}>
      <PostForm
        call={path}
        then={`${accountUrls.addresses(lang)}?done=saved`}
        className={styles.form}
        onSubmit={sending.submit}
      >
        {address && <input type="hidden" name="id" value={String(address.id)} />}
        <AddressFields form={addressForm(form)} countries={countries} />
        <fieldset className={styles.boxes}>
          <legend>{t`Preselect at checkout`}</legend>
          <Checkbox {...checkbox('default_shipping')}>
            <Trans>For delivery</Trans>
          </Checkbox>
          <Checkbox {...checkbox('default_billing')}>
            <Trans>For invoices</Trans>
          </Checkbox>
          {address && (address.default_shipping || address.default_billing) && (
            <p className={styles.note}>
              <Trans>If you remove the tick, no address is preselected until you choose another.</Trans>
            </p>
          )}
        </fieldset>
        <p className={styles.buttons}>
          <Button type="submit" busy={busy} busyLabel={t`Saving…`}>
            {t`Save the address`}
          </Button>
          <ButtonLink
            variant="secondary"
            href={accountUrls.addresses(lang)}
            onClick={(event) => {
              event.preventDefault();
              onCancel();
            }}
          >
            {t`Cancel`}
          </ButtonLink>
        </p>
      </PostForm>
    </AccountFrame>
  );
}
