import { type Answer, alpha, type TestWorld } from './world.ts';

export interface SeedContact {
  readonly name?: string;
  readonly email?: string;
  readonly ident?: string;
  readonly identType?: 'priv' | 'org' | 'birthday';
  readonly countryCode?: string;
  readonly addr?: Readonly<Record<string, string>>;
  /** A custom code, without the registrar's prefix. */
  readonly id?: string;
}

export interface SeedDomain {
  /** Codes; left out, an adult private person is made for it. */
  readonly registrant?: string;
  readonly admins?: readonly string[];
  readonly techs?: readonly string[];
  /** Hostnames outside the domain, or whole nameservers. */
  readonly nameservers?: readonly (string | { hostname: string; ipv4?: string[]; ipv6?: string[] })[];
  readonly keys?: readonly { flags: string; protocol: string; alg: string; public_key: string }[];
  readonly period?: number;
  readonly unit?: 'y' | 'm';
  readonly transferCode?: string;
  readonly reservationCode?: string;
}

/** Good Estonian personal codes (docs/rules/registrar.md#idents) and a company's number. */
export const people = {
  jaan: '39708290069',
  mari: '47101010033',
  peeter: '38903111310',
  minor: '61203150222',
} as const;
const company = '12345678';

/** Two nameservers that any domain may have. */
export const twoNameservers = ['ns1.hosting.example', 'ns2.hosting.example'];

/**
 * Fills a test's world through the API, the way a registrar would: `seed(world).contact()` gives a code,
 * `seed(world).domain('a.ee')` the registered name. `by(beta)` does the same as another registrar.
 */
export interface Seed {
  by(auth: string): Seed;
  contact(contact?: SeedContact): Promise<string>;
  /** An organisation, with a name of its own. */
  organisation(contact?: SeedContact): Promise<string>;
  domain(name: string, domain?: SeedDomain): Promise<SeededDomain>;
  /** Puts a domain into a state that no registrar could bring about, as an operator or time would. */
  alter(name: string, columns: Readonly<Record<string, unknown>>): Promise<void>;
}

interface SeededDomain {
  readonly name: string;
  readonly transferCode: string;
  readonly registrant: string;
}

export function seed(world: TestWorld, auth: string = alpha): Seed {
  const post = async (url: string, payload: object): Promise<Answer> => {
    const answer = await world.request({ method: 'POST', url: `/registry/v1${url}`, payload, auth });
    if (answer.status !== 200) throw new Error(`could not seed ${url}: ${answer.text}`);
    return answer;
  };
  const contact = async (wanted: SeedContact = {}): Promise<string> => {
    const { body } = await post('/contacts', {
      contact: {
        ...(wanted.id && { id: wanted.id }),
        name: wanted.name ?? 'Jaan Tamm',
        email: wanted.email ?? 'jaan@example.com',
        phone: '+372.5555555',
        ...(wanted.addr && { addr: wanted.addr }),
        ident: {
          ident: wanted.ident ?? people.jaan,
          ident_type: wanted.identType ?? 'priv',
          ident_country_code: wanted.countryCode ?? 'EE',
        },
      },
    });
    return String(body.data.contact.code);
  };
  return {
    by: (other) => seed(world, other),
    contact,
    organisation: (wanted = {}) =>
      contact({ name: 'Tamm OÜ', email: 'info@tamm.example', ident: company, identType: 'org', ...wanted }),
    domain: async (name, wanted = {}) => {
      const registrant = wanted.registrant ?? (await contact());
      const { body } = await post('/domains', {
        domain: {
          name,
          registrant,
          period: wanted.period ?? 1,
          period_unit: wanted.unit ?? 'y',
          admin_contacts: wanted.admins ?? [],
          tech_contacts: wanted.techs ?? [],
          nameservers_attributes: (wanted.nameservers ?? []).map((one) =>
            typeof one === 'string' ? { hostname: one } : one,
          ),
          dnskeys_attributes: wanted.keys ?? [],
          ...(wanted.transferCode && { transfer_code: wanted.transferCode }),
          ...(wanted.reservationCode && { reserved_pw: wanted.reservationCode }),
        },
      });
      return {
        name: String(body.data.domain.name),
        transferCode: String(body.data.domain.transfer_code),
        registrant,
      };
    },
    alter: async (name, columns) => {
      await world.container.database.db
        .updateTable('domains')
        .set(columns)
        .where('name', '=', name)
        .execute();
    },
  };
}
