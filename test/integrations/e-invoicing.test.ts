import { describe, expect, it } from 'vitest';
import { eInvoicing, soapRequest } from '#src/integrations/e-invoicing.ts';
import { Undeliverable } from '#src/integrations/undeliverable.ts';
import { eInvoiceXml } from '#src/registry/documents/e-invoice-xml.ts';
import type { EInvoiceRequest } from '#src/registry/rules/money/e-invoice.ts';
import { receiver } from '../support/receiver.ts';

const request: EInvoiceRequest = {
  invoice: {
    number: '150005',
    issueDate: '2026-01-10',
    dueDate: '2026-01-24',
    referenceNumber: '1234561',
    currency: 'EUR',
    total: '124.00',
    seller: {
      name: 'Registry SA',
      regNo: '90010019',
      vatNo: 'EE101286464',
      street: 'Paldiski mnt 80',
      city: 'Tallinn',
      zip: '10617',
      countryCode: 'EE',
      iban: 'EE557700771000598731',
    },
    buyer: {
      name: 'Acme & Co',
      regNo: '12345678',
      street: 'Main 1',
      state: 'Harju',
      city: 'Riga',
      zip: 'LV-1050',
      countryCode: 'LV',
      email: 'billing@acme.example',
      iban: 'LV97HABA0012345678910',
    },
  },
  items: [
    {
      description: 'prepayment',
      price: '100',
      quantity: '1',
      unit: 'pc',
      subtotal: '100.0',
      vatRate: '24',
      vatAmount: '24.0',
      total: '124.00',
    },
  ],
  subtotal: '100.0',
  vatAmount: '24.0',
  payable: true,
  balance: {},
};
const file = { fileId: '0123456789abcdef0123', date: '2026-01-11' };

describe('the e-invoice', () => {
  it('is an E_Invoice of version 1.2', () => {
    expect(eInvoiceXml(request, file)).toBe(
      [
        '<E_Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="e-invoice_ver1.2.xsd">',
        '<Header><Date>2026-01-11</Date><FileId>0123456789abcdef0123</FileId><Version>1.2</Version></Header>',
        '<Invoice invoiceId="150005" regNumber="12345678" sellerRegnumber="90010019" serviceId="1234561">',
        '<InvoiceParties>',
        '<SellerParty><Name>Registry SA</Name><RegNumber>90010019</RegNumber><VATRegNumber>EE101286464</VATRegNumber>',
        '<ContactData><LegalAddress><PostalAddress1>Paldiski mnt 80</PostalAddress1><City>Tallinn</City><PostalCode>10617</PostalCode><Country>Estonia</Country></LegalAddress></ContactData></SellerParty>',
        '<BuyerParty><Name>Acme &amp; Co</Name><RegNumber>12345678</RegNumber>',
        '<ContactData><E-mailAddress>billing@acme.example</E-mailAddress><LegalAddress><PostalAddress1>Main 1</PostalAddress1><PostalAddress2>Harju</PostalAddress2><City>Riga</City><PostalCode>LV-1050</PostalCode><Country>Latvia</Country></LegalAddress></ContactData>',
        '<AccountInfo><AccountNumber>LV97HABA0012345678910</AccountNumber></AccountInfo></BuyerParty>',
        '</InvoiceParties>',
        '<InvoiceInformation><Type type="DEB"/><DocumentName>ARVE</DocumentName><InvoiceNumber>150005</InvoiceNumber><PaymentReferenceNumber>1234561</PaymentReferenceNumber><InvoiceDate>2026-01-10</InvoiceDate><DueDate>2026-01-24</DueDate>',
        '<Extension extensionId="eakChannel"><InformationContent>INTERNET_BANK</InformationContent></Extension>',
        '<Extension extensionId="eakChannel"><InformationContent>PORTAL</InformationContent></Extension>',
        '<Extension extensionId="eakStatusAfterImport"><InformationContent>SENT</InformationContent></Extension></InvoiceInformation>',
        '<InvoiceSumGroup><Balance/><InvoiceSum>100.0000</InvoiceSum><TotalVATSum>24.00</TotalVATSum><TotalSum>124.00</TotalSum><TotalToPay>124.00</TotalToPay><Currency>EUR</Currency></InvoiceSumGroup>',
        '<InvoiceItem><InvoiceItemGroup><ItemEntry><Description>prepayment</Description><ItemDetailInfo><ItemUnit>pc</ItemUnit><ItemAmount>1.0000</ItemAmount><ItemPrice>100.0000</ItemPrice></ItemDetailInfo><ItemSum>100.0000</ItemSum>',
        '<VAT vatId="TAX"><VATRate>24.00</VATRate><VATSum>24.0000</VATSum></VAT><ItemTotal>124.0000</ItemTotal></ItemEntry></InvoiceItemGroup>',
        '<InvoiceItemTotalGroup><InvoiceItemTotalAmount>124.0000</InvoiceItemTotalAmount><InvoiceItemTotalSum>100.0000</InvoiceItemTotalSum><InvoiceItemTotal>124.0000</InvoiceItemTotal></InvoiceItemTotalGroup></InvoiceItem>',
        '<PaymentInfo><Currency>EUR</Currency><PaymentRefId>1234561</PaymentRefId><PaymentDescription>150005</PaymentDescription><Payable>YES</Payable><PayDueDate>2026-01-24</PayDueDate><PaymentTotalSum>124.00</PaymentTotalSum><PayerName>Acme &amp; Co</PayerName><PaymentId>150005</PaymentId><PayToAccount>EE557700771000598731</PayToAccount><PayToName>Registry SA</PayToName></PaymentInfo>',
        '</Invoice><Footer><TotalNumberInvoices>1</TotalNumberInvoices><TotalAmount>124.00</TotalAmount></Footer></E_Invoice>',
      ].join(''),
    );
  });

  it('asks for nothing when it is paid already', () => {
    const xml = eInvoiceXml({ ...request, payable: false }, file);
    expect(xml).toContain('<TotalToPay>0.00</TotalToPay>');
    expect(xml).toContain('<Payable>NO</Payable>');
    expect(xml).toContain('<TotalSum>124.00</TotalSum>');
  });

  it('asks for the amount that remains when it is given', () => {
    const invoice = { ...request.invoice, totalToPay: '20' };
    expect(eInvoiceXml({ ...request, invoice }, file)).toContain('<TotalToPay>20.00</TotalToPay>');
  });

  it('shows the balance in its order', () => {
    const balance = { date: '2026-01-01', begin: '1', inbound: '2.5', outbound: '-3.005', end: '0.5' };
    expect(eInvoiceXml({ ...request, balance }, file)).toContain(
      '<Balance><BalanceDate>2026-01-01</BalanceDate><BalanceBegin>1.00</BalanceBegin><Inbound>2.50</Inbound><Outbound>-3.01</Outbound><BalanceEnd>0.50</BalanceEnd></Balance>',
    );
  });

  it('works out the sums of a monthly invoice, and takes its name from the first line', () => {
    const xml = eInvoiceXml(
      {
        ...request,
        invoice: { ...request.invoice, monthly: true, vatRate: '24' },
        items: [
          { description: 'Domains of January 2026' },
          { description: '.ee registration, 1 year', price: '7.495', quantity: '3', unit: 'pc', total: '99' },
        ],
      },
      file,
    );
    expect(xml).toContain('<DocumentName>Domains of January 2026</DocumentName>');
    // 7.495 x 3 = 22.485, to the cent 22.49; 24 % of it 5.3976, to the cent 5.40
    expect(xml).toContain('<ItemSum>22.4900</ItemSum>');
    expect(xml).toContain('<VATRate>24.00</VATRate><VATSum>5.4000</VATSum>');
    expect(xml).toContain('<ItemTotal>27.8900</ItemTotal>');
  });
});

