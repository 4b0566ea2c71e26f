import { create } from 'xmlbuilder2';
import { child, isXml, parseXml, textOf, xmlText } from '../base/xml.ts';
import { call } from './http.ts';
import { Undeliverable } from './undeliverable.ts';

/**
 * The operator that delivers e-invoices to banks and companies, over SOAP (docs/rules/billing.md#e-invoices).
 */
export interface EInvoicing {
  send(eInvoiceXml: string, signal: AbortSignal): Promise<void>;
}

export const erpNamespace = 'http://e-arvetekeskus.eu/erp';
export const soapNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';
const timeoutMs = 60_000;

export function soapRequest(eInvoiceXml: string, password: string): string {
  const envelope = create({ version: '1.0', encoding: 'UTF-8' }).ele(soapNamespace, 'soapenv:Envelope');
  envelope.ele(soapNamespace, 'soapenv:Header');
  const body = envelope.ele(soapNamespace, 'soapenv:Body');
  const request = body.ele(erpNamespace, 'erp:EInvoiceRequest').att('authPhrase', xmlText(password));
  request.ele('E_Invoice');
  // The invoice is inserted as it is: xmlbuilder2 would read it and write it anew, with fewer escapes.
  return envelope.end({ prettyPrint: false }).replace('<E_Invoice/>', () => eInvoiceXml);
}

/** `url` is resolved at each call: a trial knows its own address only once its port is bound. */
export function eInvoicing(url: () => string, password: string): EInvoicing {
  return {
    send: async (eInvoiceXml, signal) => {
      const body = soapRequest(eInvoiceXml, password);
      if (!isXml(body)) throw new Undeliverable('the e-invoice is not XML, and was not sent');
      const { status, text } = await call({
        method: 'POST',
        url: url(),
        headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
        body,
        timeoutMs,
        signal,
      });
      const answer = child(child(parseXml(text), 'Envelope'), 'Body');
      const fault = child(answer, 'Fault');
      // A fault comes with status 500 and may be temporary; so may any other unexpected answer.
      if (fault) throw new Error(`the e-invoicing operator failed: ${textOf(fault, 'faultstring') ?? ''}`);
      const message = textOf(child(answer, 'EInvoiceResponse'), 'Message');
      if (message === undefined)
        throw new Error(`the e-invoicing operator answered ${status} with an unreadable body`);
      if (!message.includes('Success'))
        throw new Undeliverable(`the e-invoicing operator refused: ${message}`);
    },
  };
}
