// The package's main entry loads some eighty languages; only English is needed.
import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** Returns the ISO 3166-1 alpha-2 code in upper case; undefined if the country does not exist. */
export function normaliseCountryCode(code: string): string | undefined {
  // Tested before upper-casing: `ß` would become `SS`, which is South Sudan.
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  const upper = code.toUpperCase();
  return countries.isValid(upper) ? upper : undefined;
}

/** All country codes, in upper case. */
export const countryCodes: readonly string[] = Object.keys(countries.getAlpha2Codes());

/** The country's English name; an unknown code is returned as it is. */
export function countryName(alpha2: string): string {
  return countries.getName(alpha2, 'en', { select: 'official' }) ?? alpha2;
}
