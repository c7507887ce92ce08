/** Why somebody is not who they say: the authentication library's errors of docs/specification.md#authentication-errors, and a token that is over. */
export type TokenFault =
  | "session_missing"
  | "key_set_empty"
  | "no_matching_key"
  | "invalid_signature"
  | "token_expired";

/** What a caller of /auth/refresh reads. */
const sentences: Record<TokenFault, string> = {
  session_missing: "Auth session missing",
  key_set_empty: "The key set is empty",
  no_matching_key: "No matching signing key found in the key set",
  invalid_signature: "Invalid token signature",
  token_expired: "The token has expired",
};

/** A token that proves nothing. Compare `fault`: the class is another one in each bundle. */
export class TokenError extends Error {
  override name = "TokenError";
  readonly fault: TokenFault;

  constructor(fault: TokenFault, cause?: unknown) {
    super(sentences[fault], { cause });
    this.fault = fault;
  }
}
