import { getOrCreate } from '../../core/get-or-create.ts';
import { certificate } from '../../entities/certificate.ts';
import type { Certificate } from '../../operations/readers/shown.ts';
import { callerInterfaces } from '../../rules/registrar/allowed-ips.ts';
import {
  certificateStatus,
  decimalSerial,
  readCertificate,
  readRequest,
} from '../../rules/registrar/certificates.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';

const [api, registrar] = callerInterfaces;

export const CallerInterfaceEnum = builder.enumType('CallerInterface', {
  description: 'The ways on which the users of a registrar reach the registry.',
  values: {
    API: { value: api, description: 'Programs of the registrar that call directly.' },
    REGISTRAR: { value: registrar, description: 'People who work with the portal for registrars.' },
  } as const,
});

const StatusEnum = builder.enumType('CertificateStatus', {
  description: 'How far a certificate has come.',
  values: {
    UNSIGNED: { value: 'unsigned', description: 'It was asked for; an operator has not signed yet.' },
    SIGNED: { value: 'signed', description: 'It can be used.' },
    REVOKED: { value: 'revoked', description: 'It was taken back, and signs nobody in.' },
    EXPIRED: { value: 'expired', description: 'Its time is over.' },
  } as const,
});

const certificates = new WeakMap<Certificate, ReturnType<typeof readCertificate>>();
const signed = (row: Certificate) => getOrCreate(certificates, row, () => readCertificate(row.crt ?? ''));

export const CertificateRef = builder.objectRef<Certificate>('Certificate').implement({
  description: 'A client certificate of a user, or the request for one.',
  fields: (t) => ({
    id: t.exposeInt('id', {
      description: 'The number by which certificateSign and certificateRevoke know it.',
    }),
    ...plainFields(t, certificate),
    interface: t.field({
      type: CallerInterfaceEnum,
      description: 'On which way it is shown.',
      resolve: (row) => row.interface,
    }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether it can be used.',
      resolve: (row, _, { clock }) => certificateStatus(row, clock.now()),
    }),
    serial: t.string({
      nullable: true,
      description: 'The number that its issuer gave it, in decimal digits; null until it is signed.',
      resolve: ({ serial }) => serial && decimalSerial(serial),
    }),
    subject: t.string({
      description: 'Whom it names, as /C=EE/CN=alpha.',
      resolve: (row) => signed(row)?.subject ?? readRequest(row.csr ?? '')?.subject ?? '',
    }),
    issuer: t.string({
      nullable: true,
      description: 'Who signed it, written as the subject is; null until it is signed.',
      resolve: (row) => signed(row)?.issuer ?? null,
    }),
    notBefore: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its time begins; null until it is signed.',
      resolve: (row, _, { calendar }) => {
        const notBefore = signed(row)?.notBefore;
        return notBefore ? calendar.format(notBefore) : null;
      },
    }),
  }),
});
