import { countryName } from "#app/sellers/countries.ts";

// The countries in which a seller can be paid (docs/specification.md#payout-countries). Codes are ISO 3166,
// two letters, upper case.

/** The countries of the European Economic Area. */
const eea = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
  " ",
);

/** A platform in one of these can pay sellers in all of them. */
const crossBorder = ["US", "GB", "CA", "CH", ...eea];

/** True if Stripe pays from a platform to a seller's country. Both are codes. */
export function isPayable(platform: string, country: string): boolean {
  return country === platform || (crossBorder.includes(platform) && crossBorder.includes(country));
}

/**
 * Why a seller cannot be paid in a country; null if they can.
 * @param country as typed
 */
export function refusalToCountry(platform: string, country: string): string | null {
  const name = countryName(country);
  if (name === null) return "Choose a country from the list";
  return isPayable(platform, country) ? null : `We cannot pay sellers in ${name} yet`;
}
