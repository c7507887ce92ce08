/** A value that a kind of email needs. @throws Error if it is null */
export function required<Value>(value: Value | null, name: string): Value {
  if (value === null) throw new Error(`The mail needs its ${name}`);
  return value;
}
