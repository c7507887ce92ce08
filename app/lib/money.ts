/**
 * Cents as people read them on cards and buttons: `$120`, and `$110.50` only where there are cents (LOOK.md section 10).
 * @param cents whole US cents
 */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${(cents / 100).toLocaleString("en-US")}` : exactDollars(cents);
}

/** Cents as a receipt prints them: `$110.00`. */
export function exactDollars(cents: number): string {
  return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
