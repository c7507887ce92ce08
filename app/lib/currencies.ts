/** How many decimals a currency has: 2 for most, 0 for yen. @param currency ISO 4217 */
export function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount without its currency: `86.40` of euros, `12000` of yen. @param amount in the smallest unit */
export function decimalAmount(amount: number, currency: string, digits = digitsOf(currency)): string {
  return (amount / 10 ** digits).toFixed(digits);
}

/** An amount in a currency: `86.40 EUR`. @param amount in the currency's smallest unit */
export function currencyAmount(amount: number, currency: string): string {
  return `${decimalAmount(amount, currency)} ${currency.toUpperCase()}`;
}
