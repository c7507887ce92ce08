/**
 * Removes the payment redirect (docs/specification.md#browser-storage). After a page load the inline script
 * has already done this, where the page has `data-clear-redirect`.
 */
export function removePaymentRedirect(): void {
  try {
    localStorage.removeItem("stripeRedirect");
    sessionStorage.removeItem("stripeRedirect");
  } catch {
    // Storage may be forbidden. Then there is nothing to remove.
  }
}
