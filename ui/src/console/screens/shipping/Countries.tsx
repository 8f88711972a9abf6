/** Countries: found by name, moved to another zone, delivered to or not. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTariffCall } from '../../api/tariffs';
import type { CountryPlace, ShippingTable, ZoneCountry } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { toast } from '../../parts/toasts';
import styles from './ShippingScreen.module.css';
import { useZoneNames } from './zones';

/** Countries that are listed at most. */
const SHOWN = 12;
/** Countries by which a zone is called in lists. */
const BRIEF = 3;
const YES = 'yes';

interface Found extends ZoneCountry {
  zone: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export function Countries({ table: data }: { table: ShippingTable }) {
  const { t } = useLingui();
  const [q, setQ] = useState('');
  const [opened, setOpened] = useState<string>();
  const zoneName = useZoneNames(BRIEF);
  const all: Found[] = data.zones.flatMap((zone) => zone.countries.map((one) => ({ ...one, zone: zone.key })));
  const wanted = plain(q.trim());
  const isFound = ({ id, name, is_delivered }: Found) =>
    wanted ? plain(name).includes(wanted) || id.toLowerCase() === wanted : !is_delivered;
  // Its code first, then names that begin so.
  const rank = ({ id, name }: Found) => {
    if (id.toLowerCase() === wanted) return 0;
    return plain(name).startsWith(wanted) ? 1 : 2;
  };
  const found = all.filter(isFound).sort((one, other) => rank(one) - rank(other));
  const country = all.find(({ id }) => id === opened);
  const off = all.filter(({ is_delivered }) => !is_delivered).length;
  return (
    <Section
      id="countries"
      title={t`Countries`}
      lead={
        off > 0
          ? plural(off, {
              one: '# country is not delivered to. Find a country to move it to another zone, or to deliver there or not.',
              other:
                '# countries are not delivered to. Find a country to move it to another zone, or to deliver there or not.',
            })
          : t`All are delivered to. Find a country to move it to another zone, or to deliver there no more.`
      }
    >
      <div className={styles.form}>
        <Field id="countries-find" label={t`Find a country`} value={q} onChange={setQ} isFilter />
      </div>
      {found.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t`Country`}</th>
              <th scope="col">{t`Delivered to`}</th>
              <th scope="col">{t`Zone`}</th>
              <th scope="col" className={table.end}>
                <span className="visually-hidden">{t`Actions`}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, SHOWN).map(({ id, name, zone, is_delivered }) => {
              const within = data.zones.find(({ key }) => key === zone);
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td data-label={t`Delivered to`}>
                    <Badge tone={is_delivered ? 'success' : 'neutral'}>{is_delivered ? t`Yes` : t`No`}</Badge>
                  </td>
                  <td data-label={t`Zone`}>{within ? zoneName(within) : zone}</td>
                  <td className={table.end}>
                    <Button small data-row="" aria-label={t`Change: ${name}`} onPress={() => setOpened(id)}>
                      {t`Change…`}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {wanted && found.length === 0 && <p>{t`No country is called so.`}</p>}
      {country && <CountryDialog data={data} country={country} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

interface DialogProps {
  data: ShippingTable;
  /** As it is in force by now. */
  country: Found;
  onClose: () => void;
}

function CountryDialog({ data, country: { id, name, zone, is_delivered }, onClose }: DialogProps) {
  const { t } = useLingui();
  const zoneName = useZoneNames(BRIEF);
  const save = useTariffCall('tariff/save_country');
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState<CountryPlace>({ zone, is_delivered });
  const form = useForm({
    id: 'country',
    keep: useKeep(`country-${id}`, JSON.stringify(seen)),
    initial: { is_delivered: is_delivered ? YES : '', zone },
    send: async (values) => {
      const place = { zone: values.zone, is_delivered: values.is_delivered === YES };
      await save.mutateAsync({ country: id, seen, place });
      toast(t`Saved, and in force.`);
      onClose();
    },
  });
  return (
    <Dialog title={name} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <SelectField
          {...form.field('is_delivered')}
          label={t`Delivered to`}
          hint={t`An order that was placed is delivered all the same.`}
          options={[
            { value: YES, label: t`Yes` },
            { value: '', label: t`No` },
          ]}
        />
        <SelectField
          {...form.field('zone')}
          label={t`Zone`}
          hint={t`It has the carriers, days and prices of its zone.`}
          options={data.zones.map((one) => ({ value: one.key, label: zoneName(one) }))}
        />
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
