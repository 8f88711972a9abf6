/** What carriers offer in each zone: days to the door, and prices by weight. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useShipping } from '../../api/tariffs';
import type { ShippingTable, ShippingTerms, ShippingZone } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { useOrderNames } from '../../parts/orderNames';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { TariffHistory } from '../../parts/TariffHistory';
import { useFormat } from '../../parts/text';
import { kilograms } from './bands';
import { OfferDialog, type OfferOf } from './OfferDialog';
import styles from './ShippingScreen.module.css';

/** Countries that are named before the rest is counted. */
const NAMED = 6;

export default function ShippingScreen() {
  const { t } = useLingui();
  const names = useOrderNames();
  const { data, error, refetch } = useShipping();
  const show = useShowTerms();
  return (
    <Page
      title={t`Carriers and rates`}
      lead={t`Each carrier’s prices by zone and weight, in EUR with VAT. An order takes the first line that is heavy enough; a carrier without one is not offered.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.zones.map((zone) => (
        <OneZone key={zone.key} zone={zone} all={data} />
      ))}
      <TariffHistory
        kind="shipping"
        thing={(thing) => {
          const [carrier = '', zone = ''] = thing.split(' ');
          return `${names.carrier(carrier)}, ${zone}`;
        }}
        value={(value) => show(value as ShippingTerms)}
      />
    </Page>
  );
}

function useShowTerms() {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return ({ min_days: min, max_days: max, bands }: ShippingTerms) => {
    const lines = bands.map((band) => {
      const weight = kilograms(band.up_to_g, i18n.locale);
      const price = format.money(band.price, 'EUR');
      return t`up to ${weight} kg: ${price}`;
    });
    return [t`${min} to ${max} working days`, ...lines].join('; ');
  };
}

function OneZone({ zone, all }: { zone: ShippingZone; all: ShippingTable }) {
  const { t, i18n } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const [open, setOpen] = useState<OfferOf>();
  const named = zone.countries.slice(0, NAMED).join(', ');
  const rest = zone.countries.length - NAMED;
  const title = rest > 0 ? t`${named} and ${rest} more` : named;
  return (
    <Section id={`zone-${zone.key}`} title={title}>
      <div className={styles.offers}>
        {all.carriers.map((carrier) => {
          const terms = all.offers.find((one) => one.carrier === carrier && one.zone === zone.key)?.terms ?? null;
          const name = names.carrier(carrier);
          const { min_days: min = 0, max_days: max = 0 } = terms ?? {};
          return (
            <div key={carrier} className={styles.offer}>
              <h3>{name}</h3>
              {terms ? (
                <>
                  <p className={styles.days}>{t`${min} to ${max} working days`}</p>
                  <table className={table.table}>
                    <thead>
                      <tr>
                        <th scope="col">{t`Up to`}</th>
                        <th scope="col" className={table.end}>{t`Price`}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {terms.bands.map((band) => (
                        <tr key={band.up_to_g}>
                          <th scope="row">{t`${kilograms(band.up_to_g, i18n.locale)} kg`}</th>
                          <td className={table.end}>{format.money(band.price, 'EUR')}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </>
              ) : (
                <p className={styles.days}>{t`Takes nothing there`}</p>
              )}
              <Button
                small
                aria-label={terms ? t`Change ${name}: ${named}` : t`Offer ${name}: ${named}`}
                onPress={() => setOpen({ carrier, zone: zone.key, title: `${name}: ${named}`, terms })}
              >
                {terms ? t`Change…` : t`Offer…`}
              </Button>
            </div>
          );
        })}
      </div>
      {open && <OfferDialog of={open} onClose={() => setOpen(undefined)} />}
    </Section>
  );
}
