import { CircuitBreaker } from '../base/circuit-breaker.ts';
import type { CompanyRegister, CompanyStatus } from '../registry/operations/external-services.ts';
import { call, isSuccess } from './http.ts';

interface Options {
  /** Resolved at each call: a trial knows its own address only once its port is bound. */
  readonly url: () => string;
  /** Called for each lookup. */
  readonly onStatus?: (status: CompanyStatus) => void;
  /** Called when the register becomes unavailable, and when it is back. */
  readonly onChange?: (isAway: boolean, reason?: unknown) => void;
  readonly timeoutMs?: number;
}

/** Registered, or in liquidation; bankrupt and deleted companies cannot hold a domain. */
const living = ['R', 'L'];

/** The public search of the company register: `?q=12345678` answers `{"data":[{"reg_code":12345678,"status":"R"}]}`. */
export class HttpCompanyRegister implements CompanyRegister {
  readonly #options: Options;
  readonly #circuit = new CircuitBreaker({ failures: 5, restMs: 10_000 });
  #isAway = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async status(registrationNumber: string): Promise<CompanyStatus> {
    const status = this.#circuit.admits() ? await this.#ask(registrationNumber) : 'unavailable';
    this.#options.onStatus?.(status);
    return status;
  }

  async #ask(registrationNumber: string): Promise<CompanyStatus> {
    const { url, timeoutMs = 3_000 } = this.#options;
    try {
      const answer = await call({
        method: 'GET',
        url: `${url()}?q=${encodeURIComponent(registrationNumber)}`,
        headers: { accept: 'application/json' },
        timeoutMs,
      });
      if (!isSuccess(answer)) throw new Error(`the company register answered ${answer.status}`);
      const status = statusIn(JSON.parse(answer.text), registrationNumber);
      this.#circuit.succeeded();
      this.#report(false);
      return status;
    } catch (error) {
      this.#circuit.failed();
      this.#report(true, error);
      return 'unavailable';
    }
  }

  #report(isAway: boolean, reason?: unknown): void {
    if (isAway !== this.#isAway) this.#options.onChange?.(isAway, reason);
    this.#isAway = isAway;
  }
}

function statusIn(answer: unknown, registrationNumber: string): CompanyStatus {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw new TypeError('the answer of the company register cannot be read');
  const isFound = data.some(
    (company: { reg_code?: unknown; status?: unknown } | null) =>
      String(company?.reg_code) === registrationNumber && living.includes(String(company?.status)),
  );
  return isFound ? 'registered' : 'unknown';
}