describe('the e-invoicing adapter', () => {
  const signal = AbortSignal.timeout(60_000);
  const soap = (body: string) =>
    `<?xml version="1.0"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${body}</S:Body></S:Envelope>`;
  const answered = (message: string) =>
    soap(
      `<EInvoiceResponse xmlns="http://e-arvetekeskus.eu/erp"><ErrorCode>0</ErrorCode><Message>${message}</Message></EInvoiceResponse>`,
    );
  const send = (url: string) => eInvoicing(() => url, 'pass & "word"').send('<E_Invoice/>', signal);

  it('puts the e-invoice into a SOAP letter with the pass phrase', async () => {
    expect(soapRequest('<E_Invoice/>', 'pass & "word"')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Header/><soapenv:Body><erp:EInvoiceRequest xmlns:erp="http://e-arvetekeskus.eu/erp" authPhrase="pass &amp; &quot;word&quot;"><E_Invoice/></erp:EInvoiceRequest></soapenv:Body></soapenv:Envelope>',
    );
    const operator = await receiver(answered('Success: 1 invoice'));
    await send(operator.url);
    expect(operator.received).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' } },
    ]);
  });

  it('sends nothing that is not XML, and gives up', async () => {
    const operator = await receiver(answered('Success: 1 invoice'));
    await expect(eInvoicing(() => operator.url, 'x').send('<a>&Co;</a>', signal)).rejects.toThrow(
      Undeliverable,
    );
    expect(operator.received).toEqual([]);
  });

  it('gives up when the operator refuses', async () => {
    const { url } = await receiver(answered('Buyer is unknown'));
    await expect(send(url)).rejects.toThrow(Undeliverable);
    await expect(send(url)).rejects.toThrow('the e-invoicing operator refused: Buyer is unknown');
  });

  it.each([
    [
      'a fault',
      500,
      soap('<S:Fault><faultcode>S:Server</faultcode><faultstring>busy</faultstring></S:Fault>'),
    ],
    ['an error page', 502, '<html><body>Bad gateway</body></html>'],
    ['nothing', 200, ''],
    ['an empty letter', 200, soap('')],
  ])('tries again after %s', async (_, status, body) => {
    const { url } = await receiver(body, status);
    const error = await send(url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
  });
});
