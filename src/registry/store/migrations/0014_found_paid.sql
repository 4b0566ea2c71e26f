-- Somebody else has asked for these names and found that they are paid for (docs/rules/reservation.md#sharing-a-number): from then on
-- they are simply reserved, although their codes are issued only when the payer asks.

alter table reserved_names add column found_paid_at timestamptz(3);
