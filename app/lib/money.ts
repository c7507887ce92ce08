/**
 * An amount on cards and buttons (docs/specification.md#data-units): `$120`, or `$110.50` if there are cents.
 * @param cents whole US cents
 */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString("en-US")}` : exactDollars(cents);
}

/** An amount on a receipt: `$110.00`. @param cents whole US cents */
export function exactDollars(cents: number): string {
  return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** A balance: `$12.00`; a negative one: `−$12.00`. @param cents whole US cents */
export function signedDollars(cents: number): string {
  return cents < 0 ? `−${exactDollars(-cents)}` : exactDollars(cents);
}
