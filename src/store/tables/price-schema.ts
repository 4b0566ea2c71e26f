import type { GeneratedAlways } from 'kysely';
import type { Money } from '../../core/money.ts';

export interface PriceTables {
  prices: PriceTable;
  listed_prices: ListedPriceView;
}

export type PricedOperation = 'create' | 'renew';

export interface PriceTable {
  id: GeneratedAlways<number>;
  zone_id: number;
  operation: PricedOperation;
  months: number;
  price: Money;
  valid_from: string;
  valid_to: string | null;
  created_at: Date;
}

/** With the zone that they are for. */
interface ListedPriceView extends PriceTable {
  origin: string;
}
