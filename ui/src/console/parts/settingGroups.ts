/** The parts of the settings, each a page. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SettingGroup } from '../api/types';

interface Group {
  title: MessageDescriptor;
  lead: MessageDescriptor;
}

export const GROUPS: Record<SettingGroup, Group> = {
  company: {
    title: msg`House and company`,
    lead: msg`The name that shoppers know, and where the house is reached: in the footer, in letters, on invoices.`,
  },
  imprint: {
    title: msg`Legal notice`,
    lead: msg`What the law wants to read about the company, on the page of the same name and on invoices.`,
  },
  documents: {
    title: msg`Numbers of documents`,
    lead: msg`How invoices and credit notes are numbered: without gaps in each year.`,
  },
  accounting: {
    title: msg`Bookkeeping`,
    lead: msg`The accounts that the journal of the accountant’s month names. Ask your accountant before you change them.`,
  },
  delivery: {
    title: msg`Delivery`,
    lead: msg`When delivery is free, what fetching large goods back costs, and where parcels are followed.`,
  },
  pickup: {
    title: msg`Collection at the house`,
    lead: msg`Where and when guests fetch their order themselves.`,
  },
  payment: {
    title: msg`Payment`,
    lead: msg`Which ways to pay there are, and where the money goes.`,
  },
  customers: {
    title: msg`Customers and accounts`,
    lead: msg`Points, passwords, how long people stay logged in, and the house’s sites in other countries.`,
  },
  newsletter: {
    title: msg`Newsletter`,
    lead: msg`How a subscription begins and ends.`,
  },
  mail: {
    title: msg`Letters by email`,
    lead: msg`Who writes to customers, and who is told what happens in the shop.`,
  },
  limits: {
    title: msg`Limits`,
    lead: msg`What keeps strangers from holding your goods, trying out cards or guessing passwords. The values suit a house with some hundred orders a day.`,
  },
};

export const isGroup = (name: string): name is SettingGroup => Object.hasOwn(GROUPS, name);
