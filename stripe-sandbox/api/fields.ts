import { Failure } from "./failure.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A v2 request that names a field wrongly (400). */
export function invalidField(message: string, param?: string): Failure {
  return new Failure(400, {
    type: "invalid_request_error",
    code: "invalid_fields",
    message,
    ...(param === undefined ? {} : { param }),
  });
}

/**
 * The body of a v2 request, or an object nested in it. The methods throw Stripe's errors for invalid values.
 * A field that is absent or null is read as null.
 */
export class Fields {
  private readonly json: Json;
  private readonly prefix: string;

  private constructor(json: Json, prefix: string) {
    this.json = json;
    this.prefix = prefix;
  }

  /** @param body a JSON object; empty for none */
  static of(body: string): Fields {
    if (body === "") return new Fields({}, "");
    try {
      const json: unknown = JSON.parse(body);
      if (isObject(json)) return new Fields(json, "");
    } catch {
      // Text that is not JSON gets the same message as JSON that is not an object, below.
    }
    throw invalidField("The body of a v2 request must be a JSON object.");
  }

  /** Refuses fields that are not in the list. */
  allowOnly(...names: string[]): this {
    for (const name of Object.keys(this.json))
      if (!names.includes(name)) throw invalidField(`Unknown field: ${this.path(name)}.`, this.path(name));
    return this;
  }

  has(name: string): boolean {
    return this.json[name] !== undefined && this.json[name] !== null;
  }

  text(name: string, longest = 5000): string | null {
    if (!this.has(name)) return null;
    const value = this.json[name];
    if (typeof value === "string" && value !== "" && value.length <= longest) return value;
    throw invalidField(`${this.path(name)} must be a string of 1 to ${longest} characters.`, this.path(name));
  }

  requiredText(name: string): string {
    return this.text(name) ?? this.missing(name);
  }

  choice<T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.text(name);
    if (value === null) return null;
    const known = allowed.find((each) => each === value);
    if (known) return known;
    throw invalidField(`${this.path(name)} must be one of ${allowed.join(", ")}.`, this.path(name));
  }

  flag(name: string): boolean | null {
    if (!this.has(name)) return null;
    const value = this.json[name];
    if (typeof value === "boolean") return value;
    throw invalidField(`${this.path(name)} must be true or false.`, this.path(name));
  }

  texts(name: string): string[] {
    if (!this.has(name)) return [];
    const value = this.json[name];
    if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value as string[];
    throw invalidField(`${this.path(name)} must be a list of strings.`, this.path(name));
  }

  address(name: string): string | null {
    const value = this.text(name);
    if (value === null || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))) return value;
    throw invalidField(`${this.path(name)} is not a valid URL.`, this.path(name));
  }

  nested(name: string): Fields | null {
    if (!this.has(name)) return null;
    const value = this.json[name];
    if (isObject(value)) return new Fields(value, this.path(name));
    throw invalidField(`${this.path(name)} must be an object.`, this.path(name));
  }

  /** The metadata after this request: a key with a value is set, one with null removed. */
  metadata(before: Record<string, string>): Record<string, string> {
    const given = this.nested("metadata");
    const after = { ...before };
    for (const key of Object.keys(given?.json ?? {})) {
      if (key.length > 40)
        throw invalidField(`Metadata keys can be at most 40 characters: ${key}`, "metadata");
      const value = given?.text(key, 500);
      if (typeof value === "string") after[key] = value;
      else delete after[key];
    }
    if (Object.keys(after).length > 50) throw invalidField("Metadata can have at most 50 keys.", "metadata");
    return after;
  }

  path(name: string): string {
    return this.prefix ? `${this.prefix}.${name}` : name;
  }

  missing(name: string): never {
    throw invalidField(`Missing field: ${this.path(name)}.`, this.path(name));
  }
}
