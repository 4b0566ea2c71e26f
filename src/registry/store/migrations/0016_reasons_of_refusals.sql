-- A stored refusal tells its reason; until now it told the HTTP status of one door. Those that are kept for a repeated
-- idempotency key are answered for the rest of their day as they were at first. Where the code alone tells the status
-- (422 of billing and of reservations) nothing takes its place, and what can be tried again was never stored.
--
-- What the billing door had found wrong with a request was part of the input that a repetition is compared with, and
-- named a status there. Such a request is not known again, so it is forgotten: judged anew it is refused anew.

delete from idempotency_keys
  where operation in ('invoice.create-one-off-payment', 'invoice.create-bulk-payment', 'invoice.create-deposit-prepayment')
    and answer @? '$.failures[*] ? (@.httpStatus == 422 && exists (@.path)
      && (@.code == "REQUIRED_PARAMETER_MISSING" || @.code == "PARAMETER_VALUE_SYNTAX" || @.code == "PARAMETER_VALUE_RANGE"))';

update idempotency_keys set answer = jsonb_set(answer, '{failures}', (
    select jsonb_agg(told - 'httpStatus' || case
        when told ->> 'code' = 'OBJECT_DOES_NOT_EXIST' and told ->> 'httpStatus' in ('400', '422')
          then '{"reason": "named-object"}'
        when told ->> 'code' = 'INVALID_AUTHORIZATION_INFORMATION' and told ->> 'httpStatus' = '400'
          then '{"reason": "wrong-object-code"}'
        when told ->> 'code' = 'PARAMETER_VALUE_RANGE' and told ->> 'httpStatus' = '501'
          then '{"reason": "numbers-used-up"}'
        else '{}'
      end::jsonb order by place)
    from jsonb_array_elements(answer -> 'failures') with ordinality as failures (told, place)))
  where answer @? '$.failures[*].httpStatus';
