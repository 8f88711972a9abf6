/** Types of goods, by which the shop knows what the law asks to be told; a house's own stay codes. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ProductType } from '../api/types';
import { useProductNames } from './productNames';
import { useFormat } from './text';

const OTHER = 'other';

const NAMES: Record<string, MessageDescriptor> = {
  bath_mat: msg({ context: 'type of goods', message: 'Bath mat' }),
  bath_salts: msg({ context: 'type of goods', message: 'Bath salts' }),
  bed: msg({ context: 'type of goods', message: 'Bed' }),
  bedding_set: msg({ context: 'type of goods', message: 'Bedding set' }),
  bedspread: msg({ context: 'type of goods', message: 'Bedspread' }),
  blanket: msg({ context: 'type of goods', message: 'Blanket' }),
  body_care_set: msg({ context: 'type of goods', message: 'Body care set' }),
  body_lotion: msg({ context: 'type of goods', message: 'Body lotion' }),
  body_oil: msg({ context: 'type of goods', message: 'Body oil' }),
  body_wash: msg({ context: 'type of goods', message: 'Shower gel' }),
  candle: msg({ context: 'type of goods', message: 'Candle' }),
  conditioner: msg({ context: 'type of goods', message: 'Conditioner' }),
  cushion: msg({ context: 'type of goods', message: 'Cushion' }),
  diffuser: msg({ context: 'type of goods', message: 'Fragrance diffuser' }),
  duvet: msg({ context: 'type of goods', message: 'Duvet' }),
  duvet_cover: msg({ context: 'type of goods', message: 'Duvet cover' }),
  face_care: msg({ context: 'type of goods', message: 'Face care' }),
  face_scrub: msg({ context: 'type of goods', message: 'Face scrub' }),
  gift_set: msg({ context: 'type of goods', message: 'Gift set' }),
  hair_care_set: msg({ context: 'type of goods', message: 'Hair care set' }),
  hand_and_body_cream: msg({ context: 'type of goods', message: 'Hand and body cream' }),
  headboard: msg({ context: 'type of goods', message: 'Headboard' }),
  liquid_soap: msg({ context: 'type of goods', message: 'Liquid soap' }),
  mattress: msg({ context: 'type of goods', message: 'Mattress' }),
  mattress_protector: msg({ context: 'type of goods', message: 'Mattress protector' }),
  mattress_topper: msg({ context: 'type of goods', message: 'Mattress topper' }),
  nightwear: msg({ context: 'type of goods', message: 'Nightwear' }),
  perfume: msg({ context: 'type of goods', message: 'Perfume' }),
  pillow: msg({ context: 'type of goods', message: 'Pillow' }),
  pillowcase: msg({ context: 'type of goods', message: 'Pillowcase' }),
  robe: msg({ context: 'type of goods', message: 'Robe' }),
  room_spray: msg({ context: 'type of goods', message: 'Room spray' }),
  shampoo: msg({ context: 'type of goods', message: 'Shampoo' }),
  sheet: msg({ context: 'type of goods', message: 'Bed sheet' }),
  slippers: msg({ context: 'type of goods', message: 'Slippers' }),
  soap: msg({ context: 'type of goods', message: 'Soap' }),
  table_linen: msg({ context: 'type of goods', message: 'Table linen' }),
  throw: msg({ context: 'type of goods', message: 'Throw' }),
  towel: msg({ context: 'type of goods', message: 'Towel' }),
  [OTHER]: msg({ context: 'type of goods', message: 'Other goods' }),
};

export function useGoodsTypes() {
  const { t, i18n } = useLingui();
  const names = useProductNames();
  const format = useFormat();
  const name = (code: string) => {
    const word = NAMES[code];
    return word ? i18n._(word) : code;
  };
  /** By name; what the list does not know, and other goods, last. */
  const sorted = (codes: readonly string[]) => {
    const rank = (code: string) => (code === OTHER ? 2 : NAMES[code] ? 0 : 1);
    return codes.toSorted((one, two) => rank(one) - rank(two) || name(one).localeCompare(name(two), i18n.locale));
  };
  const options = (types: readonly ProductType[]) =>
    sorted(types.map(({ code }) => code)).map((code) => ({ value: code, label: name(code) }));
  /** What the law asks of the chosen one. */
  const hint = (types: readonly ProductType[], chosen: string) => {
    const type = types.find(({ code }) => code === chosen);
    if (!type) return t`Decides which law fields are asked for.`;
    if (chosen === OTHER || !type.is_known)
      return t`The shop does not know the law of such goods: find out what shoppers must be told.`;
    if (type.asks.length === 0) return t`The law asks for no fibres, ingredients or content.`;
    const asked = format.list(type.asks.map(names.gap));
    return t`The law asks for: ${asked}.`;
  };
  return { name, sorted, options, hint };
}
