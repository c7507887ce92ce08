/** Why an access token was refused (docs/specification.md#authentication-errors). */
type TokenFault =
  | "session_missing"
  | "key_set_empty"
  | "no_matching_key"
  | "invalid_signature"
  | "token_expired";

/** The messages of /auth/refresh. */
const sentences: Record<TokenFault, string> = {
  session_missing: "Auth session missing",
  key_set_empty: "The key set is empty",
  no_matching_key: "No matching signing key found in the key set",
  invalid_signature: "Invalid token signature",
  token_expired: "The token has expired",
};

/**
 * An access token was refused. Compare `fault`, not the class: the worker's bundle and Remix's bundle each
 * have their own copy of the class, so `instanceof` fails across them.
 */
export class TokenError extends Error {
  override name = "TokenError";
  readonly fault: TokenFault;

  constructor(fault: TokenFault, cause?: unknown) {
    super(sentences[fault], { cause });
    this.fault = fault;
  }
}
