/** An address that its owner recognizes and a stranger cannot write to: `a•••@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
