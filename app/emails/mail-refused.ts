/**
 * The mail provider refuses an email for good: another try would be refused too. `isAddress`: because its
 * recipient's address takes no email, or is not an address.
 */
export class MailRefused extends Error {
  readonly isAddress: boolean;

  constructor(message: string, isAddress: boolean) {
    super(message);
    this.name = "MailRefused";
    this.isAddress = isAddress;
  }
}

/** One address as it is written on the wire: no line breaks, spaces, lists, names or comments. */
const oneAddress =
  /^[^\p{Cc}\p{Zs}\p{Zl}\p{Zp}@<>()[\],;:\\"]{1,64}@[^\p{Cc}\p{Zs}\p{Zl}\p{Zp}@<>()[\],;:\\"]{1,253}$/u;

/**
 * Checks a recipient before the email reaches the wire: a line break would add headers or recipients.
 * @throws MailRefused
 */
export function checkRecipient(to: string): void {
  if (to.length > 254 || !oneAddress.test(to)) throw new MailRefused("This is not an email address", true);
}
