import type { price } from '../../entities/price.ts';
import type { TableOf } from './entity-table.ts';

export interface PriceTables {
  prices: PriceTable;
  listed_prices: TableOf<typeof price>;
}

export interface PriceTable extends Omit<TableOf<typeof price>, 'origin'> {}
