import { describe, expect, it, test } from 'vitest';
import { notAcceptable } from '#src/apis/rest/accept.ts';
import { billingRefusal } from '#src/apis/rest/billing/refusal.ts';
import { bodyNotJson, bodyTooLarge } from '#src/apis/rest/body.ts';
import { refusalEnvelope } from '#src/apis/rest/registrar/envelope.ts';
import { reservationRefusal } from '#src/apis/rest/reservation/refusal.ts';
import { type ErrorCode, errorCatalogue, errorCodes } from '#src/base/error-catalogue.ts';
import { type Failure, failure, notNow, objectDoesNotExist, referenceNotFound } from '#src/base/errors.ts';
import { numbersExhausted } from '#src/registry/operations/billing/model/invoice-numbers.ts';
import { providerUnavailable } from '#src/registry/operations/billing/model/one-off-payment.ts';
import { refundIsUnderWay } from '#src/registry/operations/billing/model/refund-under-way.ts';
import { registrationCodeWrong } from '#src/registry/rules/domain/registration-code.ts';
import {
  billingUnavailable,
  malformedNames,
  tooManyNames,
} from '#src/registry/rules/reservation/reservation-names.ts';

const statusIn = (api: typeof refusalEnvelope, reason: Failure): number => api([reason]).status;
const ofCode = (api: typeof refusalEnvelope, code: ErrorCode): number => statusIn(api, failure(code));
const catalogued = (code: ErrorCode): number => errorCatalogue[code].httpStatus;

describe('the HTTP status of a refusal', () => {
  it('is what the catalogue shows for its code, in the registrar API', () => {
    for (const code of errorCodes) expect(ofCode(refusalEnvelope, code), code).toBe(catalogued(code));
  });

  it('is 422 instead of 400 in the billing API, unless the body cannot be read at all', () => {
    for (const code of errorCodes) {
      const isOfValue = catalogued(code) === 400 && code !== 'COMMAND_SYNTAX';
      expect(ofCode(billingRefusal, code), code).toBe(isOfValue ? 422 : catalogued(code));
    }
  });

  it('is 422 in the reservation API for a readable request that cannot be fulfilled', () => {
    const cannotBeHad = ['PARAMETER_VALUE_RANGE', 'OBJECT_EXISTS', 'OBJECT_STATUS_PROHIBITS'];
    for (const code of errorCodes)
      expect(ofCode(reservationRefusal, code), code).toBe(
        cannotBeHad.includes(code) ? 422 : catalogued(code),
      );
    expect([malformedNames(), tooManyNames()].map((one) => statusIn(reservationRefusal, one))).toEqual([
      400, 422,
    ]);
  });

  test.each<[string, Failure, registrar: number, reservation: number, billing: number]>([
    ['the object is not there', objectDoesNotExist(), 404, 404, 404],
    ['something named is not there', referenceNotFound('gone'), 400, 400, 422],
    ['a code is wrong, and the caller is who they say', registrationCodeWrong(), 400, 400, 422],
    ['no number is left', numbersExhausted('none'), 501, 501, 501],
    ['the same is under way', refundIsUnderWay(), 409, 409, 409],
    ['the payment provider is away', providerUnavailable('ECONNREFUSED'), 502, 502, 502],
    ['billing is away', billingUnavailable('out of range'), 502, 502, 502],
    ['it cannot be done now', notNow('later'), 503, 503, 503],
    ['JSON is not accepted', notAcceptable(), 406, 406, 406],
    ['the body is too large', bodyTooLarge(), 413, 413, 413],
    ['the body is not JSON', bodyNotJson(), 415, 415, 415],
  ])('where %s', (_, reason, registrar, reservation, billing) => {
    expect(statusIn(refusalEnvelope, reason)).toBe(registrar);
    expect(statusIn(reservationRefusal, reason)).toBe(reservation);
    expect(statusIn(billingRefusal, reason)).toBe(billing);
  });
});
