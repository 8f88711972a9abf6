/** What carriers offer in each zone: days to the door, and prices by weight; and which countries each zone has. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useShipping } from '../../api/tariffs';
import type { CarrierTerms, CountryPlace, ShippingTable, ShippingTerms, ShippingZone } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Badge, LoadError, Skeleton } from '../../parts/Feedback';
import { Page, Section } from '../../parts/Page';
import { TariffHistory } from '../../parts/TariffHistory';
import { useFormat } from '../../parts/text';
import { Carriers } from './Carriers';
import { Countries } from './Countries';
import { OfferDialog, type OfferOf } from './OfferDialog';
import styles from './ShippingScreen.module.css';
import { useZoneNames } from './zones';

const COUNTRY = 'country';
const CARRIER = 'carrier';
const ORDER = 'carriers';

export default function ShippingScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useShipping();
  const nameOf = (code: string) => data?.carriers.find((one) => one.code === code)?.name ?? code;
  const show = useShowTerms();
  const place = useShowPlace(data);
  const showCarrier = useShowCarrier();
  const format = useFormat();
  return (
    <Page
      title={t`Carriers and rates`}
      lead={t`Each carrier’s prices by zone and weight, in EUR with VAT. An order takes the first line that is heavy enough; a carrier without one is not offered.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Carriers table={data} />}
      {data?.zones.map((zone) => (
        <OneZone key={zone.key} zone={zone} all={data} />
      ))}
      {data && <Countries table={data} />}
      <TariffHistory
        kind="shipping"
        thing={(thing) => {
          const [first = '', second = ''] = thing.split(' ');
          if (thing === ORDER) return t`Order of the carriers`;
          if (first === COUNTRY) return format.country(second);
          return first === CARRIER ? nameOf(second) : `${nameOf(first)}, ${second}`;
        }}
        value={(value) => {
          if (Array.isArray(value)) return value.map(nameOf).join(', ');
          if ('tracking' in Object(value)) return showCarrier(value as CarrierTerms);
          return 'zone' in Object(value) ? place(value as CountryPlace) : show(value as ShippingTerms);
        }}
      />
    </Page>
  );
}

function useShowPlace(data: ShippingTable | undefined) {
  const { t } = useLingui();
  const nameOf = useZoneNames();
  return ({ zone: key, is_delivered }: CountryPlace) => {
    const found = data?.zones.find((one) => one.key === key);
    const zone = found ? nameOf(found) : key;
    return is_delivered ? t`delivered to, with ${zone}` : t`not delivered to, with ${zone}`;
  };
}

function useShowCarrier() {
  const { t } = useLingui();
  return ({ name, names, notes, tracking, is_offered }: CarrierTerms) => {
    const words = [...Object.values(names), ...Object.values(notes)].filter((word) => word !== name);
    return [name, ...new Set(words), tracking, is_offered ? t`offered` : t`not offered`].filter(Boolean).join('; ');
  };
}

function useShowTerms() {
  const { t } = useLingui();
  const format = useFormat();
  const days = useDays();
  return ({ min_days: min, max_days: max, bands }: ShippingTerms) => {
    const lines = bands.map((band) => {
      const weight = format.number(band.up_to_g / 1000);
      const price = format.money(band.price, 'EUR');
      return t`up to ${weight} kg: ${price}`;
    });
    return [days(min, max), ...lines].join('; ');
  };
}

function useDays() {
  const { t } = useLingui();
  return (min: number, max: number) =>
    min === max ? plural(min, { one: '# working day', other: '# working days' }) : t`${min} to ${max} working days`;
}

function OneZone({ zone, all }: { zone: ShippingZone; all: ShippingTable }) {
  const { t } = useLingui();
  const format = useFormat();
  const days = useDays();
  const [open, setOpen] = useState<OfferOf>();
  const named = useZoneNames()(zone);
  return (
    <Section id={`zone-${zone.key}`} title={named}>
      <div className={styles.offers}>
        {all.carriers.map(({ code: carrier, name, terms: { is_offered } }) => {
          const terms = all.offers.find((one) => one.carrier === carrier && one.zone === zone.key)?.terms ?? null;
          if (!is_offered && !terms) return null;
          const { min_days: min = 0, max_days: max = 0 } = terms ?? {};
          return (
            <div key={carrier} className={styles.offer}>
              <h3>{name}</h3>
              {!is_offered && <Badge tone="neutral">{t`Not offered`}</Badge>}
              {terms ? (
                <>
                  <p className={styles.days}>{days(min, max)}</p>
                  <dl className={styles.bands}>
                    {terms.bands.map((band) => (
                      <div key={band.up_to_g}>
                        <dt>{t`up to ${format.number(band.up_to_g / 1000)} kg`}</dt>
                        <dd>{format.money(band.price, 'EUR')}</dd>
                      </div>
                    ))}
                  </dl>
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
