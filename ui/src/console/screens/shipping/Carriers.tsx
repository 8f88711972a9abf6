/** Carriers: what they are called, where their parcels are looked for, in which order they are offered, and whether they are. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../../api/queries';
import { useTariffCall } from '../../api/tariffs';
import type { Carrier, CarrierTerms, ShippingTable } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES } from '../../parts/language';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { earlier, hostOf, standard, termsOf, valuesOf } from './carriers';
import styles from './ShippingScreen.module.css';

/** Stands for the parcel’s number in the address of a tracking page. */
const NUMBER = '{number}';

type Opened = { carrier: Carrier | undefined };

export function Carriers({ table: { carriers, offers } }: { table: ShippingTable }) {
  const { t } = useLingui();
  const say = useMessageText();
  const order = useTariffCall('tariff/order_carriers');
  const [opened, setOpened] = useState<Opened>();
  const rated = new Set(offers.map(({ carrier }) => carrier));
  const move = (code: string) => {
    const seen = carriers.map((one) => one.code);
    order.mutate(
      { seen, codes: earlier(seen, code) },
      { onSuccess: () => toast(t`Saved, and in force.`), onError: (reason) => toast(say(reason)) },
    );
  };
  return (
    <Section
      id="carriers"
      title={t`Carriers`}
      lead={t`In the order in which shoppers see them. What is no longer offered stays on the orders and parcels that have it.`}
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Carrier`}</th>
            <th scope="col">{t`Tracking page`}</th>
            <th scope="col">{t`Offered`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {carriers.map((carrier, at) => {
            const { code, name, terms, pinned } = carrier;
            return (
              <tr key={code}>
                <th scope="row">{name}</th>
                <td data-label={t`Tracking page`}>{hostOf(pinned?.tracking ?? terms.tracking) || '–'}</td>
                <td data-label={t`Offered`}>
                  <Offered isOffered={terms.is_offered} hasRate={rated.has(code)} />
                </td>
                <td className={table.end}>
                  {at > 1 && (
                    <Button
                      small
                      aria-label={t`Offer earlier: ${name}`}
                      isDisabled={order.isPending}
                      onPress={() => move(code)}
                    >
                      {t`Earlier`}
                    </Button>
                  )}{' '}
                  <Button small data-row="" aria-label={t`Change: ${name}`} onPress={() => setOpened({ carrier })}>
                    {t`Change…`}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div>
        <Button small icon="plus" onPress={() => setOpened({ carrier: undefined })}>
          {t`Add a carrier…`}
        </Button>
      </div>
      {opened && <CarrierDialog of={opened.carrier} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

/** Whether shoppers are offered a carrier: one without a rate is offered nowhere. */
function Offered({ isOffered, hasRate }: { isOffered: boolean; hasRate: boolean }) {
  const { t } = useLingui();
  if (!isOffered) return <Badge tone="neutral">{t`No`}</Badge>;
  return hasRate ? <Badge tone="success">{t`Yes`}</Badge> : <Badge tone="warning">{t`No rate yet`}</Badge>;
}

function CarrierDialog({ of, onClose }: { of: Carrier | undefined; onClose: () => void }) {
  const { t } = useLingui();
  const { languages } = useSession();
  const save = useTariffCall('tariff/save_carrier');
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState<CarrierTerms | undefined>(of?.terms);
  const form = useForm({
    id: 'carrier',
    keep: useKeep(`carrier-${of?.code ?? 'new'}`, JSON.stringify(seen ?? null)),
    initial: valuesOf(seen, languages),
    send: async (values) => {
      await save.mutateAsync({ code: of?.code ?? null, seen: seen ?? null, terms: termsOf(values, seen, languages) });
      toast(of ? t`Saved, and in force.` : t`Added. It is offered where it has a rate.`);
      onClose();
    },
  });
  return (
    <Dialog title={of ? of.name : t`Add a carrier`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <Field
          {...field(form, 'name')}
          label={t`Name`}
          hint={t`In languages without one of their own.`}
          maxLength={60}
        />
        {of?.pinned ? (
          <Pinned label={t`Address of the tracking page`} page={of.pinned} />
        ) : (
          <Field
            {...field(form, 'tracking')}
            label={t`Address of the tracking page`}
            hint={t`With ${NUMBER} where the parcel’s number goes. Empty: no link.`}
            maxLength={300}
            optional
          />
        )}
        {of?.code !== standard && (
          <SelectField
            {...field(form, 'is_offered')}
            label={t`Offered to shoppers`}
            hint={t`Orders and parcels that have it keep it.`}
            options={[
              { value: 'yes', label: t`Yes` },
              { value: '', label: t`No` },
            ]}
          />
        )}
        {languages.map((lang) => (
          <fieldset key={lang} className={styles.language}>
            <legend lang={lang}>{LANGUAGE_NAMES[lang]}</legend>
            <Field {...field(form, `names.${lang}`)} label={t`Name in this language`} maxLength={60} optional />
            <Field {...field(form, `notes.${lang}`)} label={t`Note at checkout`} maxLength={300} optional />
          </fieldset>
        ))}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** What the machine’s file says; it is changed there. */
function Pinned({ label, page: { tracking, place } }: { label: string; page: NonNullable<Carrier['pinned']> }) {
  return (
    <dl className={styles.pinned}>
      <dt>{label}</dt>
      <dd translate="no">{tracking || '–'}</dd>
      <dd className={styles.note}>
        <Trans>
          Fixed on the machine: <code translate="no">{place}</code>
        </Trans>
      </dd>
    </dl>
  );
}

/** What a field takes; each language has two. */
const field = (form: ReturnType<typeof useForm<Record<string, string>>>, name: string) => {
  const { value = '', ...rest } = form.field(name);
  return { ...rest, value };
};
