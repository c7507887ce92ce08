/** Turns a stored name into text: `email_change_asked` becomes `Email change asked`. */
export function humanize(name: string): string {
  const text = name.replaceAll(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
