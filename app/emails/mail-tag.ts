/** A tag may have letters, digits, `_` and `-`, at most 256; ids of the outbox also have colons. */
export function tagOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** The outbox id of a tag. */
export function idOf(tag: string): string {
  return Buffer.from(tag, "base64url").toString();
}
