/** The parameters in paths, with examples that exist in the demo world. */
export const pathParameters: Readonly<Record<string, { description: string; example: string }>> = {
  domain_name: { description: 'A domain name, in any case, Unicode or punycode.', example: 'tamm.ee' },
  contact_id: { description: "A contact's code.", example: 'ALPHA:TAMM' },
  api_user_id: { description: 'The number of an API user.', example: '1' },
  certificate_id: { description: 'The number of a certificate.', example: '1' },
  white_ip_id: { description: 'The number of an address on the list.', example: '1' },
  id: { description: 'The id of an invoice.', example: '24' },
  notification_id: { description: 'The number of a poll message.', example: '12' },
  nameserver_hostname: { description: 'The hostname of a nameserver.', example: 'ns1.alpha.example' },
  status: { description: 'The name of a status.', example: 'clientHold' },
  organization_name: {
    description: 'The name of an organisation, with or without its legal form.',
    example: 'Uus Kohvik OÜ',
  },
  user_unique_id: { description: 'The id that a reservation was given.', example: '3c4d5e6f-7' },
};
