/** Order components: totals, documents, shipments, payment. The order is made up, its products are real. */

import { useLingui } from '@lingui/react/macro';
import type {
  Fapiao,
  Image,
  Instructions as InstructionsData,
  PaymentResult,
  OrderSummary as Row,
} from '../../api/types';
import { OrderRows } from '../../layout/OrderList';
import { PayAgain } from '../../layout/order/PayAgain';
import { TaxReceiptSection } from '../../layout/order/TaxReceiptSection';
import { Instructions } from '../../parts/Instructions';
import { Invoices } from '../../parts/Invoices';
import { OrderDetails } from '../../parts/OrderDetails';
import { OrderSummary } from '../../parts/OrderSummary';
import { Shipments } from '../../parts/Shipments';
import { Group, Sample } from './Group';
import styles from './Orders.module.css';
import { useMethodWords, useStatusWords } from './words';

const NUMBER = '2026-000123';
const AT = '2026-11-21T09:30:00Z';
const UNTIL = '2026-11-30T22:59:59Z';
const LINES = ['Claire Aubert', '4 rue des Tilleuls', '69002 Lyon', 'France'];
const ADDRESS = {
  first_name: 'Claire',
  last_name: 'Aubert',
  company: '',
  address1: '4 rue des Tilleuls',
  address2: '',
  city: 'Lyon',
  county: '',
  region: '',
  postcode: '69002',
  country: 'FR',
  telephone: '+33 4 72 00 00 00',
  tax_id: '',
  default_billing: false,
  default_shipping: false,
  save_in_address_book: false,
};
const TOTALS: PaymentResult['totals'] = {
  currency: 'EUR',
  subtotal_incl_tax: '120.00',
  subtotal_excl_tax: '100.00',
  discount_amount: '36.00',
  discount_net_amount: '30.00',
  shipping_amount: '9.90',
  shipping_discount: '9.90',
  tax_amount: '14.00',
  total: '84.00',
  total_qty: 2,
  vat: [],
};
const nothing = () => {};

/** Fields of a product used in the sample order. */
export interface SampleProduct {
  sku: string;
  name: string;
  url: string;
  price: string;
  image: Image | null;
}

export function Orders({ piece, code }: { piece: SampleProduct; code: { size: number; path: string } }) {
  const { t } = useLingui();
  const statuses = useStatusWords();
  const methods = useMethodWords();
  const transfer: InstructionsData = {
    kind: 'bank_transfer',
    account_holder: 'Valmère Maison SAS',
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    bic: 'AGRIFRPP',
    bank_name: 'Banque du Lac',
    reference: NUMBER,
    amount: '84.00',
    currency: 'EUR',
    qr: code,
    hold_until: UNTIL,
  };
  const cheque: InstructionsData = {
    kind: 'cheque',
    payee: 'Valmère Maison SAS',
    address: ['Valmère Maison SAS', '12 quai du Lac', '74000 Annecy', 'France'],
    reference: NUMBER,
    amount: '84.00',
    currency: 'EUR',
    hold_until: UNTIL,
  };
  const shipment = (id: number, tracking: string) => ({
    id,
    carrier: 'dhl',
    carrier_label: 'DHL Express',
    tracking,
    tracking_url: tracking ? `https://www.example.com/${tracking}` : null,
    shipped_at: AT,
    items: [{ sku: piece.sku, name: piece.name, qty: 1 }],
  });
  const order: PaymentResult = {
    order_number: NUMBER,
    token: '',
    outcome: 'success',
    status: 'processing',
    status_label: statuses.processing,
    method: 'card',
    method_label: methods.card,
    channel: 'shop',
    collection: null,
    is_paid_at_house: false,
    is_delayed: false,
    added_to: null,
    additions: [],
    awaiting_confirmation: false,
    canceled_on_request: false,
    can_confirm: false,
    instructions: null,
    redirect_url: null,
    payment_methods: [
      { code: 'bank_transfer', name: methods.bank_transfer },
      { code: 'cheque', name: methods.cheque },
    ],
    paid_amount: '84.00',
    refunded_amount: '24.00',
    shipments: [shipment(1, '00340434161094027318'), shipment(2, '')],
    items: [
      {
        ...piece,
        item_id: 1,
        stock: 10,
        qty: 3,
        market_price: null,
        line_total: '120.00',
        discount_amount: '36.00',
        options: [],
        promotion_category: '',
      },
    ],
    totals: TOTALS,
    email: 'claire.aubert@example.com',
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    shipping_lines: LINES,
    billing_lines: LINES,
    shipping_method: 'dhl',
    shipping_method_label: 'DHL Express',
    delivery: { from: '2026-11-25', to: '2026-11-27' },
    created_at: AT,
    hold_until: UNTIL,
    withdraw_until: null,
    points: 84,
  };
  const row = (status: Row['status'], at: number): Row => ({
    order_number: `2026-00012${at}`,
    status,
    status_label: statuses[status],
    method: 'card',
    method_label: methods.card,
    can_cancel: false,
    awaiting_confirmation: false,
    created_at: AT,
    total: '84.00',
    currency: 'EUR',
    total_qty: at,
    names: [piece.name],
  });
  const asked: Fapiao = {
    order_number: NUMBER,
    offered: true,
    can_request: false,
    request: {
      type: 'business',
      business_name: '安纳西湖畔酒店管理有限公司',
      tax_id: '91310000MA1FL00000',
      registered_address: '',
      registered_phone: '',
      bank_name: '',
      bank_account: '',
      requested_at: AT,
      issued_at: null,
      number: '',
    },
    message: null,
  };
  return (
    <Group title={t`Orders`}>
      <Sample name="OrderRows, CardTable">
        <OrderRows items={[row('processing', 1), row('shipped', 2)]} label={t`Orders`} />
      </Sample>
      <div className={styles.columns}>
        <Sample name="OrderSummary estimated">
          <OrderSummary totals={{ ...TOTALS, discount_amount: '0.00', shipping_discount: '0.00' }} estimated />
        </Sample>
        <Sample name="OrderSummary withNet, discount, refunded">
          <OrderSummary totals={TOTALS} withNet refunded="24.00" />
        </Sample>
      </div>
      <Sample name="Instructions bank_transfer">
        <Instructions instructions={transfer} />
      </Sample>
      <Sample name="Instructions cheque">
        <Instructions instructions={cheque} />
      </Sample>
      <Sample name="Shipments">
        <Shipments order={order} />
      </Sample>
      <Sample name="OrderDetails">
        <OrderDetails order={order} withNet />
      </Sample>
      <Sample name="Invoices">
        <div className={styles.row}>
          <Invoices
            invoices={[
              { number: 'INV-2026-000123', kind: 'invoice', issued_at: AT, currency: 'EUR', total: '84.00', url: '#' },
              {
                number: 'CN-2026-000045',
                kind: 'credit_note',
                issued_at: AT,
                currency: 'EUR',
                total: '24.00',
                url: '#',
              },
            ]}
          />
        </div>
      </Sample>
      <Sample name="PayAgain">
        <PayAgain order={{ ...order, status: 'pending' }} again={t`Pay now`} onChanged={nothing} />
      </Sample>
      <Sample name="Fapiao asked">
        <TaxReceiptSection state={asked} onChanged={nothing} isOpen={false} onOpen={nothing} Form={undefined} />
      </Sample>
    </Group>
  );
}
