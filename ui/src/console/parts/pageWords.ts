/** Words of what a page may depend on. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { PageSetting } from '../api/types';

const SETTINGS: Record<PageSetting, ReturnType<typeof msg>> = {
  card: msg`Payment by card`,
  payment_page: msg`More than cards on the payment page`,
  bank_transfer: msg`Payment by bank transfer`,
  cheque: msg`Payment by cheque`,
  cheque_countries: msg`Cheques in some countries only`,
  wechat: msg`Payment by WeChat Pay`,
  standard: msg`Standard carrier`,
  dhl: msg`Delivery by DHL`,
  ups: msg`Delivery by UPS`,
  other_carriers: msg`Carriers beside the standard one`,
  collection: msg`Collection of large goods`,
  loyalty: msg`Loyalty points`,
  promo_tag: msg`Discount for employees`,
  chat: msg({ context: 'setting', message: 'Chat' }),
  double_opt_in: msg`Confirmed newsletter subscriptions`,
  measurement: msg`Audience measurement`,
  demonstration: msg`Demonstration`,
  recaptcha: msg({ context: 'setting', message: 'Google reCAPTCHA' }),
};

export function usePageSettingName(): (setting: PageSetting) => string {
  const { i18n } = useLingui();
  return (setting) => i18n._(SETTINGS[setting]);
}
