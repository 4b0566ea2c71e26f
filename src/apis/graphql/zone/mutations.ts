import { closeZone } from '../../../registry/operations/operator/close-zone.ts';
import { createZone } from '../../../registry/operations/operator/create-zone.ts';
import { setPrice } from '../../../registry/operations/operator/set-price.ts';
import { updateZone } from '../../../registry/operations/operator/update-zone.ts';
import { priceRows, zoneRow } from '../../../registry/operations/readers/rows.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';
import { PriceRef, ZoneRef } from './type.ts';

defineMutation(createZone, {
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone that was opened'),
});

defineMutation(updateZone, {
  more: 'Fields that are left out stay unchanged.',
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone as its file will declare it'),
});

defineMutation(closeZone, {
  show: zoneRow,
  payload: result('zone', ZoneRef, 'The zone, which is closed now'),
});

defineMutation(setPrice, {
  show: priceRows.one,
  payload: result('price', PriceRef, 'The price that holds from that day on'),
});
